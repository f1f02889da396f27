"""The fit is tried on made-up questions whose true coefficients are known."""

from dataclasses import replace

import numpy as np
import pytest

from rag.evaluation.calibration import PARTS, calibrate, fit_logistic
from rag.evaluation.cases import Case
from tests.rag.evaluation.made import make_case, not_covered

TRUE = np.array([0.5, 1.0, -2.0, 3.0])
"""Intercept, then a coefficient a part."""


def sample(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    evidence = rng.normal(size=(count, 3)) * [2.0, 1.0, 0.5]
    sure = 1 / (1 + np.exp(-(TRUE[0] + evidence @ TRUE[1:])))
    return evidence, (rng.random(count) < sure).astype(np.float64)


def made(count: int = 300) -> list[Case]:
    evidence, labels = sample(count)
    cases: list[Case] = []
    for number, (row, label) in enumerate(zip(evidence, labels, strict=True)):
        parts = tuple(zip(PARTS, row.tolist(), strict=True))
        make = make_case if label else not_covered
        cases.append(make(f"q{number}", parts=parts, bundle=("town", "city", "harbour")[number % 3]))
    return cases


def test_known_coefficients_are_recovered() -> None:
    evidence, labels = sample(20_000)
    # chance moves the largest by about 0.05 at this size, and the ridge shrinks it by as much
    assert fit_logistic(evidence, labels) == pytest.approx(TRUE, abs=0.15)


def test_a_sample_that_one_part_tells_apart_stays_finite() -> None:
    evidence = np.array([[-1.0], [-2.0], [1.0], [2.0]])
    weights = fit_logistic(evidence, np.array([0.0, 0.0, 1.0, 1.0]))
    assert np.isfinite(weights).all()
    assert weights[1] > 0


def test_a_part_that_never_varies_does_no_harm() -> None:
    evidence, labels = sample(500)
    evidence[:, 1] = 7.0
    assert np.isfinite(fit_logistic(evidence, labels)).all()


def test_what_a_calibration_says_of_itself_fits_together() -> None:
    cases = made()
    found = calibrate(cases, refused_share=0.1)
    assert [name for name, _ in found.coefficients] == list(PARTS)
    assert found.questions == len(cases)
    assert sum(band.right.count for band in found.reliability) == len(cases)
    assert 0.8 < found.auroc_near.mean <= 1.0
    assert found.auroc_far.count == 0  # there is no far question
    assert 0 < found.threshold < 1


def test_the_same_questions_give_the_same_fit_and_hash() -> None:
    assert calibrate(made(), refused_share=0.1) == calibrate(made(), refused_share=0.1)


def test_the_hash_changes_with_a_label_or_evidence_and_not_with_the_verdict() -> None:
    cases = made()
    known = calibrate(cases, refused_share=0.1).data_hash
    moved = [replace(cases[0], parts=tuple((name, value + 0.001) for name, value in cases[0].parts)), *cases[1:]]
    assert calibrate(moved, refused_share=0.1).data_hash != known
    refused = [replace(case, status="no_candidate", confidence=0.0) for case in cases]
    assert calibrate(refused, refused_share=0.1).data_hash == known


def test_a_lower_refused_share_gives_a_lower_threshold() -> None:
    cases = made()
    assert calibrate(cases, refused_share=0.0).threshold < calibrate(cases, refused_share=0.2).threshold


def test_other_kinds_and_cases_without_margins_are_left_out() -> None:
    cases = made()
    others = [make_case("x"), make_case("y", kind="follow_up", parts=cases[0].parts)]
    assert calibrate([*cases, *others], refused_share=0.1) == calibrate(cases, refused_share=0.1)


def test_one_bundle_or_one_answer_is_not_enough() -> None:
    alone = [replace(case, bundle="town") for case in made()]
    with pytest.raises(ValueError, match="at least two bundles"):
        calibrate(alone, refused_share=0.1)
    with pytest.raises(ValueError, match="covered and not covered"):
        calibrate([case for case in made() if case.covered], refused_share=0.1)
