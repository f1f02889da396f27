"""Turns the outcomes of a conversation folder into numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import get_args

from rag.evaluation.conversations.outcomes import Outcome
from rag.evaluation.metrics import Interval, auroc_interval, hit_at, mean_interval, ndcg, recall_at, wilson
from rag.types import ANSWERED, ASKED_BACK, Status

REFUSED: frozenset[str] = frozenset(get_args(Status)) - ANSWERED - ASKED_BACK

WEIGHED: frozenset[str] = ANSWERED | {"low_confidence"}
"""Statuses that the confidence alone decides between."""


@dataclass(frozen=True, slots=True)
class FoundScores:
    """How well questions of a kind find the documents they expect."""

    kind: str
    questions: int
    """Those that expect documents."""
    budget: Interval
    """Share of expected documents among the cards that the plan's budget holds, whatever the verdict."""
    presented: float
    """The same among all cards presented."""
    cited: float
    """The same among the cards that may be cited: nothing where no answer is given."""
    hit_1: float
    hit_5: float
    """Share of questions with an expected document among the first five cards."""
    strangers: int
    """Questions, with and without expected documents, answered with a document of an agency that is not meant."""


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """What became of the questions of one answerability."""

    answerability: str
    questions: int
    statuses: tuple[tuple[str, int], ...]
    """By name."""


@dataclass(frozen=True, slots=True)
class CarryScores:
    """How a way to search follow-ups ranks their documents."""

    way: str
    hit_1: Interval
    hit_5: float
    recall_5: float
    ndcg_10: float


@dataclass(frozen=True, slots=True)
class ConversationScores:
    """All numbers of a folder."""

    found: tuple[FoundScores, ...]
    """A row a kind, then one over all."""
    verdicts: tuple[VerdictScores, ...]
    unanswerable: Interval
    """AUROC of the confidence, answerable and partial questions against unanswerable ones."""
    not_answerable: Interval
    """The same against underspecified ones too."""
    decided: Interval
    """The same with confidence 0 for whatever was refused or asked back for another reason than low confidence."""
    refused: Interval
    """Share of unanswerable questions that were refused or asked back."""
    answerable_refused: Interval
    """Share of answerable and partial questions that were refused, asking back left out."""
    asked_back: Interval
    """Share of underspecified questions that were asked back."""
    answerable_asked_back: Interval
    """Share of answerable and partial questions that were asked back."""
    rightly: Interval
    """Share of questions for which asking back or not was decided right; either serves an unanswerable one."""
    carried: tuple[int, int]
    """Follow-ups that expect documents: into how many something was carried, and how many there are."""
    carrying: tuple[CarryScores, ...]
    """Over these follow-ups."""


def score_conversations(outcomes: Sequence[Outcome]) -> ConversationScores:
    """Return the scores of a folder's outcomes; NaN where there is nothing to measure."""
    kinds = dict.fromkeys(one.kind for one in outcomes)
    covered = [one for one in outcomes if one.expected]
    empty = [one for one in outcomes if one.answerability == "unanswerable"]
    vague = [one for one in outcomes if one.answerability == "underspecified"]
    follow_ups = [one for one in covered if one.follows]
    sure = [one.confidence for one in covered]
    return ConversationScores(
        found=(
            *(_found(kind, [one for one in outcomes if one.kind == kind]) for kind in kinds),
            _found("all", outcomes),
        ),
        verdicts=_verdicts(outcomes),
        unanswerable=auroc_interval(sure, [one.confidence for one in empty]),
        not_answerable=auroc_interval(sure, [one.confidence for one in (*empty, *vague)]),
        decided=auroc_interval([_decided(one) for one in covered], [_decided(one) for one in (*empty, *vague)]),
        refused=_share(empty, lambda one: one.status not in ANSWERED),
        answerable_refused=_share(covered, lambda one: one.status not in ANSWERED and not asks_back(one)),
        asked_back=_share(vague, asks_back),
        answerable_asked_back=_share(covered, asks_back),
        rightly=_share([*covered, *vague], lambda one: asks_back(one) == (one.answerability == "underspecified")),
        carried=(sum(bool(one.carried) for one in follow_ups), len(follow_ups)),
        carrying=(
            _carry("as the product carries it", follow_ups, lambda one: one.ranked),
            _carry("the question alone", follow_ups, lambda one: one.alone),
            _carry("the last user turn before it", follow_ups, lambda one: one.joined),
        ),
    )


def asks_back(outcome: Outcome) -> bool:
    """Tell whether the reader was asked which of several things is meant."""
    return outcome.status in ASKED_BACK


def missed(outcome: Outcome) -> tuple[str, ...]:
    """Return the expected documents that the plan's budget does not hold."""
    return tuple(document for document in outcome.expected if document not in outcome.budget)


def _found(kind: str, outcomes: Sequence[Outcome]) -> FoundScores:
    covered = [one for one in outcomes if one.expected]
    return FoundScores(
        kind=kind,
        questions=len(covered),
        budget=mean_interval([_recall(one.budget, one.expected) for one in covered]),
        presented=mean_interval([_recall(one.presented, one.expected) for one in covered]).mean,
        cited=mean_interval([_recall(one.cited, one.expected) for one in covered]).mean,
        hit_1=mean_interval([hit_at(one.ranked, one.expected, 1) for one in covered]).mean,
        hit_5=mean_interval([hit_at(one.ranked, one.expected, 5) for one in covered]).mean,
        strangers=sum(bool(one.strangers) for one in outcomes),
    )


def _recall(found: Sequence[str], expected: Sequence[str]) -> float:
    return len(set(found) & set(expected)) / len(expected)


def _verdicts(outcomes: Sequence[Outcome]) -> tuple[VerdictScores, ...]:
    rows: list[VerdictScores] = []
    for answerability in ("answerable", "partial", "unanswerable", "underspecified"):
        statuses = [one.status for one in outcomes if one.answerability == answerability]
        counts = tuple((status, statuses.count(status)) for status in sorted(set(statuses)))
        rows.append(VerdictScores(answerability, len(statuses), counts))
    return tuple(rows)


def _decided(outcome: Outcome) -> float:
    return outcome.confidence if outcome.status in WEIGHED else 0.0


def _carry(way: str, outcomes: Sequence[Outcome], ranked: Callable[[Outcome], Sequence[str]]) -> CarryScores:
    pairs = [(ranked(one), one.expected) for one in outcomes]
    return CarryScores(
        way=way,
        hit_1=mean_interval([hit_at(ranking, expected, 1) for ranking, expected in pairs]),
        hit_5=mean_interval([hit_at(ranking, expected, 5) for ranking, expected in pairs]).mean,
        recall_5=mean_interval([recall_at(ranking, expected, 5) for ranking, expected in pairs]).mean,
        ndcg_10=mean_interval([ndcg(ranking, expected) for ranking, expected in pairs]).mean,
    )


def _share(outcomes: Sequence[Outcome], holds: Callable[[Outcome], bool]) -> Interval:
    return wilson(sum(map(holds, outcomes)), len(outcomes))
