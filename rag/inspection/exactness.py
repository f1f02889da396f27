"""How much of the exact nearest neighbours the approximate search finds."""

from dataclasses import dataclass

import numpy as np

from rag.index.opening import OpenIndex
from rag.protocols import Vectors


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two lists of nearest cards by whole-text vector, over the whole index."""

    exact: tuple[str, ...]
    """Card ids, nearest first, ties to the lower id."""
    approximate: tuple[str, ...]
    """What HNSW found, nearest first."""

    @property
    def share(self) -> float:
        """Return overlap@k: the share of the exact list that HNSW found as well; 1 for an empty index."""
        return len(set(self.exact) & set(self.approximate)) / len(self.exact) if self.exact else 1.0


def against_exact(vector: Vectors, index: OpenIndex, *, k: int) -> Overlap:
    """Return the `k` nearest cards by exact search and by HNSW.

    Whole-text vectors alone are compared, since HNSW holds no others. Topics and bundles do not matter here.

    Raises:
        IndexDamaged: the Chroma store cannot be opened.
    """
    every = index.vectors.search(vector, rows=None, limit=k, exact_limit=0, exact=True)
    order = np.argsort(-every.whole, kind="stable")[:k]
    near = index.vectors.nearest_rows(vector, k)
    return Overlap(
        tuple(index.cards.ids[int(every.rows[at])] for at in order),
        tuple(index.cards.ids[int(row)] for row in near),
    )
