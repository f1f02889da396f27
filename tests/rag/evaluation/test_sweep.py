import math
from dataclasses import replace

import pytest

from rag.evaluation.metrics import RiskPoint
from rag.evaluation.sweep import Bin, at_threshold, distribution, rescored, risk_curve, turned
from rag.retrieval.confidence import Logistic, MarginLogistic
from tests.rag.evaluation.made import OTHER, make_case, not_covered

LOGISTIC = Logistic(intercept=-1.0, cosine=2.0, bm25_self=4.0, high=0.8, threshold=0.5)


def sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def test_confidence_comes_anew_from_the_stored_evidence() -> None:
    case = make_case("a", parts=(("cosine", 0.5), ("bm25_self", 0.25)), confidence=0.1, status="low_confidence")
    [found] = rescored([case], LOGISTIC)
    assert found.confidence == pytest.approx(sigmoid(-1 + 2 * 0.5 + 4 * 0.25))  # the logit is 1
    assert found.answered
    assert not rescored([case], replace(LOGISTIC, threshold=0.74))[0].answered  # sigmoid(1) is 0.731


def test_margins_are_weighed_by_their_own_coefficients() -> None:
    case = make_case("a", parts=(("above_chance", 2.0), ("meaning", 0.1), ("words", -0.5)))
    logistic = replace(LOGISTIC, margins=MarginLogistic(intercept=0.5, above_chance=0.25, meaning=10.0, words=1.0))
    [found] = rescored([case], logistic)
    assert found.confidence == pytest.approx(sigmoid(0.5 + 0.25 * 2 + 10 * 0.1 - 0.5))


def test_a_confidence_on_the_threshold_is_answered() -> None:
    case = make_case("a", parts=(("cosine", 0.5), ("bm25_self", 0.0)))  # the logit is 0
    assert rescored([case], LOGISTIC)[0].confidence == 0.5
    assert rescored([case], LOGISTIC)[0].answered


@pytest.mark.parametrize("status", ["empty_question", "no_candidate", "ambiguous"])
def test_a_refusal_for_another_cause_stays_at_any_threshold(status: str) -> None:
    case = make_case("a", status=status, parts=())
    assert rescored([case], replace(LOGISTIC, threshold=0.0)) == (case,)


def test_no_evidence_is_no_confidence() -> None:
    [found] = rescored([make_case("a", parts=())], LOGISTIC)
    assert (found.confidence, found.answered) == (0.0, False)


def test_worse_flips_stand_before_better_ones() -> None:
    before = [make_case("a"), not_covered("b", status="answerable"), make_case("c"), not_covered("d")]
    after = [
        make_case("a"),
        not_covered("b"),
        make_case("c", status="low_confidence"),
        not_covered("d", status="answerable"),
    ]
    flips = turned(before, after)
    assert [(flip.case.id, flip.before, flip.after, flip.better) for flip in flips] == [
        ("c", "answered_right", "refused_wrong", False),
        ("d", "refused_right", "answered_wrong", False),
        ("b", "answered_wrong", "refused_right", True),
    ]


def test_a_greeting_never_flips() -> None:
    hello = make_case("a", kind="greeting", expected=())
    assert turned([hello], [replace(hello, status="low_confidence")]) == ()


def test_scorings_of_other_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="the same cases"):
        turned([make_case("a")], [make_case("b")])


CURVE = (
    make_case("a", confidence=0.9),
    not_covered("b", confidence=0.8),
    make_case("c", confidence=0.7, fused=(OTHER,)),
    make_case("d", confidence=0.7),
    make_case("e", kind="greeting", expected=(), confidence=0.95),
    make_case("f", status="ambiguous", confidence=0.99),
)


def test_risk_counts_wrong_cards_and_uncovered_questions() -> None:
    assert risk_curve(CURVE) == (
        RiskPoint(0.9, 1 / 4, 0.0),
        RiskPoint(0.8, 2 / 4, 1 / 2),
        RiskPoint(0.7, 4 / 4, 2 / 4),
    )


def test_a_threshold_stands_at_the_last_confidence_it_answers() -> None:
    points = risk_curve(CURVE)
    assert at_threshold(points, 0.8) == points[1]
    assert at_threshold(points, 0.75) == points[1]
    assert at_threshold(points, 0.0) == points[2]
    assert at_threshold(points, 0.95) is None


def test_the_distribution_tells_covered_from_others_and_its_last_bin_holds_certainty() -> None:
    cases = [make_case("a", confidence=1.0), make_case("b", confidence=0.5), not_covered("c", confidence=0.49)]
    assert distribution(cases, bins=2) == (Bin(0.0, 0.5, 0, 1), Bin(0.5, 1.0, 2, 0))
    assert sum(found.covered + found.not_covered for found in distribution(CURVE)) == 5  # without the greeting
