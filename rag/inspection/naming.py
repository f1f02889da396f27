"""What the names in a question did: how each was found, and which cards they left."""

import re
from dataclasses import dataclass
from typing import Literal

from rag.types import Trace

How = Literal["found", "whole-word", "all-words", "alike"]
"""The spelling stands in the question; as a word of its own; with all its words apart; or nearly so."""

_REASON = re.compile(r"(?P<spelling>.*): (?P<how>found|whole word|all its words|spelled alike \((?P<likeness>\d+)\))")
_HOW: dict[str, How] = {"found": "found", "whole word": "whole-word", "all its words": "all-words"}


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name that the question gives or may give."""

    name: str
    score: float
    """In [0, 1]."""
    spelling: str
    """The known spelling that was looked for."""
    how: How
    likeness: int | None
    """0..100, for a name that is only spelled alike."""


def found_names(trace: Trace) -> tuple[FoundName, ...]:
    """Return the names found, best first; empty for a trace that recorded none."""
    found = trace.names.found if trace.names else ()
    return tuple(_found(name, score, reason) for name, score, reason in found)


def named_only(trace: Trace) -> frozenset[str] | None:
    """Return the only cards that the names let be presented; None when the names left every card in.

    Names that were too unsure, or of which no card could be presented, left every card in that is not barred.
    """
    names = trace.names
    if names is None or names.stage == "relaxed":
        return None
    named = frozenset(names.cards)
    return named if all(item.card.card_id in named for item in trace.evidence) else None


def _found(name: str, score: float, reason: str) -> FoundName:
    parts = _REASON.fullmatch(reason)
    if parts is None:
        return FoundName(name, score, reason, "found", None)
    likeness = parts["likeness"]
    return FoundName(
        name, score, parts["spelling"], _HOW.get(parts["how"], "alike"), int(likeness) if likeness else None
    )
