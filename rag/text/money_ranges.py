"""Joins two amounts to a range: 2억 ~ 3억원, 3~5천만원, 1,000만원 이상 5,000만원 이하, $5-10 million."""

import re
from dataclasses import dataclass

from rag.text.figures import Number, whole
from rag.text.money_terms import Term

_MYRIAD = 10_000
_TILDE = re.compile(" {0,2}[~∼〜] {0,2}|[至到]")
_DASH = re.compile(" {0,2}[-–—] {0,2}")
_WORD = re.compile(" {1,2}(?ai:to) {1,2}| ?(?:에서|부터) {1,2}")
_AT_LEAST = re.compile("(?: ?(?:이상|초과|부터|에서)| ?以上),? {0,2}")
_AT_MOST = re.compile(" ?(?:이하|미만|이내|까지|사이|以下|以内)")
_GOES_ON = re.compile(r"[\w%]")
_LONGEST_GAP = 8


@dataclass(frozen=True, slots=True)
class Range:
    """Two amounts read as one; `low` is under `high`."""

    end: int
    low: Number
    high: Number


def joined(text: str, left: Term, right: Term) -> Range | None:
    """Return the range that two neighbouring terms of a folded text make; None when they stand apart.

    The lower end may leave out what the upper end says: 2~3억, 5천~6천만원, $5 to $10 million. It then borrows the
    unit, if that keeps it below the upper end.
    """
    gap = text[left.end : right.start]
    if len(gap) > _LONGEST_GAP or left.numeral.glued_to == "hyphen":
        return None
    end = _end(text, gap, left, right)
    low = _lower_end(left, right)
    return Range(end, low, right.value) if end is not None and low is not None and low < right.value else None


def _end(text: str, gap: str, left: Term, right: Term) -> int | None:
    """Where the range ends, or None when what stands between the terms makes no range of them."""
    if not right.money:
        # $1,000-2,000: one sign for both ends
        shared = left.signed and gap in ("-", "–", "~") and right.numeral.top == 1
        return right.end if shared and not _GOES_ON.match(text, right.end) else None
    if _TILDE.fullmatch(gap):
        return right.end
    if _DASH.fullmatch(gap):
        return right.end if left.money or " " not in gap else None
    if left.money and _AT_LEAST.fullmatch(gap) and (most := _AT_MOST.match(text, right.end)):
        return most.end()
    if _WORD.fullmatch(gap) and (left.money or left.numeral.top > 1 or right.lendable) and gap.strip() == "to":
        return right.end
    return None


def _lower_end(left: Term, right: Term) -> Number | None:
    """The value of the lower end with the unit it borrows; None when no unit fits."""
    if left.worded or left.scale > 1 or left.numeral.top >= _MYRIAD:
        return left.value
    borrowed = right.lendable if left.numeral.top == 1 else [unit for unit in right.lendable[-1:] if unit >= _MYRIAD]
    for unit in borrowed:
        if left.value * unit < right.value:
            return whole(left.value * unit)
    fits = not right.lendable or left.signed or left.value >= _MYRIAD or right.lendable[-1] <= _MYRIAD
    return left.value if fits and (left.numeral.top > 1 or not borrowed or left.signed) else None
