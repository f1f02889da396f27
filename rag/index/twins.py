"""Finds cards that say nearly the same: for each card the other one whose vector is nearest."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rag.protocols import Vectors

NEAR_DUPLICATE = 0.975
"""Cosine of whole-card vectors from which two cards count as nearly the same.

Measured with multilingual-e5-small: no two cards of the shipped corpus, which each state another fact, come nearer
than 0.956; copies of its cards with a changed title, a changed figure or an added sentence lie at 0.983 and above.
"""

BLOCK = 256
"""Cards compared with all others at a time; 61 MB of similarities for 60,000 cards."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A card that has a near-duplicate."""

    row: int
    other: int
    """Row of the nearest other card; the lower one of equals."""
    cosine: float
    """In [`NEAR_DUPLICATE`, 1], six decimals."""


def find_twins(
    whole: Vectors, *, at_least: float = NEAR_DUPLICATE, progress: Callable[[int], None] = lambda done: None
) -> tuple[Twin, ...]:
    """Return each card whose nearest other card is at least so near, by row.

    Exact and quadratic: 60,000 cards of 384 dimensions take about half a minute on two cores.

    Args:
        whole: One unit vector a card, (cards, dimensions).
        at_least: Cosine.
        progress: Told how many cards are done, after each block.
    """
    twins = []
    for first in range(0, len(whole), BLOCK):
        similarities = whole[first : first + BLOCK] @ whole.T
        own = np.arange(len(similarities))
        similarities[own, first + own] = -2.0  # below every cosine: a card is not its own twin
        others = similarities.argmax(axis=1)
        nearest = similarities[own, others]
        twins += [
            Twin(first + int(row), int(others[row]), min(1.0, round(float(nearest[row]), 6)))
            for row in np.flatnonzero(nearest >= at_least)
        ]
        progress(min(first + BLOCK, len(whole)))
    return tuple(twins)
