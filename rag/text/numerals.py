"""Finds numbers as Korean and Chinese texts write them: digits, numeral words, formal Hanja, and mixtures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

from rag.text.figures import Number
from rag.text.numeral_value import BIG, MOST_ATOMS, SIGNS, SMALL, UNITS, value_of

Glued = Literal["nothing", "letter", "hyphen"]

_FIGURE = r"[0-9]++(?:[.,][0-9]++)*+"
_CHUNK = re.compile(rf"(?:{_FIGURE}|[{SIGNS.replace('이', '')}]|이(?![상하내다며고라나었에]))++")
"""One written run. Before these syllables 이 is a particle or begins 이상, 이하, 이내, as in `1억이하`."""

_ATOM = re.compile(rf"{_FIGURE}|[{SIGNS}]")
_WORD_TAIL = re.compile(r"[가-힣]{1,4}(?=[0-9])")
_SHORT_WORD = re.compile(r"(?:금|(?<![가-힣])[총약각연월])$")
"""What may stand right before numeral words; after any other syllable they are the tail of a word."""

_BEFORE_CURRENCY = re.compile(r" {0,2}[원元圓圆]")
_MOST_CHUNKS = 12
"""Units fall from chunk to chunk, so a numeral has no more chunks than this."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """One number in a text, its units in the order written."""

    start: int
    end: int
    value: Number
    atoms: tuple[str, ...]
    """Figures such as `2,500`, numeral signs and units."""
    glued_to: Glued
    """What stands right before it: a Latin letter (RMB50), a digit and a hyphen (5-10만), or nothing that matters."""

    @property
    def digits(self) -> int:
        """ASCII digits in it; 0 when it is written in words."""
        return sum(char.isascii() and char.isdigit() for atom in self.atoms for char in atom)

    @property
    def top(self) -> int:
        """Its largest unit: 10,000 in 3천5백만, 1 in 3,500."""
        return max((UNITS[atom] for atom in self.atoms if atom in UNITS), default=1)

    @property
    def counted(self) -> bool:
        """Whether it holds more than units; 백만 does not."""
        return any(atom not in UNITS for atom in self.atoms)

    @property
    def lendable(self) -> tuple[int, ...]:
        """What a number before a range sign may borrow, largest first: 천만 and 만 of 3천만; nothing of 1억 5천만."""
        if len(self.atoms) < 2 or not all(atom in UNITS for atom in self.atoms[1:]):
            return ()
        units = [UNITS[atom] for atom in self.atoms[1:]]
        return tuple(dict.fromkeys((prod(units), units[-1])))


def read_numerals(text: str) -> list[Numeral]:
    """Return the numerals of a folded text, in order, each as long as it can be. Linear in the length of `text`.

    A written run is read as a whole or not at all: of `만억`, `1,5만` and `1.2.3` no part is a numeral.
    """
    chunks = list(_CHUNK.finditer(text))
    numerals: list[Numeral] = []
    at = 0
    while at < len(chunks):
        numeral, used = _read(text, chunks[at : at + _MOST_CHUNKS])
        if numeral is not None:
            numerals.append(numeral)
        at += used
    return numerals


def _read(text: str, chunks: Sequence[re.Match[str]]) -> tuple[Numeral | None, int]:
    """The numeral that begins in the first chunk, and how many chunks are done with (at least 1)."""
    start, glued_to = _start(text, chunks[0].start())
    atoms = _atoms(text, start, chunks[0].end())
    value = value_of(atoms) if glued_to else None
    if value is None or glued_to is None:
        return None, 1
    used = 1
    for chunk in chunks[1:]:
        more = _atoms(text, *chunk.span())
        if not _goes_on(text, chunks[used - 1], chunk, atoms[-1], more):
            break
        joined = value_of([*atoms, *more])
        if joined is None:
            break
        atoms, value, used = [*atoms, *more], joined, used + 1
    return Numeral(start, chunks[used - 1].end(), value, tuple(atoms), glued_to), used


def _start(text: str, start: int) -> tuple[int, Glued | None]:
    """Where a numeral may begin in the chunk at `start`; None when it may not."""
    if not _is_hangul(text[start]):
        return start, _glued_to(text, start) if text[start] in "0123456789" else _before_han(text, start)
    apart = not start or not _is_hangul(text[start - 1])
    # 만 before a space is a particle: 요금만 오천원
    if apart or (_SHORT_WORD.search(text, max(0, start - 2), start) and not text.startswith("만 ", start)):
        return start, "nothing" if not start or not _is_latin(text[start - 1]) else None
    tail = _WORD_TAIL.match(text, start)
    # 비용이50만원: 이 belongs to the word, the numeral begins with its digits
    return (tail.end(), "nothing") if tail and text[start - 1] != "제" else (start, None)


def _glued_to(text: str, start: int) -> Glued | None:
    previous = text[start - 1] if start else " "
    if previous in "제第_":
        return None
    if previous in ".,:/-–" and start > 1 and _is_latin(text[start - 2]):
        return "hyphen" if previous in "-–" and text[start - 2].isdigit() else None
    return "letter" if _is_latin(previous) else "nothing"


def _before_han(text: str, start: int) -> Glued | None:
    return None if start and (text[start - 1] in "제第点點" or _is_latin(text[start - 1])) else "nothing"


def _goes_on(text: str, one: re.Match[str], other: re.Match[str], last: str, more: Sequence[str]) -> bool:
    """Whether a chunk after a space goes on with the numeral: 1억 5천만, 3천 5백만, 1만 5,000원, not 5천 3만."""
    if text[one.end() : other.start()] not in (" ", "  ") or last not in UNITS:
        return False
    if not any(atom in UNITS for atom in more) and not _BEFORE_CURRENCY.match(text, other.end()):
        return False
    return last in BIG or (more[0] not in UNITS and len(more) > 1 and more[1] in SMALL)


def _atoms(text: str, start: int, end: int) -> list[str]:
    """The atoms of a run; of an endless one only so many that it is seen to be no numeral."""
    return [match.group() for match, _ in zip(_ATOM.finditer(text, start, end), range(MOST_ATOMS + 1), strict=False)]


def _is_hangul(char: str) -> bool:
    return "가" <= char <= "힣"


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()
