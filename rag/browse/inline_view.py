"""Writes the inside of a block as markdown in which every word is inert and every link is checked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from markdown_it.token import Token

from rag.answer.neutralise import NeutralStream, Place, plain_label
from rag.browse.linked_cards import LinkedCards
from rag.cards.urls import safe_link

_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_PLAIN_CODE = re.compile(r"[^`|\\\n]+")
_WIDE = re.compile("[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
"""Scripts without spaces: a line break between two such characters is none."""

_MARKS = {"strong": "**", "em": "*"}
LABEL_CHARS = 60
"""Longest footnote label shown; OKF's ids are a word."""


@dataclass(frozen=True, slots=True)
class CardLink:
    """A link to another card."""

    card_id: str
    text: str
    """As written, plain and not neutralised; may be empty."""


@dataclass(frozen=True, slots=True)
class InlineText:
    """What stands inside one block."""

    markdown: str
    """Lines end in LF only at hard breaks."""
    links: tuple[CardLink, ...]
    only_links: bool
    """No letter or digit stands outside links to cards."""


def write_inline(inline: Token, cards: LinkedCards, *, place: Place, breaks: bool = True) -> InlineText:
    """Write the children of an `inline` token.

    Args:
        inline: From `rag.cards.markdown.parse`.
        cards: What its links may lead to.
        place: Where the text begins, for what would be markup there.
        breaks: Keep hard line breaks; otherwise they are blanks, as a heading or a table cell needs.
    """
    writer = _InlineWriter(cards, place, breaks=breaks)
    writer.write(inline.children or [])
    return InlineText(writer.text.rstrip(" "), tuple(writer.links), not writer.outside)


def gray_label(label: str) -> str:
    """Return a footnote's label, in brackets and inert."""
    return f":gray[{plain_label(f'[{label}]', limit=LABEL_CHARS)}]"


class _InlineWriter:
    def __init__(self, cards: LinkedCards, place: Place, *, breaks: bool) -> None:
        self.text = ""
        self.links: list[CardLink] = []
        self.outside = False
        self._cards = cards
        self._breaks = breaks
        self._stream = NeutralStream(place=place)
        self._shown = ""
        """The last raw text that was written."""
        self._broken = False
        """A soft break waits for what follows it."""
        self._in_card_link = False

    def write(self, children: Sequence[Token]) -> None:
        position = 0
        while position < len(children):
            child = children[position]
            kind = child.type.removesuffix("_open")
            if child.nesting == 1:
                end = _closing(children, position)
                self._write_span(kind, child, children[position + 1 : end])
                position = end + 1
                continue
            self._write_leaf(child)
            position += 1

    def _write_leaf(self, child: Token) -> None:
        match child.type:
            case "text":
                self._write_text(child.content)
            case "code_inline":
                self._write_code(child.content)
            case "image":
                self._plain(child.content)
            case "footnote_ref":
                self.text += f" {gray_label(child.info)}"
            case "softbreak":
                self._broken = True
            case "hardbreak" if self._breaks:
                self.text += self._stream.finish() + "  \n"
                self._stream = NeutralStream(place="item start")
                self._shown = ""
            case "hardbreak":
                self._broken = True
            case "html_inline" if child.content.lower().startswith("<br"):
                self._broken = True

    def _write_span(self, kind: str, opening: Token, inner: Sequence[Token]) -> None:
        if kind == "link":
            self._write_link(str(opening.attrs.get("href", "")), inner)
            return
        mark = _MARKS.get(kind, "")
        if mark and _flanked(inner) and not self.text.endswith("*"):
            self._close_break(inner[0].content)
            self.text += mark
            self.write(inner)
            self.text += mark
        else:
            self.write(inner)

    def _write_link(self, target: str, inner: Sequence[Token]) -> None:
        card_id = self._cards.by_target(target)
        link = None if card_id else safe_link(target)
        label = "".join(child.content for child in inner if child.type in ("text", "code_inline", "image"))
        if card_id:
            self._write_card_link(card_id, label, inner)
        elif link:
            self._close_break(label)
            self.text += "["
            self.write(inner)
            host = urlsplit(link).hostname or ""
            if not label.strip():
                self._plain(host)
            self.text += f"](<{link.replace('&', '&amp;')}>)"
            if host not in label:
                self.text += f" :gray[({plain_label(host, limit=LABEL_CHARS)})]"
        else:
            self.write(inner)

    def _write_card_link(self, card_id: str, label: str, inner: Sequence[Token]) -> None:
        self.links.append(CardLink(card_id, " ".join(label.split())))
        if not label.strip():
            return
        self._close_break(label)
        self.text += ":primary["
        self._in_card_link = True
        self.write(inner)
        self._in_card_link = False
        self.text += "]"

    def _write_text(self, content: str) -> None:
        position = 0
        for match in _WIKILINK.finditer(content):
            card_id = self._cards.by_name(match[1])
            if card_id is None:
                continue
            self._plain(content[position : match.start()])
            shown = match[1].rpartition("|")[2]
            token = Token("text", "", 0, content=shown)
            self._write_card_link(card_id, shown, [token])
            position = match.end()
        self._plain(content[position:])

    def _write_code(self, content: str) -> None:
        clean = " ".join("".join(char for char in content if char.isprintable() or char == " ").split())
        if not clean or not _PLAIN_CODE.fullmatch(clean):
            self._plain(content)
            return
        self._close_break(clean)
        self._note(clean)
        self.text += f"`{clean}`"

    def _plain(self, text: str) -> None:
        if not text:
            return
        self._close_break(text)
        self._note(text)
        self.text += self._stream.feed(text)

    def _close_break(self, following: str) -> None:
        if self._broken:
            self._broken = False
            joined = _WIDE.fullmatch(self._shown[-1:]) and _WIDE.match(following)
            self.text += "" if joined else self._stream.feed(" ")

    def _note(self, text: str) -> None:
        self._shown = text
        self.outside = self.outside or (not self._in_card_link and any(map(str.isalnum, text)))


def _closing(children: Sequence[Token], opening: int) -> int:
    depth = 0
    for position in range(opening, len(children)):
        depth += children[position].nesting
        if depth == 0:
            return position
    return len(children)


def _flanked(inner: Sequence[Token]) -> bool:
    """Tell whether emphasis around these tokens is read as such: letters or digits at both ends."""
    if not inner or inner[0].type != "text" or inner[-1].type != "text":
        return False
    return inner[0].content[:1].isalnum() and inner[-1].content[-1:].isalnum()
