from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.compute.clock import FIRST_DAY, LAST_DAY, UNITS
from rag.compute.clock_attester import from_julian_day, julian_day
from rag.compute.run import run
from rag.compute.types import Attested, Refused
from tests.rag.compute.asked import TODAY, receipt_of

DAYS = st.dates(FIRST_DAY, LAST_DAY)
ZONES = st.sampled_from(["UTC", "Asia/Seoul", "America/Toronto", "America/St_Johns", "Asia/Kathmandu", "Europe/Berlin"])


def test_now_is_told_in_the_zone_asked_for() -> None:
    # 17:00 UTC is 02:00 of the next day in Seoul and 12:00 in Toronto in winter
    assert receipt_of("clock-now", {"zone": "Asia/Seoul"}, TODAY).result == "2026-12-01T02:00:00+09:00"
    assert receipt_of("clock-now", {"zone": "America/Toronto"}, TODAY).result == "2026-11-30T12:00:00-05:00"


def test_fractions_of_a_second_are_dropped() -> None:
    now = TODAY + timedelta(microseconds=999_999)
    assert receipt_of("clock-now", {"zone": "UTC"}, now).result == "2026-11-30T17:00:00+00:00"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-03-03", "2026-03-03", 0),
        ("2026-03-03", "2026-05-02", 28 + 30 + 2),
        ("2026-05-02", "2026-03-03", -60),
        ("2024-02-28", "2024-03-01", 2),
        ("2026-02-28", "2026-03-01", 1),
    ],
)
def test_days_between_two_dates(start: str, end: str, expected: int) -> None:
    receipt = receipt_of("clock-days-between", {"start": start, "end": end})
    assert (receipt.result, receipt.unit) == (expected, "days")


@pytest.mark.parametrize(
    ("start", "amount", "unit", "expected"),
    [
        # 28 days are left of March, 30 in April: 60 - 58 = 2 May
        ("2026-03-03", 60, "days", "2026-05-02"),
        ("2026-03-03", -3, "days", "2026-02-28"),
        ("2026-12-28", 1, "weeks", "2027-01-04"),
        ("2026-01-31", 1, "months", "2026-02-28"),
        ("2024-01-31", 1, "months", "2024-02-29"),
        ("2026-01-31", -2, "months", "2025-11-30"),
        ("2026-12-15", 1, "months", "2027-01-15"),
        ("2024-02-29", 1, "years", "2025-02-28"),
        ("2024-02-29", 4, "years", "2028-02-29"),
    ],
)
def test_a_deadline_counts_from_the_day_after_the_start(start: str, amount: int, unit: str, expected: str) -> None:
    assert receipt_of("clock-deadline", {"start": start, "amount": amount, "unit": unit}).result == expected


@pytest.mark.parametrize("unit", UNITS)
def test_a_deadline_beyond_the_calendar_is_refused(unit: str) -> None:
    outcome = run("clock-deadline", {"start": "2200-12-31", "amount": 10_000, "unit": unit}, TODAY)
    assert isinstance(outcome, Refused)
    assert "smaller amount" in outcome.problems[0].message


def test_a_time_is_converted_by_the_offsets_of_its_own_day() -> None:
    # Toronto is UTC-4 in June and UTC-5 in December; Seoul is always UTC+9
    asked = {"from_zone": "America/Toronto", "to_zone": "Asia/Seoul"}
    assert receipt_of("clock-convert", {**asked, "at": "2026-06-01T09:00"}).result == "2026-06-01T22:00:00+09:00"
    assert receipt_of("clock-convert", {**asked, "at": "2026-12-01T09:00"}).result == "2026-12-01T23:00:00+09:00"


@pytest.mark.parametrize("at", ["2026-03-08T02:30", "2026-11-01T01:30"])
def test_a_local_time_that_was_skipped_or_repeated_is_refused(at: str) -> None:
    outcome = run("clock-convert", {"at": at, "from_zone": "America/Toronto", "to_zone": "UTC"}, TODAY)
    assert isinstance(outcome, Refused)
    assert "give the time in UTC" in outcome.problems[0].message


@settings(deadline=None)
@given(DAYS)
def test_julian_days_lead_back_to_the_day(day: date) -> None:
    assert from_julian_day(julian_day(day)) == day
    assert julian_day(day) - julian_day(date(1970, 1, 1)) == (day - date(1970, 1, 1)).days


@settings(deadline=None)
@given(DAYS, st.integers(-10_000, 10_000), st.sampled_from(UNITS))
def test_every_deadline_is_attested_or_refused(start: date, amount: int, unit: str) -> None:
    outcome = run("clock-deadline", {"start": start, "amount": amount, "unit": unit}, TODAY)
    assert isinstance(outcome, Attested | Refused)


@settings(deadline=None)
@given(st.datetimes(datetime(1900, 1, 1), datetime(2200, 12, 31)), ZONES, ZONES)
def test_every_conversion_is_attested_or_refused_and_names_the_same_instant(
    at: datetime, from_zone: str, to_zone: str
) -> None:
    at = at.replace(microsecond=0)
    outcome = run("clock-convert", {"at": at, "from_zone": from_zone, "to_zone": to_zone}, TODAY)
    if isinstance(outcome, Refused):
        assert outcome.problems[0].field == "at"
        return
    assert isinstance(outcome, Attested)
    shown = datetime.fromisoformat(str(outcome.receipt.result))
    assert shown.astimezone(UTC) == at.replace(tzinfo=ZoneInfo(from_zone)).astimezone(UTC)


def test_a_clock_without_a_zone_is_a_callers_mistake() -> None:
    with pytest.raises(ValueError, match="now: needs a time zone"):
        run("clock-now", {"zone": "UTC"}, datetime(2026, 11, 30))
