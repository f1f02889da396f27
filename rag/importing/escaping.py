"""Writes foreign text into a card's body so that every character of it is text and none is markdown."""

import re
import unicodedata
from collections.abc import Iterator

_HIDDEN = frozenset(("Cc", "Cf", "Cs"))
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul fillers: letters by category, shown as nothing."""

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|$!#]")
_OPENS_BLOCK = re.compile(r"(?:[-+=]|\d{1,9}(?=[.)]))")


def one_line(text: str) -> str:
    """Return `text` on one line: runs of white space are one space; control and unseen characters are gone.

    A number with an unseen character inside would otherwise pass the masks.
    """
    spaced = " ".join(text.split())
    if spaced.isascii() and spaced.isprintable():
        return spaced
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _HIDDEN and char not in _UNSEEN)
    return " ".join(seen.split())


def escape(text: str) -> str:
    """Return a one-line `text` as markdown that reads back as `text` behind other words on its line."""
    marked = _MARKUP.sub(r"\\\g<0>", text)
    return marked.replace("\\[\\[", "\\[<!-- -->\\[").replace("\\[\\[", "\\[<!-- -->\\[")  # no wikilink


def escape_paragraph(text: str) -> str:
    """Return a one-line `text` as markdown that reads back as `text` in a paragraph of its own."""
    opening = _OPENS_BLOCK.match(text)
    if opening is None:
        return escape(text)
    end = opening.end()
    if text[0] in "-+=":
        return f"\\{text[0]}{escape(text[1:])}"
    return f"{text[:end]}\\{text[end]}{escape(text[end + 1 :])}"


def paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of `text` that hold something, each on one line."""
    for line in text.splitlines():
        clean = one_line(line)
        if clean:
            yield clean
