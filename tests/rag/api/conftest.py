"""The API over a small town's cards, with a real index, a real but tiny embedder and a store of each test's own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rag.api.guard import Admission
from rag.api.routes import routes_of
from rag.process import Opened
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.town import build_town, town_settings, write_settings

HOME = "http://127.0.0.1:8501"
LOOPBACK = ("127.0.0.1", 50000)
OPEN = Admission(requests_per_s=1000.0, burst=1000)


@dataclass(frozen=True)
class Api:
    """What one test talks to, and what stands behind it."""

    opened: Opened
    app: Starlette
    client: TestClient


Serve = Callable[..., Api]


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the town's cards and an index of them; read only."""
    folder = tmp_path_factory.mktemp("town")
    build_town(folder)
    return folder


@pytest.fixture
def opened(town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """The town's cards and a history of this test's own; no chat model."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    url = f"sqlite:///{tmp_path / 'history.sqlite'}"
    changes: dict[str, dict[str, object]] = {
        "history": {"url": url},
        "chat_model": {"deadline_s": 30, "read_timeout_s": 10},
    }
    write_settings(tmp_path / "config.yaml", town_settings(town / "okf", town / "data", changes))
    shared = Opened(tmp_path / "config.yaml")
    yield shared
    shared.close()


@pytest.fixture
def serve(opened: Opened) -> Serve:
    """Serve the API under an admission to a client at an address."""

    def served(admission: Admission = OPEN, *, home: str = HOME, client: tuple[str, int] = LOOPBACK) -> Api:
        app = Starlette(routes=routes_of(lambda: opened, admission))
        return Api(opened, app, TestClient(app, base_url=home, client=client))

    return served


@pytest.fixture
def api(serve: Serve) -> Api:
    """The API on the reader's own machine, without a token."""
    return serve()


@pytest.fixture
def chat_server(monkeypatch: pytest.MonkeyPatch, opened: Opened) -> Iterator[OpenAIServer]:
    """A chat model behind a real server on loopback; use it before the first question."""
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        yield server
