"""The settings that can be tried out while the app runs: everything that decides how cards are found and judged.

The coefficients of the confidence are left out on purpose: they are fitted on labelled questions, and moved by hand
they mean nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rag.config import Settings
from rag.ranges import Allowed, allowed
from rag.tuning.overrides import Value

Group = Literal["confidence", "fusion", "lexical", "topics", "context", "chat_model"]

_GROUPS: Mapping[Group, tuple[str, ...]] = {
    "confidence": ("confidence.threshold", "confidence.high"),
    "fusion": (
        "fusion.method",
        "fusion.bm25_weight",
        "fusion.vector_weight",
        "fusion.rrf_k",
        "fusion.candidates",
    ),
    "lexical": ("lexical.k1", "lexical.b"),
    "topics": ("topics.mode",),
    "context": ("context.top_k", "context.evidence", "context.card_chars", "context.total_chars"),
    "chat_model": ("chat_model.temperature",),
}

FINEST = 100
"""Steps at which a slider can still be set by hand on a phone; a wider range is typed."""


@dataclass(frozen=True, slots=True)
class Tunable:
    """One setting and how it may be moved."""

    key: str
    """Dotted, as in config.yaml: `confidence.threshold`."""
    group: Group
    allowed: Allowed

    @property
    def step(self) -> float:
        """The smallest move of its control: a round part of the range."""
        span = self.allowed.high - self.allowed.low
        if self.allowed.kind == "whole":
            return 1 if span <= 1000 else 100
        return 0.01 if span <= 1 else 0.05

    @property
    def slides(self) -> bool:
        """Whether a slider can reach every step."""
        return self.allowed.kind != "choice" and (self.allowed.high - self.allowed.low) / self.step <= FINEST

    def rounded(self, value: Value) -> Value:
        """Return a control's value without the noise of binary fractions, in the setting's own type."""
        if self.allowed.kind == "choice":
            return str(value)
        return int(value) if self.allowed.kind == "whole" else round(float(value), 6)


def tunables() -> tuple[Tunable, ...]:
    """Return every tunable, group by group in the order in which they are shown."""
    return tuple(Tunable(key, group, _range(key)) for group, keys in _GROUPS.items() for key in keys)


def groups() -> tuple[Group, ...]:
    """Return the groups in the order in which they are shown."""
    return tuple(_GROUPS)


def value_of(settings: Settings, key: str) -> Value:
    """Return the value under a dotted key of two parts."""
    section, _, name = key.partition(".")
    value: Value = getattr(getattr(settings, section), name)
    return value


def _range(key: str) -> Allowed:
    found = allowed(Settings, key.split("."))
    if found is None:
        raise ValueError(f"{key!r} has no range in rag/config.py; give it one before it is tuned.")
    return found
