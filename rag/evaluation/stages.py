"""Times every stage of questions on the path they are answered on."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rag.answer.prompt import build_messages
from rag.config import Settings
from rag.engine import Engine
from rag.evaluation.machine import memory
from rag.pipeline import Question, bundle_title
from rag.protocols import Embedder, EmbedderIdentity, Vectors
from rag.types import Delta, Done, Trace
from rag.wire import event_to_json

RETRIEVAL: Final = "retrieval beside embedding"
PROMPT: Final = "prompt"
FIRST: Final = "first token"
ANSWER: Final = "full answer"
END: Final = "end to end"
ORDER: Final = (
    *(
        "topics",
        "carry",
        "normalise",
        "embed",
        "lexical",
        "vector",
        "fusion",
        "resolve",
        "context",
        "trust",
        "confidence",
    ),
    *(RETRIEVAL, PROMPT, FIRST, ANSWER, END),
)
"""As a question meets them; a stage that is not here comes first."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Two ranks of measured times in ms."""

    p50: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of one or more values."""
        return cls(nearest_rank(values, 50), nearest_rank(values, 95))


@dataclass(frozen=True, slots=True)
class Timed:
    """What some rounds over the same questions took."""

    questions: int
    rounds: int
    stages: tuple[tuple[str, Spread], ...]
    """By stage, in the order in which a question meets them."""
    open_s: float
    """Median seconds to open the index."""
    first_ms: float
    """Median of the first question after opening, which reads files no question has read; not in `stages`."""
    resident_mb: float
    """Resident memory of the process after the last round's questions, their index still open."""

    def spread(self, stage: str) -> Spread:
        """Return the times of a stage. Raises `KeyError` when it was not met."""
        return dict(self.stages)[stage]


def nearest_rank(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that at least `percent` of all values do not exceed.

    Raises:
        ValueError: there is no value, or `percent` is not in 1..100.
    """
    if not values or not 1 <= percent <= 100:
        raise ValueError(f"needs values and a percentage in 1..100, got {len(values)} values and {percent}")
    return sorted(values)[-(-percent * len(values) // 100) - 1]


class TimedEmbedder:
    """An embedder that counts what its questions take."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.ms = 0.0

    @property
    def identity(self) -> EmbedderIdentity:
        """The embedder's."""
        return self._embedder.identity

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return the embedder's vectors."""
        return self._embedder.embed_cards(texts)

    def embed_question(self, text: str) -> Vectors:
        """Return the embedder's vector and add the time to `ms`."""
        started = time.perf_counter()
        vector = self._embedder.embed_question(text)
        self.ms += (time.perf_counter() - started) * 1000
        return vector


def time_rounds(settings: Settings, embedder: Embedder, questions: Sequence[Question], *, rounds: int) -> Timed:
    """Ask all questions `rounds` times, each round with a new engine, so that no question's vector is remembered.

    No chat model is asked; the prompt it would get is built and timed beside the answer.
    """
    times: dict[str, list[float]] = {}
    opened: list[float] = []
    firsts: list[float] = []
    resident = 0.0
    for _ in range(rounds):
        watched = TimedEmbedder(embedder)
        engine = Engine(settings, watched, None)
        started = time.perf_counter()
        index = engine.index()
        opened.append(time.perf_counter() - started)
        firsts.append(time_question(engine, watched, questions[-1])[END])
        for question in questions:
            for stage, ms in time_question(engine, watched, question).items():
                times.setdefault(stage, []).append(ms)
        resident = memory().now
        index.close()
    stages = tuple((stage, Spread.of(times[stage])) for stage in sorted(times, key=_place))
    return Timed(len(questions), rounds, stages, nearest_rank(opened, 50), nearest_rank(firsts, 50), resident)


def time_question(engine: Engine, watched: TimedEmbedder, question: Question) -> dict[str, float]:
    """Ask a question as the API does and return its stages in ms.

    First token and full answer count from the question to the first and to the last words, end to end until the
    closing event is written as JSON. A refused question has no prompt, what needs no search has no stages. A comparison
    embeds a question for each thing compared, inside confidence; that time is moved to `embed`.

    Raises:
        ValueError: the engine ended without a closing event.
    """
    embedded = watched.ms
    started = time.perf_counter()
    spoken: list[float] = []
    trace: Trace | None = None
    for event in engine.ask(question):
        if isinstance(event, Delta):
            spoken.append(time.perf_counter())
        if isinstance(event, Done):
            trace = event.trace
        json.dumps(event_to_json(event), ensure_ascii=False)
    ended = time.perf_counter()
    if trace is None:
        raise ValueError(f"{question.text!r} ended without a closing event")
    stages = dict(trace.timings_ms)
    if "embed" in stages:
        inside = max(0.0, watched.ms - embedded - stages["embed"])
        stages["embed"] += inside
        stages["confidence"] -= inside
        stages[RETRIEVAL] = sum(stages.values()) - stages["embed"]
    if trace.verdict.passed and trace.evidence:
        stages[PROMPT] = _prompt_ms(trace, question, engine)
    for stage, at in ((FIRST, spoken[0]), (ANSWER, spoken[-1]), (END, ended)):
        stages[stage] = (at - started) * 1000
    return stages


def _prompt_ms(trace: Trace, question: Question, engine: Engine) -> float:
    started = time.perf_counter()
    title = bundle_title(trace, engine.settings)
    build_messages(trace.question, trace.evidence, question.history, language=trace.language, bundle_title=title)
    return (time.perf_counter() - started) * 1000


def _place(stage: str) -> int:
    return ORDER.index(stage) if stage in ORDER else -1
