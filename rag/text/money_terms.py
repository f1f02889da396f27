"""Decides which numbers of a text are money: by a sign, a word, a formal 일금 … 정, or a large 만 or 억."""

import re
from dataclasses import dataclass

from rag.text.currency import SignBefore, WordAfter, sign_before, word_after
from rag.text.figures import Number, whole
from rag.text.money_marks import about_after, about_before, closing_after, formal_before
from rag.text.numeral_value import BIG, value_of
from rag.text.numerals import Numeral, read_numerals

UNNAMED_FLOOR = 10_000_000
"""A number without 원 or 元 is money from here on; 3만 is as likely people, cases or points."""

_SCALES = {"thousand": 10**3, "million": 10**6, "mn": 10**6, "billion": 10**9, "bn": 10**9, "trillion": 10**12}
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}
_SCALE = re.compile(rf" ?(?P<scale>(?ai:{'|'.join(_SCALES)}))(?![A-Za-z0-9])")
_LETTER = re.compile(r"(?P<scale>[kKmMbB])(?![A-Za-z0-9])")

_NO_ONE_BEFORE = re.compile(r"(?:단위|单位|單位)[ :]{0,3}$|(?:몇|수|여러) ?$|[(\[数几數幾]$")
"""Before units alone these say a unit (단위: 천원) or several of it (몇 천만원), not one."""

_UNIT_AFTER = re.compile(" {0,2}단위")
_COUNTED_AFTER = re.compile("[%A-Za-z0-9]| {0,2}(?:명|개|대|표|마리|주|톤|평|번|회|장|人|个|台|次)(?![가-힣]{2})")
"""Behind 1억 5천 these say people, votes or shares, not money."""
_UNNAMED_AFTER = re.compile(
    r"(?:을|은|의|에|으로|까지|부터|이[고며나라다])(?![가-힣]{2})"
    r"| {0,2}(?:$|[^\w %]|정도|내외|이상|이하|미만|초과|이내|안팎|가량|쯤|수준|규모|넘|짜리|사이|한도)"
    r"|(?:以上|以下|以内|左右|上下)"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A number with what makes it money, or a bare number that may be the lower end of a range."""

    start: int
    end: int
    numeral: Numeral
    value: Number
    scale: int
    """The English scale behind the figure, 1 for none."""
    currency: str
    signed: bool
    worded: bool
    money: bool

    @property
    def lendable(self) -> tuple[int, ...]:
        """Units a lower end may borrow, largest first."""
        return (self.scale,) if self.scale > 1 else self.numeral.lendable

    @property
    def stands_alone(self) -> bool:
        """Whether it is an amount without a partner; behind a digit and a hyphen it is part of something longer."""
        return self.money and self.numeral.glued_to != "hyphen"


def read_terms(text: str) -> list[Term]:
    """Return the numbers of a folded text in order, those glued to other words left out."""
    terms = (_term(text, numeral) for numeral in read_numerals(text))
    return [term for term in terms if term is not None]


def _term(text: str, numeral: Numeral) -> Term | None:
    sign = sign_before(text, numeral.start)
    if sign is None and numeral.glued_to == "letter":
        return None
    scale, scale_end = _scale(text, numeral, signed=sign is not None)
    start = sign.start if sign else numeral.start
    formal = formal_before(text, start)
    word = word_after(text, scale_end)
    if word and not _names(text, numeral, word, trusted=formal is not None or sign is not None or scale > 1):
        word = None
    end = word.end if word else scale_end
    closing = closing_after(text, end, may_be_spaced=formal is not None) if word or formal is not None else None
    named = word is not None or _signs(text, sign, scale_end) or closing is not None
    spoken = None if named or _COUNTED_AFTER.match(text, end) else _as_spoken(numeral)
    return Term(
        start=start if formal is None else formal,
        end=closing or end,
        numeral=numeral,
        value=whole(numeral.value * scale) if spoken is None else spoken,
        scale=scale,
        currency=(sign.currency if sign else "") or (word.currency if word else ""),
        signed=sign is not None,
        worded=word is not None or closing is not None,
        money=named or spoken is not None or _is_unnamed_money(text, numeral, start, end, formal=formal is not None),
    )


def _scale(text: str, numeral: Numeral, *, signed: bool) -> tuple[int, int]:
    """The English scale behind a plain figure and where it ends; a single letter counts only behind a sign."""
    if numeral.top == 1 and numeral.digits:
        if match := _SCALE.match(text, numeral.end):
            return _SCALES[match["scale"].lower()], match.end()
        if signed and (match := _LETTER.match(text, numeral.end)):
            return _LETTERS[match["scale"].lower()], match.end()
    return 1, numeral.end


def _as_spoken(numeral: Numeral) -> Number | None:
    """Return what 1억 5천 and 1억2천5백 mean when no 원 follows, 만 being left out; None for any other numeral."""
    atoms = numeral.atoms
    at = max((place for place, atom in enumerate(atoms) if atom in "억億亿"), default=-1)
    below = atoms[at + 1 :]
    if at < 1 or not numeral.digits or not below or below[-1] not in "천백千百" or any(atom in BIG for atom in below):
        return None
    rest = value_of(below)
    return None if rest is None else whole(numeral.value + rest * 9_999)


def _signs(text: str, sign: SignBefore | None, end: int) -> bool:
    """Whether the sign makes money of the figure: $5, but not the formula $5x$ or $5$."""
    following = text[end : end + 1]
    return sign is not None and following != "$" and not (following.isascii() and following.isalpha())


def _names(text: str, numeral: Numeral, word: WordAfter, *, trusted: bool) -> bool:
    """Whether the word behind the numeral is the currency and not the beginning or end of another word."""
    if word.word == "won" and numeral.atoms[0][:2] in ("19", "20") and numeral.digits == 4 and not trusted:
        return "," in numeral.atoms[0]  # in 2020 won the tender
    if not numeral.digits and not trusted and not _words_are_money(text, numeral, word):
        return False
    # 50,000원 is money whatever follows; 2원 may be 2원화 and 3 원 may be 3 원본
    large = numeral.digits > 2 or (numeral.digits > 0 and numeral.top > 1)
    return word.apart or (word.word == "원" and not word.spaced and large)


def _words_are_money(text: str, numeral: Numeral, word: WordAfter) -> bool:
    """Whether numeral words before a currency word are an amount; 사원, 一元, 조원, 만원 and (단위: 천원) are none."""
    if numeral.top == 1 or word.word.isascii():
        return False
    if numeral.counted:
        return True
    if _NO_ONE_BEFORE.search(text, max(0, numeral.start - 6), numeral.start) or _UNIT_AFTER.match(text, word.end):
        return False
    if len(numeral.atoms) == 1 and numeral.top > 1000:
        return numeral.atoms[0] == "만" and word.spaced
    return numeral.atoms[0] in "십백천十拾"


def _is_unnamed_money(text: str, numeral: Numeral, start: int, end: int, *, formal: bool) -> bool:
    """Whether a number in 만 or 억 is money although no currency is named: 대략 1억, 5천만정도, 1.5亿."""
    last = numeral.atoms[-1]
    if BIG.get(last, 10**12) == 10**12 or numeral.value < UNNAMED_FLOOR or not _UNNAMED_AFTER.match(text, end):
        return False
    marked = formal or about_before(text, start) is not None or about_after(text, end) is not None
    return marked or numeral.digits > 0
