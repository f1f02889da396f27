"""Questions that the cards leave open: near a card, or near a bundle's subject, and answered by none.

Retrieval finds the nearest card whatever is asked. A question that is nearer to one that was written down as open
than to anything people ask the card for is better refused.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.protocols import Vectors
from rag.text.tokens import unique_tokens

FILE = "open_questions.json"
VECTORS = "open_vectors.npy"

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
    """The open questions of one bundle."""

    def __init__(
        self, questions: Sequence[OpenQuestion], vectors: Vectors, weights: Sequence[float], chance: Chance
    ) -> None:
        self._questions = tuple(questions)
        self._vectors = vectors
        self._weights = tuple(weights)
        """Sum of the IDF of each question's tokens, in the bundle's statistics."""
        self.chance = chance
        self._rows_of: dict[str, list[int]] = {}
        for row, question in enumerate(self._questions):
            for token in unique_tokens(question.text):
                self._rows_of.setdefault(token, []).append(row)

    def nearest(self, vector: Vectors, idfs: dict[str, float]) -> Nearest:
        """Return what is nearest to a question, given its unit vector and the IDF of each of its tokens."""
        similarities = self._vectors @ vector
        best = int(np.argmax(similarities))
        asked = sum(idfs.values())
        shared: dict[int, float] = {}
        for token, token_idf in idfs.items():
            for row in self._rows_of.get(token, ()):
                shared[row] = shared.get(row, 0.0) + token_idf
        words = max((word_overlap(common, asked, self._weights[row]) for row, common in shared.items()), default=0.0)
        return Nearest(self._questions[best], round(float(similarities[best]), 6), words)


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
    return Chance(round(float(best.mean()), 6), round(float(best.std()), 6))


def save_open_questions(
    folder: Path,
    questions: Sequence[OpenQuestion],
    vectors: Vectors,
    *,
    weight: Callable[[OpenQuestion], float],
    chances: dict[str, Chance],
) -> None:
    """Write the open questions of all bundles; those of bundles without a chance level are left out."""
    kept = [row for row, question in enumerate(questions) if question.bundle in chances]
    value = {
        "questions": [[questions[row].text, questions[row].bundle, questions[row].card_id] for row in kept],
        "weights": [weight(questions[row]) for row in kept],
        "chances": {name: [chance.mean, chance.deviation] for name, chance in chances.items()},
    }
    (folder / FILE).write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    np.save(folder / VECTORS, vectors[kept])


def open_open_questions(folder: Path) -> dict[str, OpenQuestions]:
    """Open what was saved, by bundle; a bundle with too few questions to judge by is absent."""
    value = json.loads((folder / FILE).read_text(encoding="utf-8"))
    vectors = np.load(folder / VECTORS)
    by_bundle: dict[str, list[int]] = {}
    for row, (_, bundle, _) in enumerate(value["questions"]):
        by_bundle.setdefault(bundle, []).append(row)
    return {
        name: OpenQuestions(
            [OpenQuestion(*value["questions"][row]) for row in rows],
            vectors[rows],
            [value["weights"][row] for row in rows],
            Chance(*value["chances"][name]),
        )
        for name, rows in by_bundle.items()
        if len(rows) >= FEWEST
    }
