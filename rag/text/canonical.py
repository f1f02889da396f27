"""Amounts and dates in one form, added beside what is written and never put in its place."""

import re
from collections.abc import Iterator

from rag.text.dates import find_dates
from rag.text.figures import plain
from rag.text.money import find_amounts

CANONICAL_VERSION = "2"
"""Belongs in an index version's stamp: raise it when a change here, in money or in dates gives other tokens."""

_VALUE = re.compile(r"\[[=≈][0-9][0-9.~-]*\]")


def canonical_tokens(text: str, *, anchor_year: int) -> tuple[str, ...]:
    """Return the extra tokens of a card or a question: `money:50000000`, `date:2026-03-15`, each once.

    Amounts come first, then dates, each by first occurrence; a range gives both its bounds. Whether an amount is
    approximate and in which currency it is does not show: 약 5천만원 and 50,000,000원 share a token.
    """
    bounds = [value for amount in find_amounts(text) for value in (amount.low, amount.high)]
    days = [day for found in find_dates(text, anchor_year=anchor_year) for day in (found.first, found.last)]
    return tuple(dict.fromkeys([*(f"money:{plain(value)}" for value in bounds), *(f"date:{day}" for day in days)]))


def annotated(text: str, *, anchor_year: int) -> str:
    """Return `text` with the value behind each amount and date: `5천만원[=50000000]`, `약 1억[≈100000000]`.

    A range shows its bounds: `2억 ~ 3억원[=200000000~300000000]`. Nothing of the text is changed or lost, and a
    value that already stands there is not added again, so that annotating twice changes nothing.
    """
    # values that already stand there are not read: they would part 2억[=200000000] from ~ 3억원
    places = _places_outside_values(text)
    pieces: list[str] = []
    at = 0
    for bare_end, value in sorted(_values("".join(text[place] for place in places), anchor_year)):
        end = places[bare_end - 1] + 1
        pieces.append(text[at:end])
        if not text.startswith(value, end):
            pieces.append(value)
        at = end
    return "".join([*pieces, text[at:]])


def _places_outside_values(text: str) -> list[int]:
    places: list[int] = []
    at = 0
    for value in _VALUE.finditer(text):
        places.extend(range(at, value.start()))
        at = value.end()
    return [*places, *range(at, len(text))]


def _values(text: str, anchor_year: int) -> Iterator[tuple[int, str]]:
    """Where each amount and each date ends, and what to show there."""
    for amount in find_amounts(text):
        sign = "≈" if amount.approximate else "="
        yield amount.end, _shown(sign, plain(amount.low), plain(amount.high))
    for day in find_dates(text, anchor_year=anchor_year):
        yield day.end, _shown("=", day.first.isoformat(), day.last.isoformat())


def _shown(sign: str, low: str, high: str) -> str:
    return f"[{sign}{low}]" if low == high else f"[{sign}{low}~{high}]"
