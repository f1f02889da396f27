"""Joins the two legs into one ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rag.types import FusedHit, Hit

RRF_K = 60
"""Damps the lead of first places. 60 is the value of Cormack, Clarke & Büttcher, SIGIR 2009."""


@dataclass(frozen=True, slots=True)
class FusionRule:
    """How two legs are joined."""

    method: Literal["score", "rrf"]
    k: int = RRF_K
    bm25_weight: float = 1.0
    vector_weight: float = 1.0


def fuse(bm25: Sequence[Hit], vector: Sequence[Hit], rule: FusionRule) -> tuple[FusedHit, ...]:
    """Join two rankings into one that holds every card of either.

    `rrf`: the weighted sum of 1 / (k + rank) over the legs that hold a card (Cormack, Clarke & Büttcher, SIGIR 2009).
    `score`: the weighted mean of each leg's scores after min-max over the leg's list (Lee, SIGIR 1997); a list of
    several equal scores gives 0, and so does absence; the only card of a list gets 1. A weight of 0 leaves a leg
    out, its cards included, so that the other leg's order comes back exactly. A leg without hits leaves the other
    leg's order alone as well.

    Ties go to the card with the better similarity, then the better BM25 score, then the lower card id, so that one
    question always gives one order.

    Returns:
        Best first, ranks from 1. `score` is the chosen method's; `rrf` is always the RRF score.
    """
    if not rule.bm25_weight:
        bm25 = ()
    if not rule.vector_weight:
        vector = ()
    legs = [(hits, weight) for hits, weight in ((bm25, rule.bm25_weight), (vector, rule.vector_weight)) if hits]
    if not legs:
        return ()
    reciprocal = _reciprocal(legs, rule.k)
    chosen = reciprocal if rule.method == "rrf" or len(legs) == 1 else _min_max(legs)
    by_bm25 = {hit.card_id: hit for hit in bm25}
    by_vector = {hit.card_id: hit for hit in vector}

    def order(card_id: str) -> tuple[float, float, float, str]:
        similarity = by_vector[card_id].score if card_id in by_vector else -2.0
        words = by_bm25[card_id].score if card_id in by_bm25 else -1.0
        return (-chosen[card_id], -similarity, -words, card_id)

    return tuple(
        FusedHit(
            card_id=card_id,
            rank=rank,
            score=chosen[card_id],
            rrf=reciprocal[card_id],
            bm25=by_bm25.get(card_id),
            vector=by_vector.get(card_id),
        )
        for rank, card_id in enumerate(sorted(chosen, key=order), start=1)
    )


def blend(main: Sequence[FusedHit], beside: Sequence[FusedHit], share: float) -> tuple[FusedHit, ...]:
    """Return `main` by its scores plus `share` times those of `beside`, scaled back to one ranking's range.

    Cards only in `beside` stay out. Ties keep the order of `main`.
    """
    extra = {hit.card_id: hit.score for hit in beside}
    scored = [(hit, (hit.score + share * extra.get(hit.card_id, 0.0)) / (1 + share)) for hit in main]
    scored.sort(key=lambda pair: -pair[1])
    return tuple(replace(hit, score=score, rank=rank) for rank, (hit, score) in enumerate(scored, 1))


def _reciprocal(legs: Sequence[tuple[Sequence[Hit], float]], k: int) -> Mapping[str, float]:
    scores: dict[str, float] = {}
    for hits, weight in legs:
        for hit in hits:
            scores[hit.card_id] = scores.get(hit.card_id, 0.0) + weight / (k + hit.rank)
    return scores


def _min_max(legs: Sequence[tuple[Sequence[Hit], float]]) -> Mapping[str, float]:
    total = sum(weight for _, weight in legs)
    scores: dict[str, float] = {}
    for hits, weight in legs:
        low, high = min(hit.score for hit in hits), max(hit.score for hit in hits)
        for hit in hits:
            share = (hit.score - low) / (high - low) if high > low else float(len(hits) == 1)
            scores[hit.card_id] = scores.get(hit.card_id, 0.0) + weight * share / total
    return scores
