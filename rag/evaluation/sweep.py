"""Moves the threshold over stored cases: nothing is asked and nothing embedded again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.evaluation.cases import Case
from rag.evaluation.metrics import RiskPoint, risk_coverage
from rag.evaluation.outcomes import Outcome, asked_back, judged, outcome
from rag.retrieval.confidence import Evidenced, Logistic, Margins, confidence

BINS = 20
"""Bars of the distribution: a twentieth is the finest in which some hundred questions still show a shape."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A question that comes out otherwise."""

    case: Case
    """As it is afterwards."""
    before: Outcome
    after: Outcome

    @property
    def better(self) -> bool:
        """Tell whether it is right afterwards."""
        return self.after in ("answered_right", "refused_right")


@dataclass(frozen=True, slots=True)
class Bin:
    """How many judged questions have a confidence in [low, high); the last bin holds 1.0 too."""

    low: float
    high: float
    covered: int
    not_covered: int


def rescored(cases: Sequence[Case], logistic: Logistic) -> tuple[Case, ...]:
    """Return the cases with confidence and verdict worked out anew from their stored evidence.

    Coefficients and threshold may be others than those the cases were asked with. A refusal for another cause than
    low confidence stays, and so does a question that was asked back: no threshold changes it.
    """
    return tuple(_rescored(case, logistic) for case in cases)


def turned(before: Sequence[Case], after: Sequence[Case]) -> tuple[Turned, ...]:
    """Return the judged questions whose outcome differs between two scorings of the same cases, worse ones first.

    Raises:
        ValueError: the two are not of the same questions in the same order.
    """
    if [case.id for case in before] != [case.id for case in after]:
        raise ValueError("two scorings are compared of the same cases only")
    pairs = [(outcome(old), new) for old, new in zip(before, after, strict=True) if judged(new)]
    found = [Turned(new, was, outcome(new)) for was, new in pairs if was != outcome(new)]
    return tuple(sorted(found, key=lambda one: one.better))


def risk_curve(cases: Sequence[Case]) -> tuple[RiskPoint, ...]:
    """Return risk against coverage over the judged questions, were the threshold at each confidence that occurs.

    Questions that were asked back are left out: no threshold decides them.
    """
    known = [case for case in cases if judged(case) and not asked_back(case)]
    return risk_coverage([case.confidence for case in known], [case.right_first for case in known])


def at_threshold(points: Sequence[RiskPoint], threshold: float) -> RiskPoint | None:
    """Return the point of a curve where a threshold stands; None when it answers nothing."""
    return next((point for point in reversed(points) if point.threshold >= threshold), None)


def distribution(cases: Sequence[Case], *, bins: int = BINS) -> tuple[Bin, ...]:
    """Return how the confidences of covered and of not covered judged questions are spread over [0, 1]."""
    counts = [[0, 0] for _ in range(bins)]
    for case in cases:
        if judged(case):
            counts[min(int(case.confidence * bins), bins - 1)][case.covered] += 1
    return tuple(
        Bin(at / bins, (at + 1) / bins, covered, not_covered) for at, (not_covered, covered) in enumerate(counts)
    )


def _rescored(case: Case, logistic: Logistic) -> Case:
    if case.status not in ("answerable", "low_confidence"):
        return case
    sure = confidence(_evidenced(case), logistic).value
    return replace(case, confidence=sure, status="answerable" if sure >= logistic.threshold else "low_confidence")


def _evidenced(case: Case) -> Evidenced | None:
    parts = dict(case.parts)
    if not parts:
        return None
    if "above_chance" in parts:
        return Evidenced(0.0, 0.0, Margins(parts["above_chance"], parts["meaning"], parts["words"]))
    return Evidenced(parts["cosine"], parts.get("bm25_self", 0.0), named_words=parts.get("named_words"))
