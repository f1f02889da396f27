"""Runs the real server in a process of its own."""

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

ROOT = Path(__file__).parents[2]
START_S = 60
"""A server that does not answer by then will not."""


@contextmanager
def serving(settings: Path, environ: Mapping[str, str] | None = None) -> Iterator[str]:
    """Start the app with a settings file on a free port and give its address; its log is written beside the file.

    Args:
        settings: Named to the app by TOUCHSTONE_CONFIG.
        environ: Added to this process's environment, which is passed on without anything of OPENAI_*.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    with settings.with_suffix(".log").open("wb") as log:
        app = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
            cwd=ROOT,
            env={**kept, "TOUCHSTONE_CONFIG": str(settings), **(environ or {})},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _wait(app, port, settings.with_suffix(".log"))
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(15)


def _wait(app: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    ends = time.monotonic() + START_S
    while app.poll() is None and time.monotonic() < ends:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')}")
