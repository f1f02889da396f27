import math

import pytest

from rag.evaluation.metrics import (
    RiskPoint,
    auroc,
    hit_at,
    mean_interval,
    ndcg,
    recall_at,
    reciprocal_rank,
    risk_coverage,
    sign_test,
    threshold_refusing,
    wilson,
)


def test_recall_counts_the_relevant_cards_among_the_first_k() -> None:
    assert recall_at("axb", {"a", "b"}, 2) == 1 / 2
    assert recall_at("axb", {"a", "b"}, 3) == 1.0
    assert recall_at("axb", {"a", "b"}, 1) == 1.0  # one place cannot hold two


def test_a_hit_needs_one_relevant_card() -> None:
    assert hit_at("xa", {"a", "b"}, 2) == 1.0
    assert hit_at("xa", {"a", "b"}, 1) == 0.0


def test_the_reciprocal_rank_is_that_of_the_first_relevant_card() -> None:
    assert reciprocal_rank("xyab", {"a", "b"}) == 1 / 3
    assert reciprocal_rank("x" * 10 + "a", {"a"}) == 0.0


def test_ndcg_discounts_by_the_logarithm_of_the_place() -> None:
    # relevant at places 1 and 3 of two relevant cards
    gained = 1 / math.log2(2) + 1 / math.log2(4)
    best = 1 / math.log2(2) + 1 / math.log2(3)
    assert ndcg("axb", {"a", "b"}) == pytest.approx(gained / best)
    assert ndcg("ab", {"a", "b"}) == 1.0


def test_auroc_counts_pairs_with_ties_as_half() -> None:
    assert auroc([0.9, 0.5], [0.5, 0.1]) == (1 + 1 + 0.5 + 1) / 4
    assert math.isnan(auroc([], [0.1]))


def test_the_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0] * 20
    first, second = mean_interval(values), mean_interval(values)
    assert first == second
    assert first.low < first.mean == 0.5 < first.high
    assert math.isnan(mean_interval([]).mean)


def test_wilson_keeps_a_full_score_below_certainty() -> None:
    # 39 of 42, the interval that the formula gives by hand
    found = wilson(39, 42)
    assert found.low == pytest.approx(0.8099, abs=1e-3)
    assert found.high == pytest.approx(0.9754, abs=1e-3)
    assert wilson(5, 5).high == 1.0
    assert wilson(5, 5).low < 0.6


def test_the_threshold_refuses_at_most_the_given_share() -> None:
    confidences = [n / 100 for n in range(100)]
    threshold = threshold_refusing(confidences, 0.05)
    assert sum(value < threshold for value in confidences) == 5


def test_risk_grows_as_unsure_questions_are_answered() -> None:
    assert risk_coverage([0.9, 0.8, 0.8, 0.1], [True, True, False, False]) == (
        RiskPoint(0.9, 1 / 4, 0.0),
        RiskPoint(0.8, 3 / 4, 1 / 3),
        RiskPoint(0.1, 1.0, 2 / 4),
    )


def test_flips_in_both_directions_alike_are_noise() -> None:
    assert sign_test(3, 3) == 1.0
    assert sign_test(0, 0) == 1.0
    assert sign_test(8, 0) == pytest.approx(2 / 2**8)
