"""Postings of the sub-indexes, and a table of which of them hold a term."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SubIndex:
    """Postings of one topic's cards: for term i, cards `rows[starts[i]:starts[i + 1]]` with those frequencies."""

    bundle: str
    topic: str
    cards: int
    length: int
    """Tokens of all its cards together."""
    terms: Ints
    """Term numbers, ascending."""
    starts: Ints
    rows: Ints
    """Row of the card in the index version."""
    frequencies: Ints


class TermPlaces:
    """Where each term has postings, so that a question reads only the sub-indexes that hold its terms."""

    def __init__(self, sub_indexes: Sequence[SubIndex], terms: int) -> None:
        """Sort the terms of all sub-indexes; `terms` is one more than the largest term number."""
        self._sub_indexes = tuple(sub_indexes)
        owners = np.repeat(np.arange(len(sub_indexes)), [len(part.terms) for part in sub_indexes])
        held = _joined([part.terms for part in sub_indexes])
        order = np.argsort(held, kind="stable")
        self._owners = owners[order]
        self._firsts = _joined([part.starts[:-1] for part in sub_indexes])[order]
        self._counts = _joined([np.diff(part.starts) for part in sub_indexes])[order]
        self._starts = np.searchsorted(held[order], np.arange(terms + 1))

    def holding(self, term: int, inside: Bools) -> int:
        """Return how many cards hold a term in the sub-indexes for which `inside` is true."""
        at = self._window(term)
        return int(self._counts[at][inside[self._owners[at]]].sum())

    def postings(self, term: int, inside: Bools) -> tuple[Ints, Ints]:
        """Return rows and frequencies of a term in those sub-indexes, each card once."""
        at = self._window(term)
        places = zip(self._owners[at].tolist(), self._firsts[at].tolist(), self._counts[at].tolist(), strict=True)
        found = [(self._sub_indexes[owner], slice(first, first + count)) for owner, first, count in places]
        kept = [place for place, wanted in zip(found, inside[self._owners[at]], strict=True) if wanted]
        return (
            _joined([part.rows[window] for part, window in kept]),
            _joined([part.frequencies[window] for part, window in kept]),
        )

    def _window(self, term: int) -> slice:
        return slice(int(self._starts[term]), int(self._starts[term + 1]))


def _joined(arrays: Sequence[Ints]) -> Ints:
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate([np.zeros(0, np.int64), *arrays])
