"""The app over a small town's cards: a real index, a real but tiny embedder, a store of its own for each test."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.fakes.openai_server import OpenAIServer
from tests.fakes.town import build_town, town_settings, write_settings

ROUTER = Path(__file__).parents[2] / "pages" / "navigation.py"
PATIENCE_S = 20
"""What AppTest waits for one run of a page; its own default is 3 s."""


@dataclass(frozen=True)
class Site:
    """Where one test's app finds its settings, cards and index."""

    settings: Path
    corpus: Path
    data: Path

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> None:
        """Write the settings file anew with other values, by section and key."""
        own = {"history": {"url": f"sqlite:///{self.settings.parent / 'history.sqlite'}"}}
        merged = {
            section: {**own.get(section, {}), **changes.get(section, {})} for section in own.keys() | changes.keys()
        }
        write_settings(self.settings, town_settings(self.corpus, self.data, merged))

    def open(self, *, locale: str = "en-US", **query: str) -> AppTest:
        """Open the app in a new session and run it once."""
        app = AppTest.from_file(ROUTER, default_timeout=PATIENCE_S)
        app.context = {"locale": locale}
        for name, value in query.items():
            app.query_params[name] = value
        return app.run()


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the town's cards and an index of them; read only: copy it before changing anything."""
    folder = tmp_path_factory.mktemp("town")
    build_town(folder)
    return folder


@pytest.fixture
def site(town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The town, a settings file and a history of this test's own; no chat model."""
    found = Site(tmp_path / "config.yaml", town / "okf", town / "data")
    found.change({})
    yield from kept_apart(found, monkeypatch)


def kept_apart(found: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Yield a site that the process serves alone: its settings, no chat model, nothing opened before or left open."""
    monkeypatch.setenv("TOUCHSTONE_CONFIG", str(found.settings))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    st.cache_resource.clear()
    st.cache_data.clear()
    yield found
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def chat_server(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    """The same with a chat model behind a real server on loopback."""
    with OpenAIServer() as server:
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        yield server
