"""The sums behind fused scores, written out with their numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.types import Applied, Confidence, FusedHit, Hit, Leg, Trace


@dataclass(frozen=True, slots=True)
class Sum:
    """A score with the terms it was added up from."""

    terms: str
    """Such as `1/(60+2) + 1/(60+7)`."""
    value: float
    most: float
    """What a card that is best in every leg would have."""


@dataclass(frozen=True, slots=True)
class Product:
    """One part of a confidence: amount × coefficient."""

    name: str
    amount: float
    coefficient: float
    value: float


@dataclass(frozen=True, slots=True)
class _Voice:
    """A leg that took part in fusion."""

    leg: Leg
    weight: float
    decimals: int
    hit_of: Callable[[FusedHit], Hit | None]


def reciprocal_sum(hit: FusedHit, trace: Trace) -> Sum | None:
    """Return the RRF score's sum; None when the trace was stored without its settings."""
    applied = trace.applied
    if applied is None:
        return None
    voices = _voices(trace, applied)
    terms = [_reciprocal(voice.hit_of(hit), voice.weight, applied.rrf_k) for voice in voices]
    most = sum(voice.weight for voice in voices) / (applied.rrf_k + 1)
    return Sum(" + ".join(terms), hit.rrf, most)


def fused_sum(hit: FusedHit, trace: Trace) -> Sum | None:
    """Return the sum of the score that ordered the cards: min-max of both legs, or RRF where that ordered them.

    RRF orders when it is configured and when only one leg has hits. None as for `reciprocal_sum`.
    """
    applied = trace.applied
    if applied is None:
        return None
    voices = _voices(trace, applied)
    if applied.method == "rrf" or len(voices) == 1:
        return reciprocal_sum(hit, trace)
    total = sum(voice.weight for voice in voices)
    terms = [_share(voice.hit_of(hit), voice) for voice in voices]
    return Sum(f"({' + '.join(terms)}) / {total:g}", hit.score, 1.0)


def confidence_products(sure: Confidence) -> tuple[Product, ...]:
    """Return the parts of a confidence; their values sum to its logit. Empty when nothing was found."""
    return tuple(Product(name, amount, coefficient, amount * coefficient) for name, amount, coefficient in sure.parts)


def rrf_ranks(trace: Trace) -> dict[str, int]:
    """Return each fused card's rank by RRF, 1 is best, ties as `rag.retrieval.fusion.fuse` breaks them."""

    def order(hit: FusedHit) -> tuple[float, float, float, str]:
        similarity = hit.vector.score if hit.vector else -2.0
        return (-hit.rrf, -similarity, -(hit.bm25.score if hit.bm25 else -1.0), hit.card_id)

    return {hit.card_id: rank for rank, hit in enumerate(sorted(trace.fused, key=order), start=1)}


def _voices(trace: Trace, applied: Applied) -> Sequence[_Voice]:
    legs = (
        _Voice(trace.lexical, applied.bm25_weight, 2, lambda hit: hit.bm25),
        _Voice(trace.vector, applied.vector_weight, 4, lambda hit: hit.vector),
    )
    return [voice for voice in legs if voice.weight and voice.leg.hits]


def _reciprocal(hit: Hit | None, weight: float, k: int) -> str:
    return "0" if hit is None else f"{weight:g}/({k}+{hit.rank})"


def _share(hit: Hit | None, voice: _Voice) -> str:
    scores = [other.score for other in voice.leg.hits]
    low, high = min(scores), max(scores)
    if hit is None or high == low:
        return "0"
    below, span = (f"({value:.{voice.decimals}f} − {low:.{voice.decimals}f})" for value in (hit.score, high))
    return f"{voice.weight:g} × {below}/{span}"
