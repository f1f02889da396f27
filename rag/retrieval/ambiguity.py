"""Tells a question that could mean several cards: it says little, and the best cards are too close to call."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.types import Confidence, FusedHit, Hit


@dataclass(frozen=True, slots=True)
class AmbiguityRule:
    """When to ask back instead of answering."""

    most_tokens: int
    """A question with more tokens says what it means."""
    cosine_gap: float
    """Most by which the two nearest cards may differ in similarity."""
    score_ratio: float
    """Least share of the best fused score that the second card must have."""
    least_confidence: float
    """Below it the question is refused instead: none of the cards is meant."""


def several_meanings(
    tokens: Sequence[str], vector: Sequence[Hit], fused: Sequence[FusedHit], sure: Confidence, rule: AmbiguityRule
) -> bool:
    """Tell whether a question could mean more than one of the best cards; a silent vector leg says no."""
    if len(tokens) > rule.most_tokens or sure.value < rule.least_confidence or len(vector) < 2 or len(fused) < 2:
        return False
    close_in_meaning = vector[0].score - vector[1].score <= rule.cosine_gap
    return close_in_meaning and fused[1].score >= rule.score_ratio * fused[0].score
