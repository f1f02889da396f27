"""Reads a card's body as blocks of plain text: paragraphs, list items, table rows, code, headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Literal

from markdown_it.token import Token

from rag.cards.markdown import parse

_RELATED = frozenset(
    (
        "related",
        "related cards",
        "related concepts",
        "see also",
        "further reading",
        "관련",
        "관련 카드",
        "관련 항목",
        "관련 문서",
        "같이 보기",
        "함께 보기",
        "相关",
        "相关卡片",
        "相关条目",
        "相關",
        "参见",
        "另见",
        "參見",
    )
)
_CITATIONS = frozenset(("citations", "인용", "출처", "引用", "来源", "來源"))
"""Headings of v0.1's citation section, and its names in our languages."""

NAME_AND_VALUE = 2
"""Columns of a table whose rows say what they are in their first cell; its headers add nothing."""

_INLINE_TAGS = frozenset(("a", "abbr", "b", "code", "em", "i", "mark", "small", "span", "strong", "sub", "sup", "u"))
_WIKILINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_JOINED = re.compile("(?<=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef])\0(?=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef])")
_SPACES = re.compile("[ \t\0]+")


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a body without its markup."""

    kind: Literal["heading", "paragraph", "item", "row", "code"]
    text: str
    """Word for word but for markup; a hard line break is LF, a row is `Header: cell | Header: cell`, or
    `cell: cell` in a table of two columns."""
    links_only: bool = False
    """Nothing but links and punctuation."""
    leads_with_link: bool = False


@dataclass(frozen=True, slots=True)
class _Inline:
    text: str
    outside: str
    """The letters and digits outside links."""
    linked: bool
    leads_with_link: bool


def read_blocks(body: str) -> tuple[Block, ...]:
    """Return the blocks of `body` in reading order.

    Left out: footnotes and references to them, comments, tags, link addresses, lists of nothing but links,
    link lists under a "related" heading, and a citations section (OKF v0.1).
    """
    reader = _Reader()
    reader.read(parse(body))
    return tuple(reader.blocks)


class _Reader:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._heading = ""
        self._citations_level = 0
        """Level of the citations heading we are under; 0 is none."""
        self._lists: list[int] = []
        """Where the blocks of each open list start."""
        self._headers: list[str] = []
        self._cells: list[str] = []
        self._in_head = False

    def read(self, tokens: Sequence[Token]) -> None:
        """Go through the tokens once, adding blocks."""
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type == "footnote_open":
                position += 3
                continue
            if token.type == "heading_open":
                self._enter_heading(token, tokens[position + 1])
                position += 3
                continue
            self._read_one(token, tokens[position - 1].type if position else "")
            position += 1

    def _enter_heading(self, opening: Token, inline: Token) -> None:
        level = int(opening.tag[1:])
        text = _read_inline(inline).text
        self._heading = text.casefold().strip(" :")
        if self._citations_level and level > self._citations_level:
            return
        self._citations_level = level if self._heading in _CITATIONS else 0
        if self._heading not in _RELATED:
            self._add(Block("heading", text))

    def _read_one(self, token: Token, previous: str) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append(len(self.blocks))
            case "bullet_list_close" | "ordered_list_close":
                self._close_list(self._lists.pop())
            case "thead_open" | "thead_close":
                self._in_head = token.type == "thead_open"
            case "tr_open":
                self._cells = []
            case "tr_close":
                self._close_row()
            case "inline" if previous in ("th_open", "td_open"):
                self._cells.append(" ".join(_read_inline(token).text.split("\n")))
            case "inline":
                self._add_text(_read_inline(token))
            case "fence" | "code_block":
                self._add(Block("code", token.content.strip("\n")))
            case "html_block":
                for line in _html_text(token.content):
                    self._add(Block("paragraph", line))

    def _add(self, block: Block) -> None:
        if block.text.strip() and not self._citations_level:
            self.blocks.append(block)

    def _add_text(self, inline: _Inline) -> None:
        label = inline.outside.casefold().strip()
        if label in _RELATED:
            return
        links_only = inline.linked and not label
        kind: Literal["item", "paragraph"] = "item" if self._lists else "paragraph"
        if links_only and not self._lists and self._heading in _RELATED:
            return
        self._add(Block(kind, inline.text, links_only, inline.leads_with_link))

    def _close_list(self, start: int) -> None:
        items = self.blocks[start:]
        related = self._heading in _RELATED and all(item.leads_with_link for item in items)
        if related or all(item.links_only for item in items):
            del self.blocks[start:]

    def _close_row(self) -> None:
        if self._in_head:
            self._headers = self._cells
            return
        if len(self._headers) == NAME_AND_VALUE:
            cells = [": ".join(cell for cell in self._cells if cell)]
        else:
            pairs = zip(self._headers, self._cells, strict=False)
            cells = [f"{header}: {cell}" if header else cell for header, cell in pairs if cell]
        self._add(Block("row", " | ".join(cells)))


def _read_inline(token: Token) -> _Inline:
    shown: list[str] = []
    outside: list[str] = []
    depth = linked = 0
    leads = False
    for child in token.children or []:
        if child.type == "link_open":
            leads = leads or not "".join(shown).strip()
            depth, linked = depth + 1, linked + 1
        elif child.type == "link_close":
            depth -= 1
        elif child.type == "footnote_ref":
            _drop_trailing_space(shown)
        else:
            text = _shown_text(child)
            shown.append(text)
            if not depth:
                outside.append(text)
    text = _SPACES.sub(" ", _JOINED.sub("", "".join(shown)))
    words = " ".join(re.findall(r"\w+", "".join(outside)))
    return _Inline(text.strip(), words, linked > 0, leads)


def _drop_trailing_space(shown: list[str]) -> None:
    if shown:
        shown[-1] = shown[-1].rstrip(" ")


def _shown_text(child: Token) -> str:
    match child.type:
        case "text":
            return _WIKILINK.sub(r"\1", child.content)
        case "code_inline" | "image":
            return child.content
        case "softbreak":
            return "\0"
        case "hardbreak":
            return "\n"
        case "html_inline" if child.content.lower().startswith("<br"):
            return "\n"
    return ""


class _HtmlText(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if self._silent <= 0:
            self.parts.append(data)

    def _break(self, tag: str) -> None:
        if tag not in _INLINE_TAGS:
            self.parts.append("\n")


def _html_text(html: str) -> Iterator[str]:
    reader = _HtmlText()
    reader.feed(html)
    reader.close()
    for line in "".join(reader.parts).split("\n"):
        if line.strip():
            yield " ".join(line.split())
