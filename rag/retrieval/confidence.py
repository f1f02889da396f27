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
    margins: "Margins | None" = None
    """Known where the card's bundle writes down what it leaves open."""
    named_words: float | None = None
    """Share in [0, 1] of the weight of the words beside the names that the named cards hold; None without names."""


@dataclass(frozen=True, slots=True)
class Margins:
    """How far the best card stands out, in a bundle that writes down its open questions."""

    above_chance: float
    """Its similarity, in standard deviations over what phrases of the bundle have to other cards."""
    meaning: float
    """Its similarity less that of the nearest open question, in [-2, 2]."""
    words: float
    """Its best word overlap with the question less that of the nearest open question, in [-1, 1]."""
    open_question: str = ""
    """The open question nearest in meaning."""


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
    margins: "MarginLogistic | None" = None
    """Used instead where margins are known."""


@dataclass(frozen=True, slots=True)
class MarginLogistic:
    """Coefficients over `Margins`."""

    intercept: float
    above_chance: float
    meaning: float
    words: float


def confidence(found: Evidenced | None, logistic: Logistic) -> Confidence:
    """Return the sigmoid of the intercept and each part times its coefficient; nothing found is exactly 0."""
    if found is None:
        return Confidence(0.0, "low", ())
    parts = _parts(found, logistic)
    value = _sigmoid(sum(amount * coefficient for _, amount, coefficient in parts))
    return Confidence(value, band(value, logistic.threshold, logistic.high), parts)


def band(value: float, threshold: float, high: float) -> Band:
    """Return the word for a confidence: low is refused, high is at or over both bounds."""
    if value < threshold:
        return "low"
    return "high" if value >= high else "medium"


def _parts(found: Evidenced, logistic: Logistic) -> tuple[tuple[str, float, float], ...]:
    margins, weights = found.margins, logistic.margins
    if margins is None or weights is None:
        return (
            ("intercept", 1.0, logistic.intercept),
            ("cosine", found.cosine, logistic.cosine),
            # where something is named its name is most of what a card shares with the question
            ("bm25_self", found.bm25_self, logistic.bm25_self)
            if found.named_words is None
            else ("named_words", found.named_words, logistic.bm25_self),
        )
    return (
        ("intercept", 1.0, weights.intercept),
        ("above_chance", margins.above_chance, weights.above_chance),
        ("meaning", margins.meaning, weights.meaning),
        ("words", margins.words, weights.words),
    )


def _sigmoid(logit: float) -> float:
    if logit >= 0:
        return 1 / (1 + math.exp(-min(logit, 700)))
    power = math.exp(max(logit, -700))
    return power / (1 + power)
