"""Makes text from outside inert for Streamlit's markdown: it shows what was written, and nothing happens.

Streamlit 1.67 reads text in two steps, and both are disarmed. Markdown proper (links, images, HTML, math,
directives such as `:red[x]`) looks at the source: active characters become character references. Replacements
in the finished text (`->` arrows, `:material/x:` icons, addresses that become links) see through references:
an invisible word joiner (U+2060) breaks the sequence they look for.
"""

import unicodedata
from typing import Final, Literal

JOINER: Final = "\u2060"
"""Invisible, no line break. All of them in neutralised text are ours: those of the input are removed."""

_ACTIVE: Final = frozenset("\\`*_{}[]<>#!|~$:&^=@")
_ACTIVE_AT_START: Final = frozenset("+-")
_PAIRS: Final = frozenset(("->", "<-", "--", ">=", "<=", "~=", ":/"))
"""Neighbours that Streamlit turns into typography, and the heart of `https://`."""

_MAX_INDENT: Final = 12
"""Blanks of indentation that are kept, so that a hostile line cannot be pushed off the screen."""

_KEPT_FORMATS: Final = frozenset("\u200c\u200d")
"""Zero-width (non-)joiner: emoji families and some scripts are built with them; they change no direction."""

Place = Literal["line start", "bullet", "item start", "number", "text"]


def neutralise(text: str) -> str:
    """Return markdown that Streamlit renders as the text itself.

    Bullets (`- `, `* `) at the start of a line stay a list, line ends stay line ends, blank lines stay
    paragraphs. Nothing else is markup: numbered lines keep their own numbers, tables and headings show as
    written, addresses cannot be clicked. Control and format characters are removed (bidirectional overrides
    among them), tabs become blanks.
    """
    stream = NeutralStream()
    return stream.feed(text) + stream.finish()


def plain_label(text: str, *, limit: int) -> str:
    """Return the text as a label: one line, neutralised, at most `limit` visible characters with an ellipsis.

    Raises:
        ValueError: `limit` is under 1.
    """
    if limit < 1:
        raise ValueError(f"limit must be at least 1, got {limit}")
    line = " ".join("".join(map(_clean, text)).split())
    if len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    stream = NeutralStream(place="item start")
    return stream.feed(line) + stream.finish()


class NeutralStream:
    """Neutralises text piece by piece; how it is cut changes nothing.

    Only blanks at the start of a line and one bullet are held back.
    """

    def __init__(self, *, place: Place = "line start") -> None:
        self._place = place
        self._indent = 0
        """Blanks held back since the line or the bullet began."""
        self._bullet = ""
        self._last = ""
        """The last three characters given out, as they were before neutralising."""
        self._cited = False
        """A raw marker was the last thing given out."""

    def feed(self, piece: str) -> str:
        """Return the neutralised piece."""
        return "".join(self._take(char) for raw in piece for char in _clean(raw))

    def cite(self, number: int) -> str:
        """Return what was held back and the marker `[number]`, the one bracket that is left as it is.

        Raises:
            ValueError: `number` is under 1.
        """
        if number < 1:
            raise ValueError(f"a marker's number must be at least 1, got {number}")
        before = self._leave_start("[")
        self._place, self._last, self._cited = "text", "]", True
        return f"{before}[{number}]"

    def finish(self) -> str:
        """Return what was held back."""
        return _reference(self._bullet) if self._place == "bullet" else ""

    def _take(self, char: str) -> str:
        if char == "\n":
            return self._end_line()
        if char == " " and self._place in ("line start", "bullet", "item start"):
            self._indent += 1
            return ""
        if char in ("-", "*") and self._place == "line start" and not self._indent:
            self._place, self._bullet = "bullet", char
            return ""
        before = self._leave_start(char)
        return before + self._inert(char)

    def _end_line(self) -> str:
        """Two blanks before the line end keep it a line end; a line without words stays a blank line."""
        blank = self._place in ("line start", "item start")
        held = self.finish()
        self._place, self._indent, self._bullet, self._last, self._cited = "line start", 0, "", "", False
        return "\n" if blank else f"{held}  \n"

    def _leave_start(self, char: str) -> str:
        """Give out what was held back at the line's start, now that `char` decides what it was."""
        place, indent, bullet = self._place, self._indent, self._bullet
        self._indent, self._bullet = 0, ""
        if place in ("number", "text"):
            return ""
        self._place = "item start"
        if place == "bullet" and not indent:
            self._place, self._last = "text", bullet
            return _reference(bullet)
        if place == "bullet":
            return "- "
        return "&nbsp;" * min(indent, _MAX_INDENT) if place == "line start" else ""

    def _inert(self, char: str) -> str:
        at_start = self._place == "item start"
        after_number = self._place == "number" and char in ".)"
        digit = char.isascii() and char.isdigit()
        self._place = "number" if digit and self._place in ("item start", "number") else "text"
        joiner = JOINER if self._joins(char) else ""
        active = (
            char in _ACTIVE or after_number or (at_start and char in _ACTIVE_AT_START) or (self._cited and char == "(")
        )
        self._last, self._cited = (self._last + char)[-3:], False
        return joiner + (_reference(char) if active else char)

    def _joins(self, char: str) -> bool:
        """Tell whether the character would complete a sequence that Streamlit replaces in finished text."""
        before = self._last[-1:]
        return (
            before + char in _PAIRS
            or (char == "@" and before != "" and not before.isspace())
            or (char == "." and self._last.lower() == "www")
            or (before == ":" and char.isascii() and (char.isalpha() or char in "+-_"))
        )


def _reference(char: str) -> str:
    return f"&#{ord(char)};"


def _clean(char: str) -> str:
    """Return the character, a substitute that keeps its meaning, or nothing."""
    if char in "\n \u200c\u200d":
        return char
    if char in "\u2028\u2029":
        return "\n"
    if char == "\t":
        return " "
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    return "" if category in ("Cc", "Cf") else char
