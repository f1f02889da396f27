"""Turns a card's body into pieces a page can draw safely: structure is kept, and every word of it is made inert."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rag.answer.neutralise import Place, neutralise
from rag.browse.inline_view import CardLink, gray_label, write_inline
from rag.browse.linked_cards import LinkedCards
from rag.cards.blocks import read_blocks
from rag.cards.markdown import parse
from rag.types import Card

HEADING_SHIFT = 3
"""A card is a part of a page: its `# Schema` is drawn as the fourth level."""

DEEPEST_HEADING = 6

MAX_PIECES = 400
"""Pieces drawn of one body; each costs the browser an element. The longest public card has under 100."""

_ALIGNED = {"text-align:left": ":--", "text-align:center": ":-:", "text-align:right": "--:"}


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown that shows the body's words and nothing else; its only links are checked web addresses."""

    markdown: str
    """Empty when there is nothing but links to cards."""
    links: tuple[CardLink, ...] = ()
    """Cards it links to, in order, each once; to be drawn below it."""
    wide: bool = False
    """A table, which may need more room than there is."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code block, as written."""

    text: str
    language: str


Piece = Prose | Code


@dataclass(frozen=True, slots=True)
class BodyView:
    """A body in reading order."""

    pieces: tuple[Piece, ...]
    cut: bool
    """There were more than `MAX_PIECES`."""


def view_body(card: Card) -> BodyView:
    """Return the body of a card as pieces.

    Headings, lists, quotations and tables stay such; web links keep their text and gain their host; images give
    their alternative text, HTML its text without tags, footnotes their label. A piece ends after a block that
    links to other cards, around a table and around a code block; a list of nothing but such links gives the links
    alone.
    """
    writer = _BlockWriter(LinkedCards(card))
    writer.write(parse(card.body))
    return BodyView(tuple(writer.pieces[:MAX_PIECES]), len(writer.pieces) > MAX_PIECES)


@dataclass(slots=True)
class _Container:
    """A list item or a quotation that the lines written now stand in."""

    first: str
    rest: str
    started: bool = False

    def prefix(self) -> str:
        if self.started:
            return self.rest
        self.started = True
        return self.first


@dataclass(slots=True)
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


class _BlockWriter:
    def __init__(self, cards: LinkedCards) -> None:
        self.pieces: list[Piece] = []
        self._cards = cards
        self._lines: list[str] = []
        self._links: dict[str, CardLink] = {}
        self._containers: list[_Container] = []
        self._numbers: list[int | None] = []
        """Next number of each open list; None for bullets."""
        self._table = _Table()
        self._block_start = 0
        """Where the lines of the current top-level block begin."""
        self._only_links = True

    def write(self, tokens: Sequence[Token]) -> None:
        depth = 0
        for position, token in enumerate(tokens):
            if depth == 0 and token.nesting >= 0:
                self._block_start, self._only_links = len(self._lines), True
            depth += token.nesting
            self._take(token, tokens[position - 1] if position else token)
            if depth == 0 and self._links:
                self._end_linking_block()
        self._flush()

    def _take(self, token: Token, before: Token) -> None:
        match token.type:
            case "inline":
                self._take_inline(token, before)
            case "bullet_list_open":
                self._numbers.append(None)
            case "ordered_list_open":
                self._numbers.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self._numbers.pop()
            case "list_item_open":
                self._open_item()
            case "blockquote_open":
                self._containers.append(_Container("> ", "> "))
            case "list_item_close" | "blockquote_close":
                self._containers.pop()
            case "table_open":
                self._table = _Table()
            case "tr_open":
                self._table.rows.append([])
            case "th_open":
                self._table.rules.append(_ALIGNED.get(str(token.attrs.get("style", "")), "---"))
            case "table_close":
                self._close_table()
            case "hr":
                self._block(["***"])
                self._only_links = False
            case "fence" | "code_block":
                self._code(token)
            case "html_block":
                self._html(token.content)

    def _take_inline(self, token: Token, before: Token) -> None:
        in_cell = before.type in ("th_open", "td_open")
        in_heading = before.type == "heading_open"
        on_one_line = in_cell or in_heading or before.type == "footnote_open"
        place: Place = "text" if on_one_line else "item start"
        inside = write_inline(token, self._cards, place=place, breaks=not on_one_line)
        self._only_links = self._only_links and inside.only_links
        for link in inside.links:
            self._links.setdefault(link.card_id, link)
        if in_cell:
            self._table.rows[-1].append(inside.markdown)
        elif in_heading:
            level = min(int(before.tag[1:]) + HEADING_SHIFT, DEEPEST_HEADING)
            self._block([f"{'#' * level} {inside.markdown}"])
        elif before.type == "footnote_open":
            self._block([f":small[{gray_label(before.info)} {inside.markdown}]"])
        else:
            self._block(inside.markdown.split("\n"), tight=before.hidden)

    def _open_item(self) -> None:
        number = self._numbers[-1]
        marker = "- " if number is None else f"{number}. "
        if number is not None:
            self._numbers[-1] = number + 1
        self._containers.append(_Container(marker, " " * len(marker)))

    def _close_table(self) -> None:
        head, *rows = self._table.rows
        links, self._links = self._links, {}
        self._close_piece()
        lines = [f"| {' | '.join(cells)} |" for cells in (head, self._table.rules, *rows)]
        self.pieces.append(Prose("\n".join(lines), tuple(links.values()), wide=True))

    def _code(self, token: Token) -> None:
        self._close_piece()
        words = token.info.split()
        self.pieces.append(Code(token.content.rstrip("\n"), words[0] if words else ""))

    def _close_piece(self) -> None:
        """End the piece inside the open containers, which do not go on in the next one."""
        self._flush()
        for container in self._containers:
            if container.started and container.first != "> ":
                container.rest = ""  # the piece with its marker is closed; what follows stands on its own

    def _html(self, html: str) -> None:
        text = "\n\n".join(neutralise(block.text).strip() for block in read_blocks(html))
        if text:
            self._only_links = False
            self._block(text.split("\n"))

    def _block(self, lines: Sequence[str], *, tight: bool = False) -> None:
        if not any(line.strip() for line in lines):
            return
        fresh = bool(self._containers) and not self._containers[-1].started
        if self._lines and not (tight and fresh and len(self._lines) > self._block_start):
            self._lines.append("".join(container.rest for container in self._containers if container.started).rstrip())
        for line in lines:
            self._lines.append("".join(container.prefix() for container in self._containers) + line)

    def _end_linking_block(self) -> None:
        if self._only_links:
            del self._lines[self._block_start :]
            last = self.pieces[-1] if self.pieces and not self._lines else None
            if isinstance(last, Prose) and last.links and not last.markdown:
                self.pieces.pop()
                self._links = {link.card_id: link for link in (*last.links, *self._links.values())}
        self._flush()

    def _flush(self) -> None:
        markdown = "\n".join(self._lines).strip("\n")
        if markdown or self._links:
            self.pieces.append(Prose(markdown, tuple(self._links.values())))
        self._lines, self._links, self._block_start = [], {}, 0
