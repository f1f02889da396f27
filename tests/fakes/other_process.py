"""Index builds in another process that can be watched, and killed at any moment."""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from rag.index.build import Progress, build_index
from tests.fakes.embedder import HashingEmbedder

PATIENCE_S = 120.0
"""How long to wait for a process that has nothing to do but start."""

_context = multiprocessing.get_context("forkserver")


@dataclass(frozen=True)
class OtherProcess:
    """A running build."""

    process: ForkServerProcess
    reports: Connection

    def wait_for(self, step: str, *, done: int = 0) -> None:
        """Return when the build reports a step with at least so many done."""
        while self.reports.poll(PATIENCE_S):
            progress: Progress = self.reports.recv()
            if progress.step == step and progress.done >= done:
                return
        raise TimeoutError(step)

    def kill(self) -> bool:
        """Kill it with signal 9; tell whether that came before its end."""
        self.process.kill()
        self.process.join()
        return self.process.exitcode == -9

    def finish(self) -> int | None:
        """Wait for its end; return its exit code."""
        self.process.join(PATIENCE_S)
        return self.process.exitcode


@contextmanager
def building(corpus: Path, index: Path, *, delay_s: float = 0.0) -> Iterator[OtherProcess]:
    """Start a build with the fake embedder, which takes `delay_s` a text."""
    _context.set_forkserver_preload([__name__])  # not chromadb: it starts threads, and a fork beside threads may hang
    reports, sending = _context.Pipe(duplex=False)
    process = _context.Process(target=_build, args=(corpus, index, delay_s, sending), daemon=True)
    process.start()
    sending.close()
    try:
        yield OtherProcess(process, reports)
    finally:
        process.kill()
        process.join()
        process.close()
        reports.close()


def _build(corpus: Path, index: Path, delay_s: float, sending: Connection) -> None:
    build_index(corpus, index, HashingEmbedder(delay_s=delay_s), languages={}, report=sending.send)
