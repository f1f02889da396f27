"""How judged questions fared whose confidence was about as high as an answer's."""

from collections.abc import Collection, Sequence

from rag.evaluation.calibration import BANDS
from rag.evaluation.cases import Case
from rag.evaluation.metrics import Interval, wilson
from rag.evaluation.outcomes import judged

FEWEST = 10
"""Judged questions under which a share says nothing: the interval of 9 of 9 still reaches down to 0.70."""


def band_of(confidence: float) -> tuple[float, float]:
    """Return the bounds of the band of 0.2 that a confidence in [0, 1] falls into; the lower one belongs to it."""
    return next((low, min(high, 1.0)) for low, high in BANDS if low <= confidence < high)


def fared(cases: Sequence[Case], confidence: float) -> Interval | None:
    """Return for how many judged questions of a confidence's band the best card answers, with its Wilson interval.

    Whether they were answered or refused does not count: it is the band that is judged, not the threshold.

    Returns:
        None when fewer than `FEWEST` judged questions fall into the band.
    """
    band = band_of(confidence)
    inside = [case for case in cases if judged(case) and band_of(case.confidence) == band]
    if len(inside) < FEWEST:
        return None
    return wilson(sum(case.right_first for case in inside), len(inside))


def judged_for(cases: Sequence[Case], bundles: Collection[str]) -> tuple[Case, ...]:
    """Return the cases that say something of answers from these bundles: all, or none where no bundle was judged.

    One logistic serves all bundles, so they are judged together; a bundle without a labelled question is not judged.
    """
    return tuple(cases) if any(case.bundle in bundles for case in cases) else ()
