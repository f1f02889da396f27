"""The spellings of a full calendar date in Korean, Chinese and English, and the day each one names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

WINDOW_YEARS = 5
"""A two-digit year is at most this far after the anchor year: seen from 2026, '31 is 2031 and '32 is 1932."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HAN = {sign: value for value, signs in enumerate(("〇零○", *"一二三四五六七八九")) for sign in signs}
_HAN_TENS = {"十": 1, "廿": 2, "卅": 3}

_BEFORE = r"(?<![0-9A-Za-z_제第])(?<![0-9A-Za-z][./-])(?<![0-9]:)"
_AFTER = r"(?![0-9A-SU-Za-z_]|T(?![0-9])|[./:-][0-9A-Za-z]|호)"
"""A date inside a longer number, a version, a file name or 제2026-3-15호 is none; 2026-03-15T18:00 holds one."""

_YEAR = r"(?:(?P<year>(?:1[6-9]|2[01])[0-9]{2})|['’‘`´](?P<short>[0-9]{2}))"
"""1600 to 2199: four other digits before a point are rather a version or an address."""

_MONTH = r"(?P<month>[0-9]{1,2})"
_DAY = r"(?P<day>[0-9]{1,2})"
_NAME = (
    r"(?ai:(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))(?![A-Za-z])\.?"
)
_NTH = r"(?ai:st|nd|rd|th)?(?![A-Za-z])"
_FORMS = {
    "dotted": rf"{_BEFORE}{_YEAR} ?\. ?{_MONTH} ?\. ?{_DAY}(?![0-9])(?:\.(?![0-9])|{_AFTER})",
    "dashed": rf"{_BEFORE}{_YEAR}(?P<sign>[/‐‑-]){_MONTH}(?P=sign){_DAY}{_AFTER}",
    "named": r"(?<![0-9A-Za-z_제第.,])['’‘`´]?(?:(?P<year>(?:1[6-9]|2[01])[0-9]{2})|(?P<short>[0-9]{2}))"
    rf" ?[년年] ?{_MONTH} ?[월月] ?{_DAY} ?[일日号號]",
    "han": "(?P<year>[〇零○一二三四五六七八九]{4})年(?P<month>[一二三四五六七八九十]{1,2})月"
    "(?P<day>[一二三四五六七八九十廿卅]{1,3})[日号號]",
    "english month first": rf"(?<![A-Za-z]){_NAME} {{0,2}}{_DAY}{_NTH}(?:[-–](?P<last>[0-9]{{1,2}}){_NTH})?"
    r"(?: ?, ?| {1,2})(?P<year>(?:1[6-9]|2[01])[0-9]{2})(?![0-9A-Za-z])",
    "english day first": rf"{_BEFORE}{_DAY}{_NTH}(?: {{1,2}}of)?[ -]{{1,2}}{_NAME}(?: ?, ?|[ -]{{1,2}})"
    r"(?P<year>(?:1[6-9]|2[01])[0-9]{2})(?![0-9A-Za-z])",
    "year last": rf"{_BEFORE}(?P<one>[0-9]{{1,2}})(?P<sign>[./-])(?P<other>[0-9]{{1,2}})(?P=sign)"
    rf"(?P<year>(?:1[6-9]|2[01])[0-9]{{2}}){_AFTER}",
}
_PATTERNS = {form: re.compile(pattern) for form, pattern in _FORMS.items()}


@dataclass(frozen=True, slots=True)
class Written:
    """One date as written; `last` differs from `first` in `March 1-15, 2026` alone."""

    start: int
    end: int
    first: date
    last: date
    form: str


def written_dates(text: str, *, anchor_year: int) -> list[Written]:
    """Return the dates of a folded text in order, none inside another. Days that no calendar holds are left out."""
    found = sorted(_all(text, anchor_year), key=lambda one: (one.start, -one.end))
    kept: list[Written] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def full_year(short: int, *, anchor_year: int) -> int:
    """Return the year that two digits (0-99) mean: the one in the hundred years that end 5 after the anchor year."""
    last = anchor_year + WINDOW_YEARS
    return last - (last - short) % 100


def _all(text: str, anchor_year: int) -> Iterator[Written]:
    for form, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            year, month, days = _parts(match.groupdict(), form, anchor_year)
            try:
                first, last = (date(year, month, day) for day in days)
            except ValueError:
                continue
            if first <= last:
                yield Written(match.start(), match.end(), first, last, form)


def _parts(groups: dict[str, str | None], form: str, anchor_year: int) -> tuple[int, int, tuple[int, int]]:
    """Year, month and the days from and to; 0 where the writing is ambiguous."""
    year, short, month, day = (groups.get(key) or "" for key in ("year", "short", "month", "day"))
    if form == "han":
        return int("".join(str(_HAN[sign]) for sign in year)), _han(month), (_han(day), _han(day))
    if form == "year last":
        one, other = int(groups["one"] or 0), int(groups["other"] or 0)
        # 15/03/2026 and 03/15/2026 name one day; 03/04/2026 may be March or April
        small, large = sorted((one, other))
        return int(year), small if large > 12 or small == large else 0, (large, large)
    if name := groups.get("name"):
        return int(year), _MONTHS.index(name[:3].lower()) + 1, (int(day), int(groups.get("last") or day))
    return int(year) if year else full_year(int(short), anchor_year=anchor_year), int(month), (int(day), int(day))


def _han(written: str) -> int:
    """A number to 39 in Han numerals, 0 for any other row of signs."""
    tens = [sign for sign in written if sign in _HAN_TENS]
    if not tens:
        return _HAN[written] if len(written) == 1 else 0
    before, _, after = written.partition(tens[0])
    if len(tens) > 1 or len(before) > 1 or len(after) > 1 or (before and tens[0] != "十"):
        return 0
    return 10 * (_HAN[before] if before else _HAN_TENS[tens[0]]) + (_HAN[after] if after else 0)
