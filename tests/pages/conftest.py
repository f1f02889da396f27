"""The app over a small town's cards: a real index, a real but tiny embedder, a store of its own for each test."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import streamlit as st
import yaml
from streamlit.testing.v1 import AppTest

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from rag.index.embedding.model_folder import ModelSettings
from tests.fakes.openai_server import OpenAIServer
from tests.fakes.town import town_settings, write_town
from tests.rag.index.embedding.tiny_model import write_tiny_model

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
        values = town_settings(self.corpus, self.data, merged)
        self.settings.write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")

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
    write_town(folder / "okf")
    model = ModelSettings(
        name="tiny",
        revision="1",
        dimensions=2,
        max_tokens=512,
        pooling="mean",
        question_prefix="east ",  # so that no text is without a word the model knows
        card_prefix="east ",
    )
    (folder / "data" / "models").mkdir(parents=True)
    write_tiny_model(folder / "data" / "models" / "tiny", model)
    (folder / "config.yaml").write_text(yaml.safe_dump(town_settings(folder / "okf", folder / "data")))
    settings = load_settings(folder / "config.yaml")
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)
    return folder


@pytest.fixture
def site(town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The town, a settings file and a history of this test's own; no chat model."""
    found = Site(tmp_path / "config.yaml", town / "okf", town / "data")
    found.change({})
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
