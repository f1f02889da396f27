"""Builds or compares the index in a process of its own, so that the app goes on serving."""

import os
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from rag.index.build import Built, Difference, Progress
from rag.index.build_lines import Failure, Report, from_line

Task = Literal["build", "compare"]

KEPT_LINES = 8
"""Last lines of other output, shown when the process ends without a report: enough for a traceback's end."""


@dataclass(frozen=True, slots=True)
class JobState:
    """How far the latest task is, or how it ended."""

    task: Task
    running: bool
    progress: Progress | None = None
    difference: Difference | None = None
    """Of a comparison; of a build, what it changed."""
    built: Built | None = None
    failure: Failure | None = None
    ended_at: datetime | None = None
    """Aware; None while it runs."""


class IndexJob:
    """At most one `python -m rag index` at a time; shared by all sessions and threads."""

    def __init__(self, command: Sequence[str], *, folder: Path, environ: Mapping[str, str] | None = None) -> None:
        """Keep what to run: the index command up to its options, and the folder it is run in."""
        self._command = tuple(command)
        self._folder = folder
        self._environ = dict(os.environ if environ is None else environ)
        self._lock = threading.Lock()
        self._state: JobState | None = None
        self._ended = threading.Event()

    @property
    def state(self) -> JobState | None:
        """The latest task; None before the first."""
        with self._lock:
            return self._state

    def start(self, task: Task) -> bool:
        """Start a task; return False when one of this app is still running.

        Another process that builds is met by the new one, which then fails with `IndexBusy`.
        """
        options = ("--json", "--check") if task == "compare" else ("--json",)
        with self._lock:
            if self._state is not None and self._state.running:
                return False
            self._ended.clear()
            self._state = JobState(task, running=True)
        try:
            process = subprocess.Popen(
                [*self._command, *options],
                cwd=self._folder,
                env=self._environ | {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as exc:
            self._end(JobState(task, running=False, failure=Failure("OSError", f"It could not be started: {exc}.")))
            return True
        threading.Thread(target=self._follow, args=(process, task), daemon=True, name=f"index-{task}").start()
        return True

    def wait(self, timeout_s: float) -> JobState | None:
        """Return the state once the running task has ended, or after `timeout_s`."""
        self._ended.wait(timeout_s)
        return self.state

    def _follow(self, process: subprocess.Popen[str], task: Task) -> None:
        state = JobState(task, running=True)
        other: deque[str] = deque(maxlen=KEPT_LINES)
        with process:
            for line in process.stdout or ():
                report = from_line(line)
                if report is None:
                    other.append(line.rstrip())
                    continue
                state = _after(state, report)
                with self._lock:
                    self._state = state
        if state.built is None and state.difference is None and state.failure is None:
            said = " ".join(filter(None, other)) or "it said nothing"
            message = f"The process ended with code {process.returncode}: {said}"
            state = replace(state, failure=Failure("ended", message))
        self._end(state)

    def _end(self, state: JobState) -> None:
        with self._lock:
            self._state = replace(state, running=False, ended_at=datetime.now(UTC))
        self._ended.set()


def _after(state: JobState, report: Report) -> JobState:
    match report:
        case Progress():
            return replace(state, progress=report)
        case Difference():
            return replace(state, difference=report)
        case Built():
            return replace(state, built=report, difference=report.difference)
        case Failure():
            return replace(state, failure=report)
