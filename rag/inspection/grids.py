"""The settings that decide which cards are presented, as grids of values to search for the nearest that helps."""

from dataclasses import dataclass

from rag.config import Settings
from rag.ranges import Allowed, allowed

NUMBERS = (
    "confidence.threshold",
    "context.evidence",
    "context.top_k",
    "fusion.bm25_weight",
    "fusion.vector_weight",
    "fusion.rrf_k",
    "fusion.candidates",
    "lexical.k1",
    "lexical.b",
)
CHOICES = ("topics.mode", "fusion.method")
FRACTION = 0.01
"""Step of a setting that is no whole number: a person would not set a finer difference."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The values a numeric setting can take: low, low + step, ..., high."""

    key: str
    low: float
    high: float
    step: float
    whole: bool

    @property
    def last(self) -> int:
        """Return the number of the highest value; the lowest is 0."""
        return round((self.high - self.low) / self.step)

    def number(self, value: float) -> int:
        """Return the number of the value nearest to a given one."""
        return min(max(round((value - self.low) / self.step), 0), self.last)

    def value(self, number: int) -> int | float:
        """Return a value by its number."""
        return round(self.low) + number if self.whole else round(self.low + number * self.step, 4)

    def share(self, before: float, after: float) -> float:
        """Return a change as a share of the range, in [0, 1]."""
        return abs(after - before) / (self.high - self.low)


def grid(key: str) -> Grid:
    """Return the grid of a numeric setting over the range that rag/config.py gives it."""
    span = _allowed(key)
    whole = span.kind == "whole"
    return Grid(key, span.low, span.high, 1 if whole else FRACTION, whole)


def choices(key: str) -> tuple[str, ...]:
    """Return the words a setting can be, in the order of rag/config.py."""
    return _allowed(key).choices


def _allowed(key: str) -> Allowed:
    found = allowed(Settings, key.split("."))
    if found is None:
        raise ValueError(f"{key!r} has no range in rag/config.py; give it one before it is searched.")
    return found
