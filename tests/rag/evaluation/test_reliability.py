import pytest

from rag.evaluation.metrics import wilson
from rag.evaluation.reliability import band_of, fared, judged_for
from tests.rag.evaluation.made import OTHER, make_case, not_covered


@pytest.mark.parametrize(
    ("confidence", "band"),
    [
        (0.0, (0.0, 0.2)),
        (0.19, (0.0, 0.2)),
        (0.2, (0.2, 0.4)),
        (0.6, (0.6, 0.8)),
        (0.8, (0.8, 1.0)),
        (1.0, (0.8, 1.0)),
    ],
)
def test_a_band_holds_its_lower_bound_and_the_last_one_certainty(confidence: float, band: tuple[float, float]) -> None:
    assert band_of(confidence) == band


def test_the_share_is_of_judged_questions_in_the_band_whose_best_card_answers() -> None:
    right = [make_case(f"r{n}", confidence=0.85) for n in range(9)]
    wrong = [make_case("w", confidence=0.99, fused=(OTHER,)), not_covered("n", confidence=0.9, status="answerable")]
    elsewhere = [make_case("e", confidence=0.79), make_case("g", kind="greeting", expected=())]
    assert fared([*right, *wrong, *elsewhere], 0.93) == wilson(9, 11)


def test_under_ten_judged_questions_nothing_is_said() -> None:
    nine = [make_case(f"r{n}", confidence=0.85) for n in range(9)]
    assert fared(nine, 0.85) is None
    assert fared([*nine, make_case("r9")], 0.85) == wilson(10, 10)


def test_a_bundle_that_was_never_judged_is_told_nothing() -> None:
    cases = (make_case("a"), make_case("b", bundle="city"))
    assert judged_for(cases, ("city", "harbour")) == cases
    assert judged_for(cases, ("harbour",)) == ()
