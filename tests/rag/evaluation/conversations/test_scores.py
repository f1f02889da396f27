import math
from dataclasses import replace
from typing import get_args

import pytest

from rag.evaluation.conversations.scores import REFUSED, missed, score_conversations
from rag.types import ANSWERED, ASKED_BACK, Status
from tests.rag.evaluation.conversations.made_outcomes import EMPTY, RIGHT, VAGUE


def test_every_status_answers_asks_back_or_refuses() -> None:
    assert sorted((*ANSWERED, *ASKED_BACK, *REFUSED)) == sorted(get_args(Status))


def test_recall_counts_documents_and_is_told_by_kind_and_over_all() -> None:
    half = replace(
        RIGHT, kind="comparison", expected=("right", "left"), budget=("right",), presented=("right", "left"), cited=()
    )
    single, comparison, every = score_conversations([RIGHT, half, EMPTY]).found
    assert (single.kind, single.questions, single.budget.mean) == ("single_doc", 1, 1.0)  # what expects nothing is out
    assert (comparison.budget.mean, comparison.presented, comparison.cited) == (1 / 2, 1.0, 0.0)
    assert (every.kind, every.questions, every.budget.mean) == ("all", 2, (1 + 1 / 2) / 2)


def test_hits_are_of_the_first_cards_not_of_the_first_documents() -> None:
    sixth = replace(RIGHT, ranked=("other", "", "", "", "", "right"))
    fifth = replace(RIGHT, ranked=("other", "", "", "", "right"))
    found = score_conversations([RIGHT, fifth, sixth]).found[-1]
    assert found.hit_1 == pytest.approx(1 / 3)
    assert found.hit_5 == pytest.approx(2 / 3)


def test_questions_answered_by_a_stranger_are_counted_whatever_they_expect() -> None:
    outcomes = [RIGHT, replace(RIGHT, strangers=("other", "third")), replace(EMPTY, strangers=("other",))]
    assert score_conversations(outcomes).found[-1].strangers == 2


def test_statuses_are_counted_by_label() -> None:
    rows = score_conversations([RIGHT, replace(RIGHT, status="no_candidate"), RIGHT, EMPTY]).verdicts
    assert [(row.answerability, row.questions, row.statuses) for row in rows] == [
        ("answerable", 3, (("answerable", 2), ("no_candidate", 1))),
        ("partial", 0, ()),
        ("unanswerable", 1, (("low_confidence", 1),)),
        ("underspecified", 0, ()),
    ]


def test_confidence_is_weighed_against_unanswerable_questions_then_against_vague_ones_too() -> None:
    found = score_conversations([replace(RIGHT, confidence=0.5), EMPTY, VAGUE])
    assert found.unanswerable.mean == 1.0  # .5 over .1
    assert found.not_answerable.mean == 1 / 2  # .5 over .1 but under .8
    assert found.decided.mean == 1.0  # asked back counts as 0


def test_a_refusal_for_another_reason_than_confidence_counts_as_none_when_decisions_are_weighed() -> None:
    found = score_conversations([replace(RIGHT, status="no_candidate"), EMPTY])
    assert (found.unanswerable.mean, found.decided.mean) == (1.0, 0.0)  # .9 over .1; 0 under .1


def test_refusing_and_asking_back_are_shares_of_those_they_concern() -> None:
    found = score_conversations(
        [
            RIGHT,
            RIGHT,
            replace(RIGHT, status="low_confidence"),
            replace(RIGHT, status="ambiguous"),
            EMPTY,
            replace(EMPTY, status="ambiguous"),
            replace(EMPTY, status="answerable"),
            VAGUE,
            replace(VAGUE, status="answerable"),
        ]
    )
    assert found.refused.mean == 2 / 3  # refused or asked back
    assert found.answerable_refused.mean == 1 / 4
    assert found.answerable_asked_back.mean == 1 / 4
    assert found.asked_back.mean == 1 / 2
    assert found.rightly.mean == (3 + 1) / (4 + 2)  # unanswerable ones are left out


def test_carrying_is_compared_over_follow_ups_that_expect_documents() -> None:
    follow_up = replace(RIGHT, follows=True, carried="Before?", ranked=("right",), alone=("other", "right"), joined=())
    found = score_conversations([RIGHT, follow_up, replace(EMPTY, follows=True, carried="Before?")])
    carried, alone, joined = found.carrying
    assert found.carried == (1, 1)
    assert (carried.hit_1.mean, carried.ndcg_10) == (1.0, 1.0)
    assert (alone.hit_1.mean, alone.hit_5, alone.recall_5) == (0.0, 1.0, 1.0)
    assert alone.ndcg_10 == pytest.approx(1 / math.log2(3))  # the second place of one that could be first
    assert (joined.hit_5, joined.ndcg_10) == (0.0, 0.0)


def test_without_questions_there_is_no_number() -> None:
    found = score_conversations([])
    assert [row.kind for row in found.found] == ["all"]
    assert math.isnan(found.found[0].budget.mean)
    assert math.isnan(found.unanswerable.mean)
    assert found.carried == (0, 0)


def test_missed_is_what_the_budget_does_not_hold() -> None:
    assert missed(replace(RIGHT, expected=("left", "right"))) == ("left",)
    assert missed(RIGHT) == ()
