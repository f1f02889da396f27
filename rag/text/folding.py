"""Text in the width and composition that figures are read in, with the way back to every written character."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_SAME = r"\n -~가-힣\u3400-\u9fff"
_PIECE = re.compile(rf"(?P<same>[{_SAME}]+(?=[{_SAME}]|\Z))|[\s\S][^{_SAME}]*")
"""Runs that fold to themselves, and what lies between; a run's last character may take a mark from what follows."""

_DROPPED = {"Cf", "Cs"}
"""Zero-width characters, bidi marks, soft hyphens and lone surrogates, as in `normalise`."""

_SAME_SIGN = ("<wide>", "<narrow>", "<noBreak>")
"""Compatibility forms of one sign. Others change a number: NFKC makes ① and ² plain digits, ①5만원 into 15만원."""


_LONGEST_CLUSTER = 16
"""A character with more marks than this is no letter of any script; it is left as written."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A text to read figures in; it keeps case, and offsets into it lead back to the original."""

    text: str
    starts: tuple[int, ...]
    """Where each character of `text` begins in the original; one more entry gives the original's length."""
    ends: tuple[int, ...]
    """Where each character of `text` ends in the original, marks composed into it included."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the original offsets of `text[start:end]`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Return `text` with full width made plain, Hangul composed, format characters dropped and spaces made plain.

    Line breaks stay. Circled, raised and square characters stay as they are. Linear in the length of `text`.
    """
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECE.finditer(text):
        if piece.lastgroup:
            pieces.append(piece.group())
            starts.extend(range(*piece.span()))
            ends.extend(range(piece.start() + 1, piece.end() + 1))
            continue
        for start, end in _clusters(text, *piece.span()):
            folded = _fold_cluster(text[start:end]) if end - start <= _LONGEST_CLUSTER else text[start:end]
            pieces.append(folded)
            starts.extend([start] * len(folded))
            ends.extend([end] * len(folded))
    return Folded("".join(pieces), (*starts, len(text)), tuple(ends))


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each character begins and ends, the marks that follow it included."""
    begins = [start, *(at for at in range(start + 1, end) if not _continues(text[at]))]
    return pairwise([*begins, end])


@lru_cache(maxsize=4096)
def _continues(char: str) -> bool:
    """Whether the character composes with the one before it: a mark, a Hangul vowel or a Hangul final."""
    return unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff"


@lru_cache(maxsize=65_536)
def _fold_cluster(cluster: str) -> str:
    composed = unicodedata.normalize("NFC", "".join(_plain(char) for char in cluster))
    return "".join(_plain(char) for char in composed)


def _plain(char: str) -> str:
    category = unicodedata.category(char)
    if category in _DROPPED:
        return ""
    if category == "Zs" or char == "\t":
        return " "
    kind, _, code = unicodedata.decomposition(char).partition(" ")
    return chr(int(code, 16)) if kind in _SAME_SIGN and " " not in code else char
