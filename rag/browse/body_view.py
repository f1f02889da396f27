"""Turns a card's body into pieces a page can draw safely: structure is kept, and every word of it is made inert."""

from collections.abc import Mapping
from dataclasses import dataclass

from rag.browse.inline_view import CardLink, InlineView
from rag.cards.blocks import read_blocks
from rag.cards.links import BundleFiles
from rag.cards.markdown import parse
from rag.types import Card

DEEPEST_HEADING = 6
HEADING_SHIFT = 3
"""A card is a part of a page: its `# Schema` is drawn as the fourth level."""

MAX_PIECES = 400
"""Pieces drawn of one body; each costs the browser an element. The longest public card has under 100."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown that shows the body's words and nothing else; its only links are checked web addresses."""

    markdown: str
    links: tuple[CardLink, ...] = ()
    """Cards it links to, in order, each once; to be drawn below it."""


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
    """More than `MAX_PIECES` were there."""


def view_body(card: Card) -> BodyView:
    """Return the body of a card as pieces.

    Headings, lists, quotations and tables stay such; web links keep their text and gain their host; images give
    their alternative text, HTML its text without tags, footnotes their label. A piece ends after a link to
    another card and around a code block.
    """
    writer = _Writer(InlineView(_targets(card)))
    for token in parse(card.body):
        writer.take(token)
    writer.flush()
    return BodyView(tuple(writer.pieces[:MAX_PIECES]), len(writer.pieces) > MAX_PIECES)


def _targets(card: Card) -> "LinkedCards":
    return LinkedCards(card)


class LinkedCards:
    """Finds the card behind a link of a body among the cards the index says it links to."""

    def __init__(self, card: Card) -> None:
        start = len(card.bundle) + 1
        self._base = f"{card.card_id[start:]}.md"
        self._ids: Mapping[str, str] = {f"{card_id[start:]}.md": card_id for card_id in card.links}
        self._files = BundleFiles(self._ids)

    def by_target(self, target: str) -> str | None:
        """Return the id behind a markdown link's target, or None when it is no card."""
        return self._ids.get(self._files.resolve(target, self._base).path)

    def by_name(self, name: str) -> str | None:
        """Return the id behind a wikilink's name, when there is exactly one."""
        found = self._files.named(name)
        return self._ids.get(found[0]) if len(found) == 1 else None
