"""Seeded vectors for grown cards, so that measuring at size does not wait hours for the embedder."""

import hashlib
from collections.abc import Sequence
from typing import Final

import numpy as np

from rag.evaluation.synthetic import SEED
from rag.protocols import Embedder, EmbedderIdentity, Vectors

SPREAD: Final = 0.5
"""Share of the difference of two stored vectors that is added to a third, so that the noise lies as theirs does.

With multilingual-e5-small and `NOISE` a made vector has a cosine of about 0.94 to the stored one it is made from, and
two made from the same one about 0.88: further than near-duplicates, nearer than chance.
"""

NOISE: Final = 0.2
"""Length of the noise in all directions that is added besides, so that no vector is made twice."""


class SeededEmbedder:
    """An embedder whose card vectors are made up; questions, and texts whose vectors are given, stay real."""

    def __init__(self, embedder: Embedder, texts: Sequence[str], vectors: Vectors, *, seed: int = SEED) -> None:
        """Keep the embedder of questions and the stored vectors to cluster around, one unit row a text."""
        self._embedder = embedder
        self._row_of = {text: row for row, text in enumerate(texts)}
        self._stored = vectors
        self._seed = seed

    @property
    def identity(self) -> EmbedderIdentity:
        """The embedder's own with another name: what is built with it must never serve real questions."""
        real = self._embedder.identity
        return EmbedderIdentity(f"{real.name}+seeded-{self._seed}", real.revision, real.dimensions)

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return the stored vector of a known text, else one made up near a stored one; same text, same vector."""
        made = np.stack([self._one(text) for text in texts])
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), dtype=np.float32)

    def embed_question(self, text: str) -> Vectors:
        """Return the embedder's own vector."""
        return self._embedder.embed_question(text)

    def _one(self, text: str) -> Vectors:
        row = self._row_of.get(text)
        if row is not None:
            return np.asarray(self._stored[row])
        digest = hashlib.sha256(f"{self._seed}\n{text}".encode("utf-8", "replace")).digest()
        rng = np.random.default_rng(int.from_bytes(digest[:16]))
        centre, one, other = self._stored[rng.integers(len(self._stored), size=3)]
        dimensions = self._stored.shape[1]
        noise = rng.standard_normal(dimensions, dtype=np.float32) * (NOISE / dimensions**0.5)
        return np.asarray(centre + SPREAD * (one - other) + noise, dtype=np.float32)
