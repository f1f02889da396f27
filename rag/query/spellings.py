"""How names are written, made ready to be looked for in a question."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz

from rag.text.letters import with_letters
from rag.text.normalise import normalise

SHORT = 3
"""A Latin name of up to this many letters, or any name of up to two characters, counts as a whole word only."""

FUZZY_LENGTH = 5
"""Shorter names are near too many others to be matched by spelling."""

FUZZY_FLOOR = 85
"""Least partial ratio (0..100) that counts as a misspelling: one character in seven. At 80 통계포털 finds 통계정보."""

WHOLE_WORD_SCORE = 0.75
"""A short name is often part of other names: likely, never certain."""

ALL_WORDS_SCORE = 0.85
"""Every word of a name, apart from each other."""

ALIKE_SCORES = (0.70, 0.89)
"""What a misspelled name scores, from the least likeness to a single letter."""

_GLUE = re.compile(r"[\s\-_·.,()\[\]{}<>/'\"“”‘’「」『』]+")
_GLUE_BETWEEN = r"[\s\-_·.,()]*"
_LATIN = re.compile(r"[a-z0-9]")
_NUMBERED = re.compile(r"(\d+)([^\W\d_])")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a name, made ready to be looked for."""

    written: str
    compact: str
    words: tuple[str, ...]
    """Its words in compact form, each of two characters or more."""
    pattern: re.Pattern[str]
    """Finds it under `normalise`, spaces and hyphens ignored, never inside a Latin word or a number."""
    numbered: tuple[tuple[str, str], ...]
    """Its numbers with the letter behind each: (2026, 년)."""
    short: bool
    exact: bool
    """It tells itself from its siblings by a single letter, so no other spelling of it counts."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as names are looked for in it."""

    normalised: str
    """With letters that are read aloud given in Latin beside it."""
    compact: str
    words: frozenset[str]
    """Latin and other scripts apart: a particle does not hide a name."""
    numbered: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How a spelling stands in a question."""

    score: float
    """In [0, 1]: 1 is found whole."""
    how: str
    matched: str
    """The compact text that was found."""


def compact(text: str) -> str:
    """Return text under `normalise` without spaces, hyphens and punctuation."""
    return _GLUE.sub("", normalise(text))


def spelling(written: str) -> Spelling | None:
    """Return a name made ready, or None when nothing of it is left to look for."""
    core = compact(written)
    if not core:
        return None
    before = r"(?<![a-z0-9])" if _LATIN.match(core[0]) else ""
    after = r"(?![a-z0-9])" if _LATIN.match(core[-1]) else ""
    pattern = re.compile(before + _GLUE_BETWEEN.join(map(re.escape, core)) + after)
    words = tuple(compact(word) for word in normalise(written).split())
    return Spelling(
        written=written,
        compact=core,
        words=tuple(word for word in words if len(word) > 1),
        pattern=pattern,
        numbered=_numbered(core),
        short=len(core) <= 2 or (core.isascii() and len(core) <= SHORT),
        exact=any(len(run) == 1 for run in re.findall("[a-z]+", normalise(written))),
    )


def asked(question: str) -> Asked:
    """Return a question made ready."""
    text = normalise(question)
    read = with_letters(text)
    both = text if read == text else f"{text} | {read}"
    return Asked(both, compact(both), frozenset(re.findall(r"[a-z0-9]+|[^\W\da-z_]+", both)), _numbered(compact(text)))


def likeness(form: Spelling, question: Asked) -> Likeness | None:
    """Return how a spelling stands in a question, or None where it does not.

    A misspelling counts only where the numbers agree: a question for 2028년 names no project of 2027년.
    """
    if form.short:
        return Likeness(WHOLE_WORD_SCORE, "whole word", form.compact) if form.compact in question.words else None
    if form.pattern.search(question.normalised):
        return Likeness(1.0, "found", form.compact)
    if form.exact:
        return None
    if len(form.words) > 1 and all(word in question.compact for word in form.words):
        return Likeness(ALL_WORDS_SCORE, "all its words", "".join(form.words))
    ratio = 0.0 if _other_number(form, question) else alike(form.compact, question.compact)
    if not ratio or ratio == 100:
        return None
    low, high = ALIKE_SCORES
    share = (ratio - FUZZY_FLOOR) / (100 - FUZZY_FLOOR)
    return Likeness(low + share * (high - low), f"spelled alike ({ratio:.0f})", form.compact)


def alike(name: str, text: str) -> float:
    """Return the partial ratio (0..100) of a compact name in a compact text; 0 where it is too short or too far."""
    if not FUZZY_LENGTH <= len(name) <= len(text):
        return 0.0
    return fuzz.partial_ratio(name, text, score_cutoff=FUZZY_FLOOR)


def without(text: str, names: Iterable[str]) -> str:
    """Return text under `normalise` with the letters of compact names taken out, however they are spaced.

    The longest go first, whatever the order given: of `기관fisp` and `기관f` the shorter would leave the rest behind.
    """
    left = normalise(text)
    for name in sorted(names, key=lambda name: (-len(name), name)):
        left = re.sub(_GLUE_BETWEEN.join(map(re.escape, name)), " ", left)
    return left


def _other_number(form: Spelling, question: Asked) -> bool:
    """Whether the question counts with the same word but another number; 26년 may be said for 2026년."""
    return any(
        behind == unit and not number.endswith(other) and not other.endswith(number)
        for number, unit in form.numbered
        for other, behind in question.numbered
    ) and not all(any(n.endswith(o) and u == b for o, b in question.numbered) for n, u in form.numbered)


def _numbered(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((number, unit) for number, unit in _NUMBERED.findall(text))
