"""Finished runs over the labelled questions, kept for all sessions as long as the app runs."""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from rag.evaluation.cases import Case
from rag.evaluation.labels import Labelled

KEPT = 8
"""Runs kept; some hundred cases are about 1 MB."""


@dataclass(frozen=True, slots=True)
class RunKey:
    """What decides the cases of a run."""

    index_version: str
    settings_hash: str
    labels_hash: str


class Runs:
    """The last finished runs; may be shared by threads."""

    def __init__(self, *, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._cases: OrderedDict[RunKey, tuple[Case, ...]] = OrderedDict()

    def get(self, key: RunKey) -> tuple[Case, ...] | None:
        """Return the cases of a finished run; None when it was never finished, or long ago."""
        with self._lock:
            if key in self._cases:
                self._cases.move_to_end(key)
            return self._cases.get(key)

    def put(self, key: RunKey, cases: Sequence[Case]) -> None:
        """Keep a finished run; the one asked for least recently goes when there are too many."""
        with self._lock:
            self._cases[key] = tuple(cases)
            self._cases.move_to_end(key)
            while len(self._cases) > self._kept:
                self._cases.popitem(last=False)


def labels_hash(labels: Sequence[Labelled]) -> str:
    """Return 12 hex digits that change with any question or label."""
    return hashlib.sha256(repr(tuple(labels)).encode()).hexdigest()[:12]
