"""The plain recipe our retrieval is compared with: rank-bm25 over every card, and one Chroma query."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rank_bm25 import BM25Okapi

from rag.engine import Engine
from rag.evaluation.machine import memory
from rag.evaluation.stages import Spread
from rag.index.card_text import lexical_tokens
from rag.index.opening import OpenIndex
from rag.index.vectors import open_collection
from rag.pipeline import Question
from rag.protocols import Vectors
from rag.text.normalise import normalise


@dataclass(frozen=True, slots=True)
class Compared:
    """Ours and the plain loop over the same questions, in turns, all cards in reach; without the embedding."""

    questions: int
    ours: Spread
    """Everything from the question to the verdict."""
    legs: Spread
    """Both legs and their fusion: the work the plain loop does."""
    lexical: Spread
    vector: Spread
    plain_bm25: Spread
    """`get_scores` over all cards, and the best hundred of them."""
    plain_chroma: Spread
    """`collection.query` for a hundred cards."""
    plain: Spread
    """Both, question by question."""
    ours_cpu: Spread
    """Processor ms, which other processes on the machine hardly change."""
    plain_cpu: Spread
    plain_memory_mb: float
    """Resident memory that the loop's statistics and the Chroma client took."""

    @property
    def quicker(self) -> tuple[float, float, float]:
        """Return how many times quicker ours is than both: at p50, at p95, and in processor time at p50."""
        return (
            self.plain.p50 / self.ours.p50,
            self.plain.p95 / self.ours.p95,
            self.plain_cpu.p50 / self.ours_cpu.p50,
        )


class PlainLoop:
    """rank-bm25 over the cards of an index, and its Chroma collection."""

    def __init__(self, index: OpenIndex, *, limit: int) -> None:
        """Read and tokenise every card; `limit` is how many cards are wanted of each leg."""
        self._limit = limit
        self._bm25 = BM25Okapi([lexical_tokens(index.cards.at(row)) for row in range(index.manifest.cards)])
        self._client, self._collection = open_collection(index.folder / "chroma")

    def bm25(self, tokens: Sequence[str]) -> list[int]:
        """Return the rows of the best cards by words."""
        return [int(row) for row in np.argsort(-self._bm25.get_scores(tokens), kind="stable")[: self._limit]]

    def chroma(self, vector: Vectors) -> list[int]:
        """Return the rows of the best cards by meaning."""
        wanted = min(self._limit, self._collection.count())
        found = self._collection.query(query_embeddings=[vector.tolist()], n_results=wanted, include=["distances"])
        return [int(row) for row in found["ids"][0]]

    def close(self) -> None:
        """Release the collection."""
        self._client.close()  # type: ignore[attr-defined]  # the type of PersistentClient hides it


@dataclass(frozen=True, slots=True)
class _Turn:
    ours: float
    legs: float
    lexical: float
    vector: float
    bm25: float
    chroma: float
    ours_cpu: float
    plain_cpu: float


def compare(engine: Engine, questions: Sequence[Question]) -> Compared:
    """Ask each question of the engine and of the plain loop, one behind the other; they must not be follow-ups."""
    before = memory().now
    loop = PlainLoop(engine.index(), limit=engine.settings.fusion.candidates)
    _turn(engine, loop, questions[0])  # reads what no question has read; not counted
    taken = memory().now - before
    turns = [_turn(engine, loop, question) for question in questions]
    loop.close()
    return Compared(
        questions=len(questions),
        ours=Spread.of([turn.ours for turn in turns]),
        legs=Spread.of([turn.legs for turn in turns]),
        lexical=Spread.of([turn.lexical for turn in turns]),
        vector=Spread.of([turn.vector for turn in turns]),
        plain_bm25=Spread.of([turn.bm25 for turn in turns]),
        plain_chroma=Spread.of([turn.chroma for turn in turns]),
        plain=Spread.of([turn.bm25 + turn.chroma for turn in turns]),
        ours_cpu=Spread.of([turn.ours_cpu for turn in turns]),
        plain_cpu=Spread.of([turn.plain_cpu for turn in turns]),
        plain_memory_mb=taken,
    )


def _turn(engine: Engine, loop: PlainLoop, question: Question) -> _Turn:
    vector = engine.embedder.embed_question(normalise(question.text))  # remembered: no side pays for it
    cpu = [time.process_time()]
    trace = engine.retrieve(question)
    ours = sum(ms for stage, ms in trace.timings_ms.items() if stage != "embed")
    cpu.append(time.process_time())
    wall = [time.perf_counter()]
    loop.bm25(trace.tokens)
    wall.append(time.perf_counter())
    loop.chroma(vector)
    wall.append(time.perf_counter())
    cpu.append(time.process_time())
    return _Turn(
        ours=ours,
        legs=sum(trace.timings_ms.get(stage, 0.0) for stage in ("lexical", "vector", "fusion")),
        lexical=trace.timings_ms.get("lexical", 0.0),
        vector=trace.timings_ms.get("vector", 0.0),
        bm25=(wall[1] - wall[0]) * 1000,
        chroma=(wall[2] - wall[1]) * 1000,
        ours_cpu=(cpu[1] - cpu[0]) * 1000,
        plain_cpu=(cpu[2] - cpu[1]) * 1000,
    )
