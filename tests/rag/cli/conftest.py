import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from rag.config import load_settings
from rag.engine import build
from rag.index.build import KEEP
from rag.index.embedding.local import open_local_embedder
from tests.fakes.corpus import write_card
from tests.rag.cli.shell import EAST, EAST_QUESTION, MODEL, NORTH, ROOT, WORDS, Shell
from tests.rag.index.embedding.tiny_model import write_tiny_model


@pytest.fixture(scope="module")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two cards, a model, config.yaml and an index, to be copied."""
    folder = tmp_path_factory.mktemp("built")
    raw: dict[str, Any] = yaml.load((ROOT / "config.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    raw["embedder"] |= {"name": MODEL.name, "revision": MODEL.revision, "dimensions": MODEL.dimensions}
    raw |= {"corpus": {"path": "cards"}, "data": {"path": "data"}}
    raw["ambiguity"] |= {"tokens_en": 0}  # two cards and two dimensions: everything is close
    raw["confidence"] |= {"threshold": 0.5}
    (folder / "config.yaml").write_text(yaml.safe_dump(raw, allow_unicode=True), encoding="utf-8")
    write_tiny_model(folder / "data" / "models" / MODEL.name, MODEL, words=WORDS)
    write_card(folder / "cards", EAST, "The east gate opens at nine.", phrases=[EAST_QUESTION])
    write_card(folder / "cards", NORTH, "The north gate is closed.", phrases=["may I go in at the north"])
    settings = load_settings(folder / "config.yaml")
    build(settings, open_local_embedder(folder / "data" / "models", settings.embedder), keep=KEEP)
    return folder


@pytest.fixture
def indexed(
    built_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Shell:
    """A folder with two cards and their index."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return Shell(Path(shutil.copytree(built_folder, tmp_path / "work")), capsys, monkeypatch)


@pytest.fixture
def shell(indexed: Shell) -> Shell:
    """The same before anything was indexed."""
    shutil.rmtree(indexed.index)
    return indexed
