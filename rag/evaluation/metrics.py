"""Measures of rankings, of confidence and of their uncertainty; a few lines each, with their source."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

DRAWS = 1000
"""Bootstrap draws; the interval's own error is then well below a point."""

SEED = 20260101
"""Fixed, so that two runs give one report."""


def recall_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the share of relevant cards among the first `k`; 1.0 is all of them, or k of more than k."""
    return len(set(ranked[:k]) & set(relevant)) / min(k, len(relevant))


def hit_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return 1.0 when a relevant card is among the first `k`, else 0.0."""
    return float(not set(ranked[:k]).isdisjoint(relevant))


def reciprocal_rank(ranked: Sequence[str], relevant: Collection[str], k: int = 10) -> float:
    """Return 1 / rank of the first relevant card within `k`, else 0 (Voorhees, TREC-8 1999)."""
    return next((1 / rank for rank, card_id in enumerate(ranked[:k], 1) if card_id in relevant), 0.0)


def ndcg(ranked: Sequence[str], relevant: Collection[str], k: int = 10) -> float:
    """Return normalised discounted cumulative gain with binary gains (Järvelin & Kekäläinen, TOIS 2002)."""
    gain = sum(1 / math.log2(rank + 1) for rank, card_id in enumerate(ranked[:k], 1) if card_id in relevant)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))
    return gain / best


def auroc(covered: Sequence[float], not_covered: Sequence[float]) -> float:
    """Return how often a covered question has the higher confidence (Mann & Whitney 1947); NaN when a side is empty."""
    if not covered or not not_covered:
        return math.nan
    high, low = np.asarray(covered)[:, None], np.asarray(not_covered)[None, :]
    return float(np.mean((high > low) + 0.5 * (high == low)))


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float
    count: int


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean and its percentile bootstrap interval (Efron 1979); NaN without values."""
    if not values:
        return Interval(math.nan, math.nan, math.nan, 0)
    numbers = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(SEED)
    draws = numbers[rng.integers(0, len(numbers), (DRAWS, len(numbers)))].mean(axis=1)
    low, high = np.percentile(draws, [2.5, 97.5])
    return Interval(float(numbers.mean()), float(low), float(high), len(numbers))


def auroc_interval(covered: Sequence[float], not_covered: Sequence[float]) -> Interval:
    """Return AUROC and its percentile bootstrap interval, both sides drawn anew."""
    if not covered or not not_covered:
        return Interval(math.nan, math.nan, math.nan, 0)
    rng = np.random.default_rng(SEED)
    high, low = np.asarray(covered), np.asarray(not_covered)
    draws = [
        auroc(high[rng.integers(0, len(high), len(high))].tolist(), low[rng.integers(0, len(low), len(low))].tolist())
        for _ in range(DRAWS // 4)
    ]
    bounds = np.percentile(draws, [2.5, 97.5])
    return Interval(auroc(covered, not_covered), float(bounds[0]), float(bounds[1]), len(high) + len(low))


def wilson(right: int, count: int) -> Interval:
    """Return the share and its 95 % Wilson score interval (Wilson 1927); NaN when `count` is 0."""
    if not count:
        return Interval(math.nan, math.nan, math.nan, 0)
    z = 1.959964
    share = right / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half), count)


def threshold_refusing(covered: Sequence[float], share: float) -> float:
    """Return the highest threshold that refuses at most `share` of the covered questions."""
    ordered = sorted(covered)
    return ordered[int(share * len(ordered))]


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """One point of a risk-coverage curve."""

    threshold: float
    coverage: float
    """Share of all questions answered at this threshold."""
    risk: float
    """Share of the answered ones that should not have been, or were answered from the wrong card."""


def risk_coverage(confidences: Sequence[float], right: Sequence[bool]) -> tuple[RiskPoint, ...]:
    """Return risk against coverage, from the surest question to all (El-Yaniv & Wiener, JMLR 2010)."""
    order = sorted(range(len(confidences)), key=lambda at: -confidences[at])
    points: list[RiskPoint] = []
    wrong = 0
    for answered, at in enumerate(order, 1):
        wrong += not right[at]
        last_of_its_value = answered == len(order) or confidences[order[answered]] != confidences[at]
        if last_of_its_value:
            points.append(RiskPoint(confidences[at], answered / len(order), wrong / answered))
    return tuple(points)


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided p-value of a flip count under chance (exact binomial sign test)."""
    count = better + worse
    if not count:
        return 1.0
    tail = sum(math.comb(count, n) for n in range(min(better, worse) + 1)) / 2**count
    return float(min(1.0, 2 * tail))
