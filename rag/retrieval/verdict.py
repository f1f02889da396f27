"""The gate: may this question be answered, decided before any model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.types import Confidence, Evidence, Verdict


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else bears on the verdict."""

    several_meanings: bool = False
    chosen: bool = False
    """The reader picked the card after being asked back."""


def judge(
    tokens: Sequence[str],
    evidence: Sequence[Evidence],
    sure: Confidence,
    *,
    threshold: float,
    circumstances: Circumstances = Circumstances(),
) -> Verdict:
    """Return the verdict: nothing asked, no candidate, several meanings, below the threshold, or answerable."""
    if not tokens:
        return Verdict("empty_question", threshold, "The question holds no word, character or number to search for.")
    if not evidence:
        return Verdict("no_candidate", threshold, "No usable card shares anything with the question.")
    if circumstances.chosen:
        return Verdict("answerable", threshold, "The reader chose this card among several.")
    if circumstances.several_meanings:
        return Verdict("ambiguous", threshold, "The question is short and its best cards are too close to call.")
    if sure.value < threshold:
        return Verdict(
            "low_confidence",
            threshold,
            f"Confidence {sure.value:.3f} is below the threshold {threshold:.3f}.",
        )
    return Verdict("answerable", threshold, f"Confidence {sure.value:.3f} reaches the threshold {threshold:.3f}.")
