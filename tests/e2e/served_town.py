"""The app over the town's cards, served by a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import yaml

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from rag.index.embedding.model_folder import ModelSettings
from tests.fakes.town import town_settings, write_town
from tests.rag.index.embedding.tiny_model import write_tiny_model

ROOT = Path(__file__).parents[2]
START_S = 60
"""What a server may take to answer on a loaded machine; usually two seconds."""


def write_site(folder: Path, changes: Mapping[str, Mapping[str, object]] | None = None) -> Path:
    """Write cards, a tiny model, an index and settings below a folder; return the settings file."""
    write_town(folder / "okf")
    (folder / "data" / "models").mkdir(parents=True)
    model = ModelSettings(
        name="tiny",
        revision="1",
        dimensions=2,
        max_tokens=512,
        pooling="mean",
        question_prefix="east ",
        card_prefix="east ",
    )
    write_tiny_model(folder / "data" / "models" / "tiny", model)
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(town_settings(folder / "okf", folder / "data", changes), allow_unicode=True))
    settings = load_settings(path)
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)
    return path


@contextmanager
def served(config: Path) -> Iterator[str]:
    """Yield the address of the app under a settings file; the process ends with the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with config.with_name("app.log").open("wb") as log:
        app = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environ | {"TOUCHSTONE_CONFIG": str(config)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            _wait(f"http://127.0.0.1:{port}/_stcore/health", app)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(15)


def _wait(health: str, app: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + START_S
    while time.monotonic() < ends:
        assert app.poll() is None, "the app ended while starting"
        try:
            with urllib.request.urlopen(health, timeout=2) as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the app was not up after {START_S} s")
