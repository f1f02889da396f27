"""Measures stages."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Stopwatch:
    """Milliseconds by stage name, in the order in which stages ended."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block; a name used twice adds up."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (time.perf_counter() - started) * 1000

    def add(self, ms: Mapping[str, float]) -> None:
        """Add times that were measured elsewhere."""
        for name, value in ms.items():
            self.ms[name] = self.ms.get(name, 0.0) + value
