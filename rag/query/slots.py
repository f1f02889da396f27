"""Dates, spans of time, times of day and places of a question, taken out so that rules see only the words between."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from rag.query import slot_forms as forms
from rag.query.places import place_pattern, zone_of_name
from rag.text.dates import find_dates
from rag.text.normalise import normalise
from rag.text.numerals import read_numerals

DATE, TILL, SPAN, TIME, PLACE = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
"""What stands in the text for each; TILL stands between the two dates of a range."""

_FIRST = 0xE100
"""Behind a sign stands, until the end, the number of what it stands for: this character is 0."""

_OWN_USE = re.compile("[\ue000-\uf8ff]")
_NUMBER_BEFORE_UNIT = re.compile(r" ?(?:일|주|개월|년|시|天|日|个?星期|周|个?月|年|号|点)")


@dataclass(frozen=True, slots=True)
class Slots:
    """A question with its dates, spans, times and places taken out, each in the order written."""

    text: str
    """Normalised, with one sign for each of them."""
    dates: tuple[date, ...]
    spans: tuple[tuple[int, str], ...]
    """(amount, unit), units as the deadline computation has them."""
    times: tuple[tuple[int, int], ...]
    """(hour, minute)."""
    zones: tuple[str, ...]
    yearless: bool
    """Whether a date left its year out; it was taken from `today`."""
    relative: bool
    """Whether a date was today, tomorrow or the like."""


def slots_of(question: str, *, today: date) -> Slots | None:
    """Return the question's slots; None where it counts working days, for which there is no calendar here."""
    text = _in_digits(normalise(_OWN_USE.sub(" ", question)).replace("’", "'"))
    if forms.WORKING.search(text):
        return None
    taken = _Taken(today)
    text = taken.full_dates(text)
    for pattern in forms.YEARLESS:
        text = pattern.sub(taken.yearless_date, text)
    text = forms.NAMED_TIME.sub(taken.named_time, text)
    for pattern in forms.TIMES:
        text = pattern.sub(taken.time, text)
    text = forms.HALF_YEAR.sub(lambda match: taken.put_span(6, "months"), text)
    for pattern in forms.SPANS:
        text = pattern.sub(taken.span, text)
    text = forms.RELATIVE_DAY.sub(taken.relative_day, text)
    return taken.slots(place_pattern().sub(taken.place, text))


def _in_digits(text: str) -> str:
    """Return the text with numeral words before a unit of time in digits: 七月二十日, 구십일 뒤, 四十五天."""
    pieces, at = [], 0
    for numeral in read_numerals(text):
        number = int(numeral.value)
        if numeral.digits or number != numeral.value or not (numeral.counted or number == 10):
            continue
        if _NUMBER_BEFORE_UNIT.match(text, numeral.end):
            written = str(number)
        elif len(numeral.atoms) > 1 and numeral.atoms[-1] == "일":
            written = f"{number - 1}일"  # the last sign of 구십일 is the day, not a one
        else:
            continue
        pieces += [text[at : numeral.start], written]
        at = numeral.end
    return "".join([*pieces, text[at:]])


class _Taken:
    """Collects what is taken out."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._dates: list[date] = []
        self._spans: list[tuple[int, str]] = []
        self._times: list[tuple[int, int]] = []
        self._zones: list[str] = []
        self._yearless = self._relative = False

    def full_dates(self, text: str) -> str:
        pieces, at = [], 0
        for day in find_dates(text, anchor_year=self._today.year):
            signs = self._put_date(day.first)
            if day.last != day.first:
                signs += TILL + self._put_date(day.last)
            pieces += [text[at : day.start], signs]
            at = day.end
        return "".join([*pieces, text[at:]])

    def yearless_date(self, match: "re.Match[str]") -> str:
        groups = match.groupdict()
        month = forms.MONTHS.index(groups["name"][:3]) + 1 if groups.get("name") else int(groups["month"])
        try:
            day = date(self._today.year, month, int(groups["day"]))
        except ValueError:
            return match[0]
        self._yearless = True
        return self._put_date(day)

    def relative_day(self, match: "re.Match[str]") -> str:
        self._relative = True
        return self._put_date(self._today + timedelta(days=forms.RELATIVE[match[0]]))

    def named_time(self, match: "re.Match[str]") -> str:
        return self._put_time(*forms.NAMED_TIMES[match[0]])

    def time(self, match: "re.Match[str]") -> str:
        groups = match.groupdict()
        hour, half = int(groups["hour"]), groups.get("half") or ""
        minute = 30 if groups.get("thirty") else int(groups.get("minute") or 0)
        if half in forms.AFTERNOON and hour < 12:
            hour += 12
        elif half in forms.MORNING and hour == 12:
            hour = 0
        return self._put_time(hour, minute) if hour < 24 and minute < 60 else match[0]

    def span(self, match: "re.Match[str]") -> str:
        groups = match.groupdict()
        if groups.get("word"):
            return self.put_span(forms.KO_DAYS[groups["word"]], "days")
        number = groups["number"]
        words = forms.EN_NUMBERS | forms.KO_NUMBERS
        return self.put_span(int(number) if number.isdecimal() else words[number], forms.UNITS[groups["unit"]])

    def place(self, match: "re.Match[str]") -> str:
        self._zones.append(zone_of_name()[match[0]])
        return PLACE + chr(_FIRST + len(self._zones) - 1)

    def put_span(self, amount: int, unit: str) -> str:
        self._spans.append((amount, unit))
        return SPAN + chr(_FIRST + len(self._spans) - 1)

    def _put_date(self, day: date) -> str:
        self._dates.append(day)
        return DATE + chr(_FIRST + len(self._dates) - 1)

    def _put_time(self, hour: int, minute: int) -> str:
        self._times.append((hour, minute))
        return TIME + chr(_FIRST + len(self._times) - 1)

    def slots(self, text: str) -> Slots:
        def numbers(sign: str) -> list[int]:
            return [ord(after) - _FIRST for before, after in pairwise(text) if before == sign]

        return Slots(
            text="".join(char for char in text if ord(char) < _FIRST or not _OWN_USE.match(char)),
            dates=tuple(self._dates[number] for number in numbers(DATE)),
            spans=tuple(self._spans[number] for number in numbers(SPAN)),
            times=tuple(self._times[number] for number in numbers(TIME)),
            zones=tuple(self._zones[number] for number in numbers(PLACE)),
            yearless=self._yearless,
            relative=self._relative,
        )
