"""How cards move from leg to leg to fused to context: the data of a bump chart and of the table that says the same."""

from collections.abc import Collection
from dataclasses import dataclass

from rag.types import Trace

CARDS = 8
"""More lines than this cannot be told apart."""


@dataclass(frozen=True, slots=True)
class CardPath:
    """A card's rank at each step; None where it was not."""

    card_id: str
    bm25: int | None
    vector: int | None
    fused: int
    cited: int | None
    """Its place among the cards that the answer cites, or presents as evidence when it cites none; 1 is the first."""


def card_paths(trace: Trace, cited: Collection[int], *, limit: int = CARDS) -> tuple[CardPath, ...]:
    """Return the paths of the best fused cards.

    Args:
        trace: Of the question.
        cited: Numbers the answer's text cites; empty when there is no answer, or it cites none.
        limit: Cards.
    """
    evidence = [item for item in trace.evidence if item.role == "evidence"]
    used = [item.card.card_id for item in evidence if not cited or item.number in cited]
    places = {card_id: place for place, card_id in enumerate(used, start=1)}
    return tuple(
        CardPath(
            card_id=hit.card_id,
            bm25=hit.bm25.rank if hit.bm25 else None,
            vector=hit.vector.rank if hit.vector else None,
            fused=hit.rank,
            cited=places.get(hit.card_id),
        )
        for hit in trace.fused[:limit]
    )
