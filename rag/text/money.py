"""Finds amounts of money in Korean, Chinese and English text, however they are spelled."""

from dataclasses import dataclass

from rag.text.figures import Number
from rag.text.folding import Folded, fold
from rag.text.money_marks import about_after, about_before
from rag.text.money_ranges import joined
from rag.text.money_terms import read_terms


@dataclass(frozen=True, slots=True)
class Amount:
    """One amount, or one range of amounts, as it stands in a text."""

    start: int
    end: int
    """Offsets into the text as given; 약, 일금, the sign, 원정 and 내외 lie inside."""
    written: str
    low: Number
    high: Number
    """Equal to `low` unless a range is written. An upper bound alone (1억원 이하) is the amount, not a range."""
    approximate: bool
    """Whether the text says about: 약, 내외, 정도, ~, 约, 左右, `about`."""
    currency: str
    """ISO 4217; empty where the text does not say which, as with $, ¥ and 元, or no currency at all (대략 1억)."""


def find_amounts(text: str) -> tuple[Amount, ...]:
    """Return the amounts of any text from left to right, none inside another; linear in its length.

    Money is a number with a currency (5천만원, 壹拾億元, $1.2 million, CAD 13,757), a formal 일금 … 정, or a number
    of at least 10,000,000 that ends in 만 or 억 before a mark, a particle or the end (대략 1억, 1.5亿). Counts,
    percentages, article and telephone numbers, versions and words that only sound like numbers (반올림, 만료, 사원)
    are not. Of 1억 5천 without 원 the 만 is left out in speech: it is 150,000,000. With 원 its letter counts.
    Signs do not count: -5만원 is 50,000.
    """
    folded = fold(text)
    terms = read_terms(folded.text)
    amounts: list[Amount] = []
    at = 0
    while at < len(terms):
        term = terms[at]
        partner = terms[at + 1] if at + 1 < len(terms) else None
        span = joined(folded.text, term, partner) if partner else None
        if span and partner:
            currency = partner.currency or term.currency
            amounts.append(_amount(text, folded, (term.start, span.end), (span.low, span.high), currency))
        elif term.stands_alone:
            amounts.append(_amount(text, folded, (term.start, term.end), (term.value, term.value), term.currency))
        at += 2 if span else 1
    return tuple(amounts)


def _amount(text: str, folded: Folded, span: tuple[int, int], values: tuple[Number, Number], currency: str) -> Amount:
    before = about_before(folded.text, span[0])
    after = about_after(folded.text, span[1])
    start, end = folded.span(span[0] if before is None else before, span[1] if after is None else after)
    return Amount(
        start=start,
        end=end,
        written=text[start:end],
        low=values[0],
        high=values[1],
        approximate=before is not None or after is not None,
        currency=currency,
    )
