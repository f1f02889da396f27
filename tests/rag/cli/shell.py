"""A small corpus, a tiny model and the command line run in this process."""

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rag.cli import main
from rag.index.embedding.model_folder import ModelSettings

ROOT = Path(__file__).parents[3]
MODEL = ModelSettings(name="tiny", revision="1", dimensions=2, max_tokens=64, pooling="mean")
WORDS = {"[UNK]": (1.0, 1.0), "east": (9.0, 0.0), "north": (0.0, 9.0)}
"""Two words have a direction; all others stand in the middle."""

EAST, NORTH = "city/gates/east", "city/gates/north"
EAST_QUESTION = "when does the east gate open"


@dataclass(frozen=True)
class Outcome:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The output, one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass(frozen=True)
class Shell:
    """The command line over a folder of its own: the shipped config.yaml with other places and the tiny model."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    @property
    def config(self) -> Path:
        return self.folder / "config.yaml"

    @property
    def index(self) -> Path:
        return self.folder / "data" / "index"

    def run(self, *arguments: str, stdin: io.TextIOBase | None = None) -> Outcome:
        """Run a command in this process."""
        self.monkeypatch.setattr(sys, "stdin", stdin)
        code = main(["--config", str(self.config), *arguments])
        written = self.capsys.readouterr()
        return Outcome(code, written.out, written.err)


def start(shell: Shell, *arguments: str) -> subprocess.Popen[str]:
    """Run a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "rag", "--config", str(shell.config), *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
