"""Values that tell how a question was read and whether its evidence speaks to it; parts of a `rag.types.Trace`."""

from dataclasses import dataclass
from typing import Literal

QueryType = Literal["single", "follow_up", "comparison"]

Grounding = Literal[
    "verified",
    "partial_topic_grounding",
    "partial_comparison",
    "insufficient_evidence",
    "context_clarification",
    "metadata_ambiguity_clarification",
]
"""Whether the evidence speaks to what was asked."""
Stage = Literal["strict", "reduced", "relaxed"]
"""How hard the names in a question filter."""


@dataclass(frozen=True, slots=True)
class NamesFound:
    """Which agency, project or title a question named, and what that left."""

    query_type: QueryType
    found: tuple[tuple[str, float, str], ...]
    """(name, score in [0, 1], spelling and how it was found), best first."""
    stage: Stage
    cards: tuple[str, ...]
    """Cards named; empty when none was."""
    barred: tuple[str, ...]
    """Cards of other agencies than the one named; never evidence."""
    unknown: str
    """An agency named that no card knows."""
    too_close: bool
    """Several named cards were too close to call."""
    compact: str = ""
    """The question as names were looked for in it: normalised, without spaces and punctuation."""
    words: tuple[str, ...] = ()
    """Its words, Latin and other scripts apart; a short name must be one of them."""


@dataclass(frozen=True, slots=True)
class FilterAttempt:
    """One stage of the search by names, in the order tried."""

    stage: Stage
    filters: tuple[str, ...]
    """The names it filtered by; empty when relaxed."""
    candidates: int
    """Cards it left."""
    top_k: int
    """Cards that were presented from them."""
    reasons: tuple[str, ...]
    """Why its evidence was not enough; empty where it was."""


@dataclass(frozen=True, slots=True)
class ComparedTarget:
    """One thing that a comparison names."""

    name: str
    numbers: tuple[int, ...]
    """Of its evidence; empty when the cards say nothing of it."""


@dataclass(frozen=True, slots=True)
class ContextFound:
    """What the conversation lent to a question."""

    source: str
    """The earlier question."""
    reused: tuple[tuple[str, str], ...]
    """(agency, project, title or topic; its name), such as ("agency", "기관 A")."""
    confidence: float
    """In [0, 1]: 1 where the question points back, less where it is only short."""
    reason: str
    """One English sentence; where the reader is asked back, why."""


@dataclass(frozen=True, slots=True)
class Planned:
    """How many cards a question is answered from."""

    query_type: QueryType
    budget: int
    """Cards presented."""
    reason: str


@dataclass(frozen=True, slots=True)
class EvidenceCheck:
    """Whether the evidence speaks to what was asked; made before any model is asked."""

    status: Grounding
    asked: tuple[str, ...]
    """Kinds of things the question asks for, such as `pages`; empty when its words tell of none."""
    missing: tuple[str, ...]
    """Kinds, topics or compared things of which the evidence says nothing."""
    reason: str
    """One English sentence."""
