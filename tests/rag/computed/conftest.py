"""The shipped computation cards in a small index."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.config import Settings, parse_settings
from rag.index.opening import OpenIndex
from rag.pipeline import Tools
from rag.types import Language
from tests.fakes.computing import computing_settings, write_computing
from tests.fakes.corpus import Site
from tests.fakes.embedder import HashingEmbedder

IN_FORCE = datetime(2026, 6, 1, 12, tzinfo=UTC)
LANGUAGES: Mapping[str, Language] = {"immigration": "en", "consular": "ko", "postal": "zh"}


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Tools:
    folder = tmp_path_factory.mktemp("computing")
    write_computing(folder / "okf")
    site, embedder = Site(folder / "okf", folder / "index"), HashingEmbedder()
    site.build(embedder, languages=LANGUAGES)
    return Tools(site.open(embedder), embedder)


@pytest.fixture(scope="session")
def index(tools: Tools) -> OpenIndex:
    return tools.index


@pytest.fixture(scope="session")
def settings() -> Settings:
    return parse_settings(computing_settings(Path("okf"), Path("data")))
