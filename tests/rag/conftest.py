"""A small corpus with its index folder, for all tests of the engine."""

from pathlib import Path

import pytest

from tests.fakes.corpus import Site, write_small_corpus


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Three cards in two bundles, and no index yet."""
    write_small_corpus(tmp_path / "okf")
    return Site(tmp_path / "okf", tmp_path / "index")
