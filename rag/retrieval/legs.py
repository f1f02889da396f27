"""Runs the lexical and the vector leg over the cards a question may reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.protocols import Vectors
from rag.retrieval.timing import Stopwatch
from rag.types import Hit, Leg, Ranker, TopicMatch


@dataclass(frozen=True, slots=True)
class Reach:
    """Which cards each leg may see."""

    bundles: tuple[str, ...]
    lexical_topics: frozenset[tuple[str, str]] | None
    """None is every topic."""
    vector_topics: frozenset[tuple[str, str]] | None
    cards: int
    """Cards that at least one leg may see."""

    @classmethod
    def of(cls, bundles: tuple[str, ...], topics: Sequence[TopicMatch], mode: str, index: OpenIndex) -> "Reach":
        """Return the reach that the matched topics and the gate's mode give; no topic matched is no gate."""
        places = frozenset((match.bundle, match.topic) for match in topics) & frozenset(index.rows_of)
        gate = places or None
        lexical = gate if mode in ("lexical", "both") else None
        vector = gate if mode == "both" else None
        rows = index.rows(bundles, vector)
        return cls(bundles, lexical, vector, index.manifest.cards if rows is None else len(rows))


@dataclass(frozen=True, slots=True)
class Legs:
    """What both legs found."""

    lexical: Leg
    vector: Leg
    self_score: float
    """BM25 of the question against itself."""
    ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of `lexical` and `vector`."""

    @classmethod
    def empty(cls) -> "Legs":
        """Return legs that had nothing to search for."""
        nothing = Leg((), 0, "no-tokens")
        return cls(nothing, nothing, 0.0)


def search(tokens: Sequence[str], vector: Vectors | None, reach: Reach, index: OpenIndex, settings: Settings) -> Legs:
    """Run both legs; a leg whose weight is 0 is off."""
    clock = Stopwatch()
    with clock.stage("lexical"):
        lexical, self_score = _lexical(tokens, reach, index, settings)
    with clock.stage("vector"):
        nearest = _vector(vector, reach, index, settings)
    return Legs(lexical, nearest, self_score, clock.ms)


def _lexical(tokens: Sequence[str], reach: Reach, index: OpenIndex, settings: Settings) -> tuple[Leg, float]:
    if not settings.fusion.bm25_weight:
        return Leg((), 0, "off"), 0.0
    found = index.lexical.search(
        tokens,
        bundles=reach.bundles,
        topics=reach.lexical_topics,
        k1=settings.lexical.k1,
        b=settings.lexical.b,
    )
    hits = _top(index, found.rows, found.scores, settings.fusion.candidates, "bm25")
    return Leg(hits, len(found.rows), "" if hits else "no-candidates"), found.self_score


def _vector(vector: Vectors | None, reach: Reach, index: OpenIndex, settings: Settings) -> Leg:
    if vector is None:
        return Leg((), 0, "off")
    limit = settings.fusion.candidates
    found = index.vectors.search(
        vector,
        rows=index.rows(reach.bundles, reach.vector_topics),
        limit=limit,
        exact_limit=settings.vectors.exact_limit,
    )
    hits = _top(index, found.rows, found.scores, limit, "vector")
    return Leg(hits, len(found.rows), "" if hits else "no-candidates", found.exact)


def _top(
    index: OpenIndex, rows: NDArray[np.int64], scores: NDArray[np.float64], limit: int, ranker: Ranker
) -> tuple[Hit, ...]:
    if len(scores) > limit:  # sorting all of a large corpus for its best hundred would cost more than scoring it
        good = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit])
        rows, scores = rows[good], scores[good]
    # rows ascend with card ids, so a stable sort gives ties to the lower card id
    order = np.argsort(-scores, kind="stable")[:limit]
    return tuple(
        Hit(index.cards.ids[int(rows[at])], rank, float(scores[at]), ranker) for rank, at in enumerate(order, start=1)
    )
