"""Computes with dates and time zones: the time now, days between, a deadline, a time in another zone."""

from calendar import monthrange
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from rag.compute.inputs import day, moment, whole, word
from rag.compute.receipt import seal
from rag.compute.types import Inputs, Parameter, Problem, Receipt, Refused

VERSION = "1"
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2200, 12, 31)
"""Gregorian everywhere the corpora speak of, and far from the ends of the calendar type."""
MOST_UNITS = 10_000

UNITS = ("days", "weeks", "months", "years")


def _day(name: str) -> Parameter:
    return Parameter(name, "date", required=True, low=FIRST_DAY, high=LAST_DAY)


NOW_PARAMETERS = (Parameter("zone", "zone", required=True),)
BETWEEN_PARAMETERS = (_day("start"), _day("end"))
DEADLINE_PARAMETERS = (
    _day("start"),
    Parameter("amount", "integer", required=True, low=-MOST_UNITS, high=MOST_UNITS),
    Parameter("unit", "choice", default="days", choices=UNITS),
)
CONVERT_PARAMETERS = (
    Parameter("at", "datetime", required=True, low=FIRST_DAY, high=LAST_DAY),
    Parameter("from_zone", "zone", required=True),
    Parameter("to_zone", "zone", required=True),
)


def tell_now(inputs: Inputs, now: datetime) -> Receipt:
    """Return the current date and time in `zone`, ISO 8601 with offset, to the second."""
    there = now.astimezone(ZoneInfo(word(inputs, "zone")))
    return _receipt("clock-now", inputs, now, there.isoformat(timespec="seconds"))


def count_days(inputs: Inputs, now: datetime) -> Receipt:
    """Return the days from `start` to `end`: 0 for the same day, negative when `end` comes first."""
    between = (day(inputs, "end") - day(inputs, "start")).days
    return _receipt("clock-days-between", inputs, now, between, unit="days")


def set_deadline(inputs: Inputs, now: datetime) -> Receipt | Refused:
    """Return the day `amount` units after `start`, the day after `start` being day 1; before it when negative.

    A month or year ends on the same day of the month, or on the month's last day where it has no such day.
    """
    start, amount, unit = day(inputs, "start"), whole(inputs, "amount"), word(inputs, "unit")
    if unit in ("days", "weeks"):
        end = start + timedelta(days=amount * (7 if unit == "weeks" else 1))
    else:
        year, month = divmod(start.year * 12 + start.month - 1 + amount * (12 if unit == "years" else 1), 12)
        if not FIRST_DAY.year <= year <= LAST_DAY.year:
            return _outside(amount, unit)
        end = date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
    if not FIRST_DAY <= end <= LAST_DAY:
        return _outside(amount, unit)
    return _receipt("clock-deadline", inputs, now, end.isoformat())


def convert(inputs: Inputs, now: datetime) -> Receipt | Refused:
    """Return the instant `at` of `from_zone` as `to_zone` shows it, ISO 8601 with offset.

    Refused for a local time that a clock change skipped or repeated, since it names no single instant.
    """
    zone = word(inputs, "from_zone")
    local = moment(inputs, "at").replace(tzinfo=ZoneInfo(zone), fold=0)
    if local.utcoffset() != local.replace(fold=1).utcoffset():
        message = f"at: the clock change of {zone} skipped or repeated {local:%Y-%m-%d %H:%M}; give the time in UTC."
        return Refused((Problem("at", message),))
    there = local.astimezone(ZoneInfo(word(inputs, "to_zone")))
    return _receipt("clock-convert", inputs, now, there.isoformat(timespec="seconds"))


def _outside(amount: int, unit: str) -> Refused:
    message = f"amount: {amount} {unit} leads outside {FIRST_DAY} to {LAST_DAY}; give a smaller amount."
    return Refused((Problem("amount", message),))


def _receipt(executor: str, inputs: Inputs, now: datetime, result: int | str, *, unit: str = "") -> Receipt:
    receipt = Receipt(
        executor=executor,
        version=VERSION,
        inputs=dict(inputs),
        at=now,
        result=result,
        unit=unit,
        breakdown=(),
        rule_set=None,
        expired=False,
        digest="",
    )
    return seal(receipt)
