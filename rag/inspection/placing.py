"""The rank of any card in each leg, also of cards that the legs did not hand on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rag.index.opening import OpenIndex
from rag.inspection.standing import Standing, standing
from rag.protocols import Vectors
from rag.retrieval.evidence import unfit
from rag.retrieval.legs import Reach
from rag.types import Applied, Trace

LegFate = Literal["kept", "beyond", "no-shared-token", "outside-topic", "outside-bundle", "off", "no-tokens"]
"""What a leg did with a card; `beyond` ranked it lower than the candidates that are handed on."""


@dataclass(frozen=True, slots=True)
class LegPlace:
    """A card as one leg sees it."""

    fate: LegFate
    rank: int | None = None
    """Among all cards the leg can score, not only those handed on; 1 is best."""
    score: float | None = None
    of: int = 0
    """Cards the leg scored."""


@dataclass(frozen=True, slots=True)
class Placing:
    """A card on its way through the stages."""

    lexical: LegPlace
    vector: LegPlace
    fused_rank: int | None
    standing: Standing


def place(card_id: str, trace: Trace, applied: Applied, index: OpenIndex, vector: Vectors | None) -> Placing:
    """Return the places of a card of the index the trace was made with.

    Args:
        card_id: A card of `index`.
        trace: Of the question.
        applied: The settings of the trace.
        index: The version the trace names.
        vector: The question's; None when the vector leg did not run.

    Raises:
        ValueError: the index holds no such card.
    """
    card = index.cards.get(card_id)
    if card is None:
        raise ValueError(f"There is no card {card_id!r} in index version {index.manifest.version}.")
    reach = Reach.of(trace.bundles, trace.topics, trace.topic_mode, index)
    return Placing(
        lexical=_lexical(card_id, trace, applied, index, reach),
        vector=_vector(card_id, trace, index, vector, reach),
        fused_rank=next((hit.rank for hit in trace.fused if hit.card_id == card_id), None),
        standing=standing(trace, card_id, card, unfit(card)),
    )


def _lexical(card_id: str, trace: Trace, applied: Applied, index: OpenIndex, reach: Reach) -> LegPlace:
    if trace.lexical.note in ("off", "no-tokens"):
        return LegPlace("off" if trace.lexical.note == "off" else "no-tokens")
    row = index.cards.row_of[card_id]
    if barred := _barred(index.cards.places[row], reach.bundles, reach.lexical_topics):
        return LegPlace(barred)
    found = index.lexical.search(
        trace.tokens, bundles=reach.bundles, topics=reach.lexical_topics, k1=applied.k1, b=applied.b
    )
    return _placed(row, found.rows, found.scores, [hit.card_id for hit in trace.lexical.hits], card_id)


def _vector(card_id: str, trace: Trace, index: OpenIndex, vector: Vectors | None, reach: Reach) -> LegPlace:
    if vector is None or trace.vector.note in ("off", "no-tokens"):
        return LegPlace("no-tokens" if trace.vector.note == "no-tokens" else "off")
    row = index.cards.row_of[card_id]
    if barred := _barred(index.cards.places[row], reach.bundles, reach.vector_topics):
        return LegPlace(barred)
    rows = index.rows(reach.bundles, reach.vector_topics)
    found = index.vectors.search(vector, rows=rows, limit=1, exact_limit=0, exact=True)
    return _placed(row, found.rows, found.scores, [hit.card_id for hit in trace.vector.hits], card_id)


def _barred(
    place: tuple[str, str], bundles: Sequence[str], topics: frozenset[tuple[str, str]] | None
) -> Literal["", "outside-bundle", "outside-topic"]:
    if place[0] not in bundles:
        return "outside-bundle"
    return "outside-topic" if topics is not None and place not in topics else ""


def _placed(
    row: int, rows: NDArray[np.int64], scores: NDArray[np.float64], handed_on: Sequence[str], card_id: str
) -> LegPlace:
    at = int(np.searchsorted(rows, row))
    if at == len(rows) or rows[at] != row:
        return LegPlace("no-shared-token", of=len(rows))
    score = scores[at]
    better = int(np.count_nonzero(scores > score)) + int(np.count_nonzero(scores[:at] == score))
    return LegPlace("kept" if card_id in handed_on else "beyond", better + 1, float(score), len(rows))
