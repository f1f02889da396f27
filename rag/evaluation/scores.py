"""Turns cases into the numbers of a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.evaluation.cases import Case
from rag.evaluation.metrics import (
    Interval,
    auroc_interval,
    hit_at,
    mean_interval,
    ndcg,
    recall_at,
    reciprocal_rank,
    threshold_refusing,
    wilson,
)
from rag.types import ASKED_BACK

REFUSED_SHARE = 0.05
"""Covered questions that a threshold may refuse when refusal is compared between settings."""


@dataclass(frozen=True, slots=True)
class RankingScores:
    """How well a ranking finds the cards of answerable questions."""

    hit_1: Interval
    hit_5: Interval
    recall_1: float
    recall_3: float
    recall_5: float
    mrr_10: float
    ndcg_10: float


@dataclass(frozen=True, slots=True)
class RefusalScores:
    """How well the confidence tells covered questions from others."""

    covered_refused: Interval
    near_refused: Interval
    far_refused: Interval
    precision: float
    """Share of refusals that were right."""
    recall: float
    """Share of not covered questions refused."""
    auroc_near: Interval
    auroc_far: Interval
    near_at_5: float
    """Share of near questions refused where the threshold refuses 5 % of the covered ones."""
    far_at_5: float
    answered_right: float
    """Share of answered questions whose best card is one that answers."""


@dataclass(frozen=True, slots=True)
class StatusScores:
    """How questions that are no single ones fared."""

    ambiguous_asked_back: Interval
    follow_up_first: Interval
    """Share of follow-ups whose best card is right."""
    follow_up_5: Interval
    comparison_all: Interval
    """Share of comparisons that present every card compared."""


@dataclass(frozen=True, slots=True)
class BundleScores:
    """One row of the report."""

    bundle: str
    questions: int
    bm25: RankingScores
    vector: RankingScores
    fused: RankingScores
    refusal: RefusalScores
    status: StatusScores


def score_bundle(name: str, cases: Sequence[Case]) -> BundleScores:
    """Return the scores of some cases, all of one bundle or of several."""
    answerable = [case for case in cases if case.kind == "answerable"]
    return BundleScores(
        bundle=name,
        questions=len(cases),
        bm25=_rankings(answerable, lambda case: case.bm25),
        vector=_rankings(answerable, lambda case: case.vector),
        fused=_rankings(answerable, lambda case: case.fused),
        refusal=_refusal(cases),
        status=_status(cases),
    )


def _rankings(cases: Sequence[Case], ranked: Callable[[Case], Sequence[str]]) -> RankingScores:
    return score_rankings([(ranked(case), case.expected) for case in cases])


def score_rankings(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> RankingScores:
    """Return the scores of (ranking, relevant cards) pairs."""

    def each(measure: Callable[[Sequence[str], Sequence[str]], float]) -> list[float]:
        return [measure(ranking, relevant) for ranking, relevant in pairs]

    return RankingScores(
        hit_1=mean_interval(each(lambda r, e: hit_at(r, e, 1))),
        hit_5=mean_interval(each(lambda r, e: hit_at(r, e, 5))),
        recall_1=mean_interval(each(lambda r, e: recall_at(r, e, 1))).mean,
        recall_3=mean_interval(each(lambda r, e: recall_at(r, e, 3))).mean,
        recall_5=mean_interval(each(lambda r, e: recall_at(r, e, 5))).mean,
        mrr_10=mean_interval(each(reciprocal_rank)).mean,
        ndcg_10=mean_interval(each(ndcg)).mean,
    )


def _refusal(cases: Sequence[Case]) -> RefusalScores:
    covered = [case for case in cases if case.kind == "answerable"]
    near = [case for case in cases if case.kind == "near"]
    far = [case for case in cases if case.kind == "far"]
    refused = [case for case in (*covered, *near, *far) if not case.answered]
    answered = [case for case in (*covered, *near, *far) if case.answered]
    sure = [case.sure for case in covered]
    bar = threshold_refusing(sure, REFUSED_SHARE) if sure else 0.0
    return RefusalScores(
        covered_refused=_share(covered, lambda case: not case.answered),
        near_refused=_share(near, lambda case: not case.answered),
        far_refused=_share(far, lambda case: not case.answered),
        precision=_share(refused, lambda case: not case.covered).mean,
        recall=_share([*near, *far], lambda case: not case.answered).mean,
        auroc_near=auroc_interval(sure, [case.sure for case in near]),
        auroc_far=auroc_interval(sure, [case.sure for case in far]),
        near_at_5=_share(near, lambda case: case.sure < bar).mean,
        far_at_5=_share(far, lambda case: case.sure < bar).mean,
        answered_right=_share(answered, lambda case: case.right_first).mean,
    )


def _status(cases: Sequence[Case]) -> StatusScores:
    follow_ups = [case for case in cases if case.kind == "follow_up"]
    return StatusScores(
        ambiguous_asked_back=_share(
            [case for case in cases if case.kind == "ambiguous"], lambda case: case.status in ASKED_BACK
        ),
        follow_up_first=_share(follow_ups, lambda case: case.right_first),
        follow_up_5=_share(follow_ups, lambda case: not set(case.fused[:5]).isdisjoint(case.expected)),
        comparison_all=_share(
            [case for case in cases if case.kind == "comparison"], lambda case: set(case.expected) <= set(case.selected)
        ),
    )


def _share(cases: Sequence[Case], holds: Callable[[Case], bool]) -> Interval:
    return wilson(sum(map(holds, cases)), len(cases))
