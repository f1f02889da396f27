"""The shipped settings file, copied to where a test may change it."""

import shutil
from pathlib import Path

import pytest

from rag.config import Settings, load_settings
from rag.tuning.change_log import ChangeLog, open_change_log

SHIPPED = Path(__file__).parents[3] / "config.yaml"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return Path(shutil.copy(SHIPPED, tmp_path / "config.yaml"))


@pytest.fixture
def log(tmp_path: Path) -> ChangeLog:
    return open_change_log(tmp_path / "data")


@pytest.fixture(scope="session")
def shipped() -> Settings:
    return load_settings(SHIPPED)
