"""The few numbers of a report that people look at first."""

import math
from dataclasses import dataclass
from typing import Literal

from rag.evaluation.metrics import Interval
from rag.evaluation.scores import BundleScores

MeasureName = Literal["hit_1", "hit_5", "answered_right", "covered_refused", "near_refused", "far_refused"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One share with its uncertainty."""

    name: MeasureName
    share: Interval
    """NaN where there was nothing to measure; NaN bounds and count 0 where only the mean is known."""
    more_is_better: bool


def measures(row: BundleScores) -> tuple[Measure, ...]:
    """Return the measures of a report's row, in the order in which they are shown."""
    found = row.refusal
    answered = Interval(found.answered_right, math.nan, math.nan, 0)
    return (
        Measure("hit_1", row.fused.hit_1, True),
        Measure("hit_5", row.fused.hit_5, True),
        Measure("answered_right", answered, True),
        Measure("covered_refused", found.covered_refused, False),
        Measure("near_refused", found.near_refused, True),
        Measure("far_refused", found.far_refused, True),
    )


def points(before: Measure, after: Measure) -> float | None:
    """Return the change in percentage points, to a tenth; None where one side measured nothing."""
    change = round(100 * (after.share.mean - before.share.mean), 1)
    return None if math.isnan(change) else change + 0.0  # so that a change of -0.0 is none
