"""Derives dates and times a second time: by Julian day numbers and by seconds since 1970."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from rag.compute.inputs import day, moment, whole, word
from rag.compute.types import Derived, Inputs

NAME = "clock-second-derivation"
EPOCH_JDN = 2_440_588
"""Julian day number of 1970-01-01."""


def derive_now(inputs: Inputs, now: datetime) -> Derived:
    """Return the time now by way of seconds since 1970."""
    return _zoned(int(now.timestamp()), word(inputs, "zone"))


def derive_days(inputs: Inputs, now: datetime) -> Derived:
    """Return the difference of two Julian day numbers; `now` does not matter."""
    return _plain(julian_day(day(inputs, "end")) - julian_day(day(inputs, "start")))


def derive_deadline(inputs: Inputs, now: datetime) -> Derived:
    """Return the deadline from Julian day numbers, or by the nearest earlier day a month holds."""
    start, amount, unit = day(inputs, "start"), whole(inputs, "amount"), word(inputs, "unit")
    if unit == "days":
        return _plain(from_julian_day(julian_day(start) + amount).isoformat())
    if unit == "weeks":
        return _plain(from_julian_day(julian_day(start) + 7 * amount).isoformat())
    months = amount if unit == "months" else 12 * amount
    carried, month = (start.month - 1 + months) // 12, (start.month - 1 + months) % 12 + 1
    first = julian_day(date(start.year + carried, month, 1))
    candidates = (from_julian_day(first + offset) for offset in range(start.day - 1, -1, -1))
    return _plain(next(candidate for candidate in candidates if candidate.month == month).isoformat())


def derive_conversion(inputs: Inputs, now: datetime) -> Derived:
    """Return the converted time by solving for the instant whose offset leads back to the local time."""
    local, zone = moment(inputs, "at"), ZoneInfo(word(inputs, "from_zone"))
    seconds = (julian_day(local.date()) - EPOCH_JDN) * 86_400 + local.hour * 3600 + local.minute * 60 + local.second
    instant = seconds
    for _ in range(3):
        instant = seconds - _offset_s(instant, zone)
    if instant + _offset_s(instant, zone) != seconds:
        raise ValueError(f"at: no instant of {zone.key} shows {local.isoformat()}")
    return _zoned(instant, word(inputs, "to_zone"))


def julian_day(day: date) -> int:
    """Return the Julian day number of a Gregorian day (Fliegel & Van Flandern, CACM 11, 1968)."""
    early = (14 - day.month) // 12
    year, month = day.year + 4800 - early, day.month + 12 * early - 3
    return day.day + (153 * month + 2) // 5 + 365 * year + year // 4 - year // 100 + year // 400 - 32_045


def from_julian_day(number: int) -> date:
    """Return the Gregorian day of a Julian day number (Fliegel & Van Flandern, CACM 11, 1968)."""
    cycle = 4 * (number + 32_044) + 3
    century, rest = cycle // 146_097, cycle % 146_097 // 4
    year, of_year = (4 * rest + 3) // 1461, (4 * rest + 3) % 1461 // 4
    month = (5 * of_year + 2) // 153
    of_month = of_year - (153 * month + 2) // 5 + 1
    return date(100 * century + year - 4800 + month // 10, month + 3 - 12 * (month // 10), of_month)


def _offset_s(instant: int, zone: ZoneInfo) -> int:
    offset = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=instant)).astimezone(zone).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def _zoned(instant: int, zone: str) -> Derived:
    offset = timedelta(seconds=_offset_s(instant, ZoneInfo(zone)))
    wall = datetime(1970, 1, 1) + timedelta(seconds=instant) + offset
    sign, size = ("-", -offset) if offset < timedelta(0) else ("+", offset)
    hours, rest = divmod(int(size.total_seconds()), 3600)
    tail = f":{rest % 60:02}" if rest % 60 else ""
    return _plain(f"{wall:%Y-%m-%dT%H:%M:%S}{sign}{hours:02}:{rest // 60:02}{tail}")


def _plain(result: int | str) -> Derived:
    return Derived(result, {}, None, expired=False)
