"""Finds full calendar dates and date ranges in Korean, Chinese and English text."""

import re
from dataclasses import dataclass
from datetime import date

from rag.text.date_forms import Written, written_dates
from rag.text.folding import fold

_TILL = re.compile(
    r"(?: ?\([^()\n0-9]{1,4}\))?(?: {1,2}[0-9]{1,2}:[0-9]{2})? {0,2}"
    r"(?:[~∼〜–—-]|부터|에서|至|到|(?<= )(?ai:to|until|till|through)(?= )) {0,2}"
)
_REST = {
    "dotted": re.compile(r"(?P<month>[0-9]{1,2}) ?\. ?(?P<day>[0-9]{1,2})(?![0-9])(?:\.(?![0-9])|(?!\.?[0-9A-Za-z%]))"),
    "named": re.compile(r"(?:(?P<month>[0-9]{1,2}) ?[월月] ?)?(?P<day>[0-9]{1,2}) ?[일日号號]"),
}
"""The end of a range that leaves the year to its beginning: 2026.1.1. ~ 12.31., 2026년 3월 1일 ~ 15일."""


@dataclass(frozen=True, slots=True)
class Day:
    """One date, or one range of dates, as it stands in a text."""

    start: int
    end: int
    """Offsets into the text as given; weekday and time of a single date lie outside."""
    written: str
    first: date
    last: date
    """Equal to `first` unless a range is written."""


def find_dates(text: str, *, anchor_year: int) -> tuple[Day, ...]:
    """Return the dates of any text from left to right, none inside another; linear in its length.

    A date has a year, a month and a day: 2026-03-15, '26.3.15., 2026년 3월 15일, 二〇二六年三月十五日, March 15, 2026,
    and 15/03/2026 where only one reading is possible. Year-less dates, months and half years are not read. Two-digit
    years need an apostrophe or 년 and lie in the hundred years that end `WINDOW_YEARS` after `anchor_year`.
    """
    folded = fold(text)
    written = written_dates(folded.text, anchor_year=anchor_year)
    days: list[Day] = []
    at = 0
    while at < len(written):
        one = written[at]
        other = written[at + 1] if at + 1 < len(written) else None
        end, last, used = _range(folded.text, one, other)
        start, stop = folded.span(one.start, end)
        days.append(Day(start, stop, text[start:stop], one.first, last))
        at += used
    return tuple(days)


def _range(text: str, one: Written, other: Written | None) -> tuple[int, date, int]:
    """Where a range ends, its last day, and how many of the two dates it takes."""
    till = _TILL.match(text, one.end)
    if till and one.first == one.last:
        if other and till.end() == other.start and one.first <= other.first:
            return other.end, other.last, 2
        # a dash before 4.5 may be a dash
        ends_open = one.form in _REST and not (one.form == "dotted" and till.group().strip()[-1] in "-–—")
        rest = _REST[one.form].match(text, till.end()) if ends_open else None
        if rest and not (other and other.start < rest.end()):
            last = _day(one.first.year, int(rest["month"] or one.first.month), int(rest["day"]))
            if last and last >= one.first:
                return rest.end(), last, 1
    return one.end, one.last, 1


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
