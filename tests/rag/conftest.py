"""A small corpus, with and without its index, for all tests of the engine."""

import shutil
from pathlib import Path

import pytest

from tests.fakes.corpus import Site, write_small_corpus
from tests.fakes.embedder import HashingEmbedder


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Three cards in two bundles, and no index yet."""
    write_small_corpus(tmp_path / "okf")
    return Site(tmp_path / "okf", tmp_path / "index")


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index folder of the small corpus; read only: copy it before changing anything."""
    folder = tmp_path_factory.mktemp("small")
    write_small_corpus(folder / "okf")
    site = Site(folder / "okf", folder / "index")
    site.build(HashingEmbedder())
    return site.index


@pytest.fixture
def built_site(site: Site, small_index: Path) -> Site:
    """Three cards in two bundles, and their index."""
    shutil.copytree(small_index, site.index)
    return site
