"""What came of a labelled question: rightly or wrongly answered or refused, and where it failed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from rag.evaluation.cases import Case
from rag.types import ASKED_BACK

Outcome = Literal["answered_right", "answered_wrong", "refused_right", "refused_wrong", "asked_back"]
Cause = Literal["not_in_five", "not_first", "refused_covered", "answered_near", "answered_far", "asked_back"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
CAUSES: tuple[Cause, ...] = get_args(Cause)
FIRST = 5
"""Cards a reader is shown with the shipped settings."""


def judged(case: Case) -> bool:
    """Tell whether right and wrong are known: a card is expected, or no card covers it; a greeting has neither."""
    return bool(case.expected) or not case.covered


def asked_back(case: Case) -> bool:
    """Tell whether the reader was asked which of several cards is meant: neither an answer nor a refusal."""
    return case.status in ASKED_BACK


def outcome(case: Case) -> Outcome:
    """Return what came of a judged question; an answer is right when the best card is one that answers."""
    if case.answered:
        return "answered_right" if case.right_first else "answered_wrong"
    if asked_back(case):
        return "asked_back"
    return "refused_wrong" if case.covered else "refused_right"


def tally(cases: Sequence[Case]) -> Mapping[Outcome, int]:
    """Return how many judged questions had each outcome; all are there, 0 included."""
    counts = Counter(outcome(case) for case in cases if judged(case))
    return {name: counts[name] for name in OUTCOMES}


def causes(case: Case) -> tuple[Cause, ...]:
    """Return where a judged question failed; a wrong ranking and a refusal can both be true of one."""
    found: list[Cause] = []
    if case.kind == "near" and case.answered:
        found.append("answered_near")
    if case.kind == "far" and case.answered:
        found.append("answered_far")
    if case.covered and not case.right_first:
        found.append("not_first" if set(case.fused[:FIRST]) & set(case.expected) else "not_in_five")
    if case.covered and not case.answered and not asked_back(case):
        found.append("refused_covered")
    if case.kind == "answerable" and asked_back(case):
        found.append("asked_back")
    return tuple(found)


def failures(cases: Sequence[Case]) -> Mapping[Cause, tuple[Case, ...]]:
    """Return the failed judged questions by cause, in their order; all causes are there, empty ones included."""
    failed = [(case, causes(case)) for case in cases if judged(case)]
    return {cause: tuple(case for case, found in failed if cause in found) for cause in CAUSES}
