"""Where the scores of one card come from: each token's part of BM25, and the vector that was nearest."""

from dataclasses import dataclass

from rag.index.card_text import view_texts
from rag.index.lexical import TokenPart
from rag.index.opening import OpenIndex
from rag.index.vectors import DECIMALS
from rag.inspection.matching import SideBySide, side_by_side
from rag.protocols import Vectors
from rag.types import Applied, Card, Trace


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a card is to the question in the vector space."""

    cosine: float
    """Of the nearest of the card's vectors."""
    view: int
    """0 is the whole text, n the nth phrase."""
    text: str
    """What that vector was made from."""
    whole: float
    """Cosine of the whole text's vector."""
    views: int
    """Vectors of the card."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The scores of one card for one question."""

    words: SideBySide
    parts: tuple[TokenPart, ...]
    """One for each token of the question; their scores sum to `bm25`."""
    bm25: float
    nearness: Nearness | None
    """None without a question vector."""


def explain(card: Card, trace: Trace, applied: Applied, index: OpenIndex, vector: Vectors | None) -> Explanation:
    """Return the scores of a card of the index the trace was made with, whether or not the card was found.

    A card outside the searched bundles is scored as if its bundle had been searched as well.
    """
    row = index.cards.row_of[card.card_id]
    bundles = {*trace.bundles, card.bundle}
    parts = tuple(index.lexical.explain(trace.tokens, row, bundles=bundles, k1=applied.k1, b=applied.b))
    return Explanation(
        words=side_by_side(trace.question, card),
        parts=parts,
        bm25=sum(part.score for part in parts),
        nearness=None if vector is None else _nearness(card, row, index, vector),
    )


def _nearness(card: Card, row: int, index: OpenIndex, vector: Vectors) -> Nearness:
    view, cosine = index.vectors.best_view(vector, row)
    whole = round(float(index.vectors.vector(row) @ vector), DECIMALS)
    texts = view_texts(card)
    return Nearness(cosine, view, texts[view], whole, len(texts))
