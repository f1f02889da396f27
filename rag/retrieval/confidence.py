"""Confidence that the best card answers, from raw leg evidence; ranks and per-question scaling say nothing of it."""

import math
from dataclasses import dataclass

from rag.types import Band, Confidence


@dataclass(frozen=True, slots=True)
class Evidenced:
    """Raw leg evidence of the best card."""

    cosine: float
    """Best similarity of the first fused card, in [-1, 1]; 0 without a vector leg."""
    bm25_self: float
    """Its BM25 score over that of the question against itself; 0 without a lexical match."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """Coefficients of the confidence; fitted on labelled questions."""

    intercept: float
    cosine: float
    bm25_self: float
    high: float
    """From this value on the word is `high`."""
    threshold: float
    """Below this value the word is `low` and the question is refused."""


def confidence(found: Evidenced | None, logistic: Logistic) -> Confidence:
    """Return sigmoid(intercept + cosine·c + bm25_self·b); nothing found is exactly 0."""
    if found is None:
        return Confidence(0.0, "low", ())
    parts = (
        ("intercept", 1.0, logistic.intercept),
        ("cosine", found.cosine, logistic.cosine),
        ("bm25_self", found.bm25_self, logistic.bm25_self),
    )
    value = _sigmoid(sum(amount * coefficient for _, amount, coefficient in parts))
    return Confidence(value, band(value, logistic.threshold, logistic.high), parts)


def band(value: float, threshold: float, high: float) -> Band:
    """Return the word for a confidence: low is refused, high is at or over both bounds."""
    if value < threshold:
        return "low"
    return "high" if value >= high else "medium"


def _sigmoid(logit: float) -> float:
    if logit >= 0:
        return 1 / (1 + math.exp(-min(logit, 700)))
    power = math.exp(max(logit, -700))
    return power / (1 + power)
