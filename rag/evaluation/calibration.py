"""Fits the confidence to labelled questions, and says how well it does on questions it was not fitted to."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.evaluation.cases import Case
from rag.evaluation.metrics import Interval, auroc_interval, threshold_refusing, wilson

PARTS = ("above_chance", "meaning", "words")
"""Raw evidence the confidence is made of, in the order of the coefficients."""

PENALTY = 1e-3
"""Ridge on standardised coefficients, a question; keeps a separable sample finite."""

STEPS = 50
"""Newton steps; a logistic over three parts converges in about eight."""

BANDS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0001))
"""Bands of the reliability table."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Band:
    """How questions of one band of confidence fared."""

    low: float
    high: float
    right: Interval
    """Share of covered questions, with its Wilson interval; its count is the band's."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A fitted confidence."""

    intercept: float
    coefficients: tuple[tuple[str, float], ...]
    threshold: float
    """Refuses at most the wanted share of covered questions out of sample."""
    auroc_near: Interval
    """Out of sample: each bundle judged by a fit to the others."""
    auroc_far: Interval
    reliability: tuple[Band, ...]
    questions: int
    data_hash: str
    """First 12 hex digits of the sha256 over the questions, labels and evidence fitted to."""


def calibrate(cases: Sequence[Case], *, refused_share: float) -> Calibration:
    """Fit the logistic over `PARTS` to which questions are covered.

    Args:
        cases: Answerable, near and far ones count; others and those without margins are left out.
        refused_share: Share of covered questions that the suggested threshold may refuse, in [0, 1).

    Raises:
        ValueError: fewer than two bundles, or only covered or only uncovered questions.
    """
    used = [case for case in cases if case.kind in ("answerable", "near", "far") and _has_parts(case)]
    groups = np.array([case.bundle for case in used])
    labels = np.array([case.covered for case in used], dtype=np.float64)
    if len(set(groups.tolist())) < 2 or len(set(labels.tolist())) < 2:
        raise ValueError("calibration needs covered and not covered questions of at least two bundles")
    evidence = np.array([[dict(case.parts)[name] for name in PARTS] for case in used])
    held_out = np.empty(len(used))
    for name in sorted(set(groups.tolist())):
        inside = groups == name
        held_out[inside] = _predict(evidence[inside], fit_logistic(evidence[~inside], labels[~inside]))
    weights = fit_logistic(evidence, labels)
    kinds = np.array([case.kind for case in used])
    covered = held_out[labels == 1].tolist()
    return Calibration(
        intercept=round(float(weights[0]), 4),
        coefficients=tuple((name, round(float(w), 4)) for name, w in zip(PARTS, weights[1:], strict=True)),
        threshold=round(threshold_refusing(covered, refused_share), 3),
        auroc_near=auroc_interval(covered, held_out[kinds == "near"].tolist()),
        auroc_far=auroc_interval(covered, held_out[kinds == "far"].tolist()),
        reliability=tuple(_band(low, high, held_out, labels) for low, high in BANDS),
        questions=len(used),
        data_hash=_hash(used),
    )


def fit_logistic(evidence: Floats, labels: Floats) -> Floats:
    """Return intercept and coefficients of a ridge logistic regression (Newton's method).

    Args:
        evidence: (n, parts).
        labels: (n,) of 0 and 1.
    """
    mean, deviation = evidence.mean(axis=0), evidence.std(axis=0) + 1e-12
    design = np.column_stack([np.ones(len(evidence)), (evidence - mean) / deviation])
    ridge = PENALTY * len(evidence) * np.diag([0.0] + [1.0] * evidence.shape[1])
    weights = np.zeros(design.shape[1])
    for _ in range(STEPS):
        sure = 1 / (1 + np.exp(-design @ weights))
        hessian = design.T @ (design * (sure * (1 - sure))[:, None]) + ridge + 1e-9 * np.eye(len(weights))
        step = np.linalg.solve(hessian, design.T @ (labels - sure) - ridge @ weights)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-10:
            break
    slopes = weights[1:] / deviation
    return np.concatenate([[weights[0] - slopes @ mean], slopes])


def _predict(evidence: Floats, weights: Floats) -> Floats:
    predicted: Floats = 1 / (1 + np.exp(-(weights[0] + evidence @ weights[1:])))
    return predicted


def _band(low: float, high: float, confidences: Floats, labels: Floats) -> Band:
    inside = (confidences >= low) & (confidences < high)
    return Band(low, min(high, 1.0), wilson(int(labels[inside].sum()), int(inside.sum())))


def _has_parts(case: Case) -> bool:
    return {name for name, _ in case.parts} >= set(PARTS)


def _hash(cases: Sequence[Case]) -> str:
    facts = [
        [case.id, case.kind, case.question, [[name, round(value, 6)] for name, value in case.parts]] for case in cases
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]
