import math

import pytest

from rag.evaluation.metrics import wilson
from rag.evaluation.scores import score_bundle, score_rankings
from tests.rag.evaluation.made import OTHER, RIGHT, make_case, not_covered


def test_ranking_scores_are_means_over_questions() -> None:
    found = score_rankings([(("a", "b"), ("a",)), (("x", "y", "a"), ("a",)), (("x",), ("a",))])
    assert found.hit_1.mean == pytest.approx(1 / 3)
    assert found.hit_5.mean == pytest.approx(2 / 3)
    assert found.recall_1 == pytest.approx(1 / 3)
    assert found.recall_3 == found.recall_5 == pytest.approx(2 / 3)
    assert found.mrr_10 == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert found.ndcg_10 == pytest.approx((1 + 1 / math.log2(4) + 0) / 3)


def test_each_leg_is_scored_by_its_own_ranking_over_answerable_questions() -> None:
    cases = [make_case("a"), make_case("b", kind="ambiguous", bm25=(), fused=())]
    found = score_bundle("town", cases)
    assert found.questions == 2
    assert (found.bm25.hit_1.mean, found.vector.hit_1.mean, found.fused.hit_1.mean) == (1.0, 0.0, 1.0)
    assert found.fused.hit_1.count == 1


CASES = [
    make_case("c1", confidence=0.9),
    make_case("c2", confidence=0.8, fused=(OTHER, RIGHT)),
    make_case("c3", confidence=0.3, status="low_confidence"),
    not_covered("n1", confidence=0.2),
    not_covered("n2", confidence=0.85, status="answerable"),
    not_covered("f1", "far", confidence=0.1),
    make_case("g", kind="greeting", expected=(), status="low_confidence"),
]


def test_refusals_are_counted_by_kind() -> None:
    found = score_bundle("town", CASES).refusal
    assert found.covered_refused == wilson(1, 3)
    assert found.near_refused == wilson(1, 2)
    assert found.far_refused == wilson(1, 1)
    assert found.precision == pytest.approx(2 / 3)  # n1 and f1 of c3, n1, f1; a greeting does not count
    assert found.recall == pytest.approx(2 / 3)  # n1 and f1 of n1, n2, f1
    assert found.answered_right == pytest.approx(1 / 3)  # c1 of c1, c2, n2


def test_confidence_is_judged_by_pairs_and_at_a_bar_of_its_own() -> None:
    found = score_bundle("town", CASES).refusal
    assert found.auroc_near.mean == pytest.approx((2 + 1 + 1) / 6)  # of 0.9, 0.8, 0.3 against 0.2 and 0.85
    assert found.auroc_far.mean == 1.0
    assert (found.near_at_5, found.far_at_5) == (1 / 2, 1.0)  # the bar is 0.3: of three none may be refused


def test_nothing_measured_is_no_number() -> None:
    found = score_bundle("town", [])
    assert math.isnan(found.fused.hit_1.mean)
    assert math.isnan(found.refusal.auroc_near.mean)
    assert found.refusal.covered_refused.count == 0


def test_ambiguous_follow_up_and_comparison_questions_have_their_own_shares() -> None:
    cases = [
        make_case("a1", kind="ambiguous", status="ambiguous"),
        make_case("a2", kind="ambiguous"),
        make_case("f1", kind="follow_up", fused=(OTHER, RIGHT)),
        make_case("f2", kind="follow_up"),
        make_case("v1", kind="comparison", expected=(RIGHT, OTHER), selected=(OTHER, RIGHT)),
        make_case("v2", kind="comparison", expected=(RIGHT, OTHER), selected=(RIGHT,)),
    ]
    found = score_bundle("town", cases).status
    assert found.ambiguous_asked_back == wilson(1, 2)
    assert (found.follow_up_first, found.follow_up_5) == (wilson(1, 2), wilson(2, 2))
    assert found.comparison_all == wilson(1, 2)
