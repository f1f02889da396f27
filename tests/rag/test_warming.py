import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from rag.errors import ConfigError
from rag.pipeline import Question
from rag.process import Opened
from rag.warming import open_ahead, warming
from tests.fakes.town import PERMIT, build_town, town_settings, write_settings, write_town


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    build_town(tmp_path)
    return tmp_path


def start_and_stop(source: Callable[[], Opened]) -> None:
    async def run() -> None:
        async with warming(source)(None):
            pass

    anyio.run(run)


def files_below(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def test_after_the_start_a_question_reads_no_model_any_more(town: Path) -> None:
    shared = Opened(town / "config.yaml")
    start_and_stop(lambda: shared)
    shutil.rmtree(town / "data" / "models")
    assert shared.engine().retrieve(Question("What does a parking permit cost?")).evidence[0].card.card_id == PERMIT
    shared.close()


def test_without_it_the_first_question_needs_the_model(town: Path) -> None:
    shared = Opened(town / "config.yaml")
    shutil.rmtree(town / "data" / "models")
    assert not open_ahead(lambda: shared)
    shared.close()


def test_the_server_serves_while_things_are_still_being_opened(town: Path) -> None:
    shared, may_open, served = Opened(town / "config.yaml"), threading.Event(), threading.Event()

    def slow() -> Opened:
        assert may_open.wait(20)
        return shared

    async def run() -> None:
        async with warming(slow)(None):
            served.set()
            may_open.set()

    anyio.run(run)
    assert served.is_set()
    shared.close()


def test_a_missing_index_is_left_to_the_first_screen(tmp_path: Path) -> None:
    write_town(tmp_path / "okf")
    write_settings(tmp_path / "config.yaml", town_settings(tmp_path / "okf", tmp_path / "data"))
    before = files_below(tmp_path)
    shared = Opened(tmp_path / "config.yaml")
    assert not open_ahead(lambda: shared)
    start_and_stop(lambda: shared)
    assert files_below(tmp_path) == before
    shared.close()


def test_a_settings_file_that_is_not_valid_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("retrieval: [", encoding="utf-8")
    with pytest.raises(ConfigError):
        Opened(tmp_path / "config.yaml")
    start_and_stop(lambda: Opened(tmp_path / "config.yaml"))


def test_a_damaged_index_does_not_keep_the_server_from_starting(town: Path) -> None:
    for manifest in (town / "data" / "index").rglob("manifest.json"):
        manifest.write_text("{", encoding="utf-8")
    shared = Opened(town / "config.yaml")
    assert not open_ahead(lambda: shared)
    start_and_stop(lambda: shared)
    shared.close()
