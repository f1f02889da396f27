import threading
from pathlib import Path

import pytest

from rag.errors import ConfigError
from rag.process import Opened, config_path, opened
from tests.fakes.town import build_town


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("town")
    build_town(folder)
    return folder


def test_all_threads_are_given_the_same_engine_and_history(town: Path) -> None:
    shared = Opened(town / "config.yaml")
    found: list[tuple[int, int]] = []
    threads = [
        threading.Thread(target=lambda: found.append((id(shared.engine()), id(shared.history())))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == [(id(shared.engine()), id(shared.history()))] * 8
    shared.close()


def test_the_process_opens_a_settings_file_once_until_it_is_closed(town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_CONFIG", str(town / "config.yaml"))
    assert config_path() == town / "config.yaml"
    first = opened()
    assert opened() is first
    first.history()
    first.close()
    second = opened()
    assert second is not first
    second.close()


def test_a_settings_file_that_is_missing_is_looked_for_again(town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = town / "later.yaml"
    monkeypatch.setenv("TOUCHSTONE_CONFIG", str(missing))
    with pytest.raises(ConfigError, match=r"later\.yaml not found"):
        opened()
    missing.write_bytes((town / "config.yaml").read_bytes())
    opened().close()
