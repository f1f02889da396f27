"""The gate: may this question be answered, decided before any model is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.reading import EvidenceCheck
from rag.types import Confidence, Evidence, Status, Verdict

VERIFIED = EvidenceCheck("verified", (), (), "")
"""Where nothing was checked."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else bears on the verdict."""

    several_meanings: bool = False
    """A short question that could mean several cards."""
    names_too_close: bool = False
    """Several named cards remain, too close to call."""
    unclear_reference: bool = False
    """It speaks of one agency or project, and the conversation was about several."""
    chosen: bool = False
    """The reader picked the card after being asked back."""
    check: EvidenceCheck = VERIFIED


def judge(
    tokens: Sequence[str],
    evidence: Sequence[Evidence],
    sure: Confidence,
    *,
    threshold: float,
    circumstances: Circumstances = Circumstances(),
) -> Verdict:
    """Return the verdict: refused, asked back, answered in part, or answerable; the first row that holds decides."""
    check = circumstances.check
    rows: tuple[tuple[bool, Status, str], ...] = (
        (not tokens, "empty_question", "The question holds no word, character or number to search for."),
        (not evidence, "no_candidate", "No usable card shares anything with the question."),
        (
            circumstances.unclear_reference and not circumstances.chosen,
            "context_clarification",
            "The question speaks of one of several things that the conversation was about.",
        ),
        (check.status == "insufficient_evidence", "insufficient_evidence", check.reason),
        (circumstances.chosen, "answerable", "The reader chose this card among several."),
        (
            circumstances.names_too_close,
            "metadata_ambiguity_clarification",
            "The question names several cards, too close to call.",
        ),
        (
            circumstances.several_meanings,
            "ambiguous",
            "The question is short and its best cards are too close to call.",
        ),
        (
            sure.value < threshold,
            "low_confidence",
            f"Confidence {sure.value:.3f} is below the threshold {threshold:.3f}.",
        ),
        (check.status == "partial_comparison", "partial_comparison", check.reason),
        (check.status == "partial_topic_grounding", "partial_topic_grounding", check.reason),
    )
    for holds, status, reason in rows:
        if holds:
            return Verdict(status, threshold, reason)
    return Verdict("answerable", threshold, f"Confidence {sure.value:.3f} reaches the threshold {threshold:.3f}.")
