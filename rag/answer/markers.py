"""Finds citation markers in streamed text, keeps those that name a presented card, drops the others."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from rag.answer.code_watch import CodeWatch

MAX_HELD: Final = 32
"""Most characters held back: an opening bracket and room for about ten numbers. A longer bracket is text."""

_CLOSES: Final = {"[": "]", "［": "］", "【": "】"}
_INNER: Final = frozenset("0123456789０１２３４５６７８９ ,，、;；-－‐‑–—~～〜")
"""What may stand between the brackets of a marker; anything else makes it text at once."""

_SEPARATOR: Final = re.compile(r" *[,、;] *")
_ITEM: Final = re.compile(r"([0-9]{1,3})(?: *[-‐‑–—~〜] *([0-9]{1,3}))?|-[0-9]{1,3}")
"""A number, a range, or a negative number (which names nothing). Four digits are a year, not a marker."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of prose or code without markers."""

    content: str


@dataclass(frozen=True, slots=True)
class Marker:
    """A citation of presented evidence; it is written `[number]`."""

    number: int


Part = Text | Marker


class MarkerStream:
    """Splits a streamed answer into text and markers.

    Markers are `[1]`, `[1, 2]`, `[1-3]` and the same in full-width digits or brackets (`【1】`, `［1］`). A
    range counts only when all of it was presented. A bracketed number of up to three digits that was not
    presented is an unknown marker: it is taken out, with a blank before it, and counted. Everything else in
    brackets is text, and so is everything in code (see `CodeWatch`). How the text is cut into pieces changes
    nothing.
    """

    def __init__(self, presented: Collection[int]) -> None:
        self._presented = frozenset(presented)
        self._code = CodeWatch()
        self._blank = ""
        """A blank not yet given out, in case an unknown marker follows."""
        self._held = ""
        """An opening bracket and what followed it."""
        self._cited: set[int] = set()
        self.unknown = 0
        """Unknown markers so far; an unknown range counts once."""

    @property
    def cited(self) -> tuple[int, ...]:
        """Numbers cited so far, ascending."""
        return tuple(sorted(self._cited))

    def feed(self, piece: str) -> list[Part]:
        """Return what the piece decides, adjacent text joined; at most `MAX_HELD` + 1 characters wait."""
        parts: list[Part] = []
        for char in piece:
            self._code.see(char)
            parts += self._continue_marker(char) if self._held else self._read(char)
        return _joined(parts)

    def finish(self) -> list[Part]:
        """Return what is still held: an unclosed bracket is text."""
        return _joined(self._as_text())

    def _read(self, char: str) -> list[Part]:
        if char in _CLOSES and not self._code.inside:
            self._held = char
            return []
        before, self._blank = self._blank, " " if char == " " else ""
        return [Text(before)] if char == " " else [Text(before + char)]

    def _continue_marker(self, char: str) -> list[Part]:
        if char == _CLOSES[self._held[0]]:
            return self._close(char)
        if char in _INNER and len(self._held) < MAX_HELD:
            self._held += char
            return []
        return self._as_text() + self._read(char)

    def _close(self, char: str) -> list[Part]:
        items = _items(self._held[1:])
        if items is None:
            self._held += char
            return self._as_text()
        unknown = sum(not self._presented.issuperset(item) or not item for item in items)
        self.unknown += unknown
        known = (number for item in items if self._presented.issuperset(item) for number in item)
        numbers = list(dict.fromkeys(known))
        self._cited.update(numbers)
        blank, self._blank, self._held = self._blank, "", ""
        if not numbers:
            return []
        return [Text(blank), *(Marker(number) for number in numbers)]

    def _as_text(self) -> list[Part]:
        content, self._blank, self._held = self._blank + self._held, "", ""
        return [Text(content)]


def unmarked(text: str) -> str:
    """Return a whole text without its markers, whatever cards they name."""
    markers = MarkerStream(())
    return words_of([*markers.feed(text), *markers.finish()])


def words_of(parts: Iterable[Part]) -> str:
    """Return the text of some parts without their markers."""
    return "".join(part.content for part in parts if isinstance(part, Text))


def _items(inner: str) -> list[range] | None:
    """Return the numbers between the brackets; an empty range names nothing, None is no marker at all."""
    found = [_ITEM.fullmatch(item) for item in _SEPARATOR.split(unicodedata.normalize("NFKC", inner).strip())]
    items = []
    for match in found:
        if match is None:
            return None
        first = int(match[1] or 0)
        items.append(range(first, int(match[2] or first) + 1) if match[1] else range(0))
    return items


def _joined(parts: list[Part]) -> list[Part]:
    """Join adjacent texts and leave out empty ones."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, Text) and joined and isinstance(joined[-1], Text):
            joined[-1] = Text(joined[-1].content + part.content)
        elif part != Text(""):
            joined.append(part)
    return joined
