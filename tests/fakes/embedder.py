"""A deterministic embedder without a model: each word adds one to the axis its hash names."""

import hashlib
import time
from collections.abc import Sequence

import numpy as np

from rag.errors import EmbedderError
from rag.protocols import EmbedderIdentity, Vectors

IDENTITY = EmbedderIdentity("hashing", "1", 64)


class HashingEmbedder:
    """Texts that share words are near each other; word order and case do not count. It remembers what it was asked."""

    def __init__(
        self, identity: EmbedderIdentity = IDENTITY, *, delay_s: float = 0.0, fails_after: int | None = None
    ) -> None:
        """`delay_s` is the time a text takes; after `fails_after` card texts it fails."""
        self.identity = identity
        self.card_texts: list[str] = []
        self.question_texts: list[str] = []
        self._delay_s = delay_s
        self._fails_after = fails_after

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return a unit row a text."""
        if self._fails_after is not None and len(self.card_texts) + len(texts) > self._fails_after:
            raise EmbedderError("The embedder of this test is broken.")
        self.card_texts.extend(texts)
        time.sleep(self._delay_s * len(texts))
        return np.stack([self._vector(text) for text in texts])

    def embed_question(self, text: str) -> Vectors:
        """Return one unit vector."""
        self.question_texts.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> Vectors:
        vector = np.full(self.identity.dimensions, 0.01, dtype=np.float32)  # so that no text is without a direction
        for word in text.casefold().split():
            vector[int(hashlib.sha256(word.strip(".?,").encode()).hexdigest(), 16) % self.identity.dimensions] += 1
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)
