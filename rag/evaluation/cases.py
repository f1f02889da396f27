"""Asks labelled questions and keeps what came of each, so that thresholds can be moved without asking again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.config import Settings
from rag.engine import Engine
from rag.evaluation.labels import NOT_COVERED, Kind, Labelled
from rag.pipeline import Question
from rag.types import ANSWERED, Hit, Status, Trace, Turn

DEEP = 10
"""Places of each ranking that are kept; MRR and nDCG look no further."""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled question as the system treated it."""

    id: str
    bundle: str
    kind: Kind
    question: str
    language: str
    expected: tuple[str, ...]
    status: Status
    confidence: float
    parts: tuple[tuple[str, float], ...]
    """Raw evidence the confidence was computed from."""
    fused: tuple[str, ...]
    """Card ids, best first, at most ten."""
    bm25: tuple[str, ...]
    vector: tuple[str, ...]
    selected: tuple[str, ...]
    """Cards presented as evidence, or beside the refusal."""
    top_k: int
    topics: tuple[str, ...]
    reachable: int

    @property
    def covered(self) -> bool:
        """Tell whether the cards hold the answer."""
        return self.kind not in NOT_COVERED

    @property
    def right_first(self) -> bool:
        """Tell whether the best card is one that answers."""
        return bool(self.fused) and self.fused[0] in self.expected

    @property
    def sure(self) -> float:
        """What a threshold decides on: nothing where the evidence does not state what is asked."""
        return 0.0 if self.status == "insufficient_evidence" else self.confidence

    @property
    def answered(self) -> bool:
        """Tell whether an answer was given."""
        return self.status in ANSWERED


def ask_all(
    labels: Sequence[Labelled],
    engine: Engine,
    settings: Settings,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Case, ...]:
    """Return a case for each question, in order; a follow-up is asked after its first question."""
    cases: list[Case] = []
    for done, label in enumerate(labels):
        progress(done, len(labels))
        history = (Turn("user", label.first),) if label.first else ()
        trace = engine.retrieve(Question(label.question, label.bundle, history), settings)
        cases.append(as_case(label, trace))
    progress(len(labels), len(labels))
    return tuple(cases)


def as_case(label: Labelled, trace: Trace) -> Case:
    """Return what is kept of a trace."""
    return Case(
        id=label.id,
        bundle=label.bundle,
        kind=label.kind,
        question=label.question,
        language=label.language,
        expected=label.expected,
        status=trace.verdict.status,
        confidence=trace.confidence.value,
        parts=tuple((name, value) for name, value, _ in trace.confidence.parts if name != "intercept"),
        fused=presented_first(trace),
        bm25=_ids(trace.lexical.hits),
        vector=_ids(trace.vector.hits),
        selected=tuple(item.card.card_id for item in trace.evidence),
        top_k=len(trace.evidence),
        topics=tuple(match.topic for match in trace.topics),
        reachable=trace.reachable,
    )


def presented_first(trace: Trace) -> tuple[str, ...]:
    """Return what a reader sees first: the cards presented, then the ranking they were taken from."""
    presented = [item.card.card_id for item in trace.evidence]
    return tuple(dict.fromkeys([*presented, *(hit.card_id for hit in trace.fused)]))[:DEEP]


def _ids(hits: Sequence[Hit]) -> tuple[str, ...]:
    return tuple(hit.card_id for hit in hits[:DEEP])
