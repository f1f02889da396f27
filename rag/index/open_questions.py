"""Questions that the cards leave open: near a card, or near a bundle's subject, and answered by none.

Retrieval finds the nearest card whatever is asked. A question that is nearer to one that was written down as open
than to anything people ask the card for is better refused.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.index.open_words import OpenWords, collect_words, open_words
from rag.index.vectors import cosines
from rag.protocols import Vectors
from rag.text.tokens import unique_tokens

FILE = "open_questions.json"
VECTORS = "open_vectors.npy"
WEIGHTS = "open_weights.npy"
LINES = "open_lines.npy"
LINE_STARTS = "open_line_starts.npy"

SAMPLED = 2000
"""Phrases compared with other cards to learn what is near by chance; more changes the mean by less than .001."""

FEWEST = 10
"""Fewer phrases or open questions than this say nothing of a bundle."""

BLOCK = 256
"""Phrases compared at a time; bounds memory to 256 rows of all vectors."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that no card of its bundle answers."""

    text: str
    bundle: str
    card_id: str
    """The card it was written beside; empty when it belongs to the whole bundle."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How near the phrases of a bundle's cards come to other cards of the bundle."""

    mean: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Nearest:
    """The open questions nearest to a question."""

    question: OpenQuestion
    """Nearest in meaning."""
    cosine: float
    words: float
    """Largest word overlap with any open question, in [0, 1]; see `word_overlap`."""


def word_overlap(shared: float, first: float, second: float) -> float:
    """Return the cosine of two token sets from the IDF sums of their intersection and of each; 0 when one is empty."""
    return shared / math.sqrt(first * second) if first and second else 0.0


class OpenQuestions:
    """The open questions of one bundle: a window of those of all bundles."""

    def __init__(self, saved: "_Saved", first: int, end: int, chance: Chance) -> None:
        self._saved = saved
        self._first = first
        self._end = end
        self._vectors = saved.vectors[first:end]
        self._weights = saved.weights[first:end]
        self.chance = chance

    def nearest(self, vector: Vectors, idfs: dict[str, float]) -> Nearest:
        """Return what is nearest to a question, given its unit vector and the IDF of each of its tokens."""
        similarities = cosines(self._vectors, vector)
        best = int(np.argmax(similarities))
        question = self._saved.question(self._first + best)
        return Nearest(question, float(similarities[best]), self._most_words(idfs))

    def _most_words(self, idfs: dict[str, float]) -> float:
        """Return the largest `word_overlap` with any question, in its very arithmetic."""
        shared = np.zeros(len(self._weights))
        for rows, token_idf in self._saved.words.holders(idfs, self._first, self._end):
            shared[rows - self._first] += token_idf
        products = sum(idfs.values()) * self._weights
        some = np.flatnonzero((shared > 0) & (products > 0))
        return float(np.max(shared[some] / np.sqrt(products[some]), initial=0.0))


LEAST_DEVIATION = 0.001
"""Of a bundle with one card or one phrase no spread is known; margins are told in deviations, which must not be 0."""


def chance_of(phrases: Vectors, owners: NDArray[np.int64], views: Vectors, view_owners: NDArray[np.int64]) -> Chance:
    """Return mean and deviation of the best cosine between a phrase and the vectors of any other card.

    Args:
        phrases: (n, dimensions), n at least 1.
        owners: Card row of each phrase.
        views: (m, dimensions) all vectors of the bundle.
        view_owners: Card row of each of them.
    """
    step = max(1, len(phrases) // SAMPLED)
    chosen, chosen_owners = phrases[::step], owners[::step]
    best = np.empty(len(chosen))
    for first in range(0, len(chosen), BLOCK):
        window = slice(first, first + BLOCK)
        similarities = chosen[window] @ views.T
        similarities[chosen_owners[window][:, None] == view_owners[None, :]] = -1.0
        best[window] = similarities.max(axis=1)
    return Chance(round(float(best.mean()), 6), max(LEAST_DEVIATION, round(float(best.std()), 6)))


@dataclass(frozen=True, slots=True)
class _Saved:
    """The open questions of all bundles, bundle by bundle."""

    vectors: Vectors
    weights: NDArray[np.float64]
    """Sum of the IDF of each question's tokens, in its bundle's statistics."""
    lines: NDArray[np.uint8]
    """Each question as JSON in UTF-8, one behind the other."""
    line_starts: NDArray[np.int64]
    words: OpenWords

    def question(self, row: int) -> OpenQuestion:
        line = self.lines[int(self.line_starts[row]) : int(self.line_starts[row + 1])].tobytes()
        return OpenQuestion(*json.loads(line))


def save_open_questions(
    folder: Path,
    questions: Sequence[OpenQuestion],
    vectors: Vectors,
    *,
    weight: Callable[[OpenQuestion], float],
    chances: dict[str, Chance],
) -> None:
    """Write the open questions of all bundles; those of bundles that they say too little of are left out."""
    by_bundle: dict[str, list[int]] = {name: [] for name in sorted(chances)}
    for row, question in enumerate(questions):
        if question.bundle in by_bundle:
            by_bundle[question.bundle].append(row)
    windows: list[tuple[str, int, int, float, float]] = []
    kept: list[int] = []
    for name, rows in by_bundle.items():
        if len(rows) >= FEWEST:
            windows.append((name, len(kept), len(kept) + len(rows), chances[name].mean, chances[name].deviation))
            kept += rows
    lines = [json.dumps(astuple(questions[row]), ensure_ascii=False).encode("utf-8", "replace") for row in kept]
    (folder / FILE).write_text(json.dumps(windows, ensure_ascii=False), encoding="utf-8")
    np.save(folder / VECTORS, vectors[kept])
    np.save(folder / WEIGHTS, np.array([weight(questions[row]) for row in kept], dtype=np.float64))
    np.save(folder / LINES, np.frombuffer(b"".join(lines), dtype=np.uint8))
    np.save(folder / LINE_STARTS, np.cumsum([0, *map(len, lines)], dtype=np.int64))
    collect_words([unique_tokens(questions[row].text) for row in kept]).save(folder)


def open_open_questions(folder: Path) -> dict[str, OpenQuestions]:
    """Open what was saved, by bundle; vectors and texts stay on disk and are read on use."""
    windows = json.loads((folder / FILE).read_text(encoding="utf-8"))
    saved = _Saved(
        vectors=np.load(folder / VECTORS, mmap_mode="r").view(np.ndarray),
        weights=np.load(folder / WEIGHTS),
        lines=np.load(folder / LINES, mmap_mode="r").view(np.ndarray),
        line_starts=np.load(folder / LINE_STARTS),
        words=open_words(folder),
    )
    return {
        name: OpenQuestions(saved, first, end, Chance(mean, deviation)) for name, first, end, mean, deviation in windows
    }
