"""The gate: may this question be answered, decided before any model is asked."""

from collections.abc import Sequence

from rag.types import Confidence, Evidence, Verdict


def judge(tokens: Sequence[str], evidence: Sequence[Evidence], sure: Confidence, *, threshold: float) -> Verdict:
    """Return the verdict: nothing asked, no candidate, below the threshold, or answerable."""
    if not tokens:
        return Verdict("empty_question", threshold, "The question holds no word, character or number to search for.")
    if not evidence:
        return Verdict("no_candidate", threshold, "No usable card shares anything with the question.")
    if sure.value < threshold:
        return Verdict(
            "low_confidence",
            threshold,
            f"Confidence {sure.value:.3f} is below the threshold {threshold:.3f}.",
        )
    return Verdict("answerable", threshold, f"Confidence {sure.value:.3f} reaches the threshold {threshold:.3f}.")
