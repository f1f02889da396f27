"""Settings worth measuring against the ones in force: one leg alone, the other fusion, the other topic gates."""

from rag.config import Settings
from rag.tuning.diff import Change
from rag.tuning.tunables import tunables, value_of

CHOICES = ("fusion.method", "topics.mode")
LEGS = ("fusion.bm25_weight", "fusion.vector_weight")
"""Weights that may be 0, but not both."""


def alternatives(settings: Settings) -> tuple[Change, ...]:
    """Return single changes to these settings that keep them valid, in the order in which tunables are shown."""
    found: list[Change] = []
    legs_on = all(value_of(settings, key) != 0 for key in LEGS)
    for tunable in tunables():
        now = value_of(settings, tunable.key)
        if tunable.key in CHOICES:
            found.extend(Change(tunable.key, now, choice) for choice in tunable.allowed.choices if choice != now)
        elif tunable.key in LEGS and legs_on:
            found.append(Change(tunable.key, now, 0.0))
    return tuple(found)
