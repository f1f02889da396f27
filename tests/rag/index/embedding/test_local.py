import shutil
from pathlib import Path

import pytest

from rag.config import EmbedderSettings, load_settings
from rag.errors import EmbedderError
from rag.index.embedding.local import open_local_embedder
from rag.index.embedding.model_folder import ModelSettings
from rag.index.embedding.onnx_model import OnnxEmbedder
from tests.rag.index.embedding.tiny_model import write_tiny_model

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def configured() -> EmbedderSettings:
    return load_settings(ROOT / "config.yaml").embedder


def test_the_first_opening_unpacks_the_model_and_the_second_does_not(
    tmp_path: Path, configured: EmbedderSettings, embedder: OnnxEmbedder
) -> None:
    told: list[str] = []
    first = open_local_embedder(tmp_path / "models", configured, progress=told.append)
    second = open_local_embedder(tmp_path / "models", configured, progress=told.append)
    assert told == ["Unpacking the embedding model multilingual-e5-small-int8 (once, some seconds)."]
    vectors = [each.embed_question("여권 재발급").tolist() for each in (first, second, embedder)]
    assert vectors[0] == vectors[1] == vectors[2]


def test_any_model_folder_can_be_named(tmp_path: Path, configured: EmbedderSettings) -> None:
    tiny = ModelSettings(name="tiny", revision="7", dimensions=2, max_tokens=8, pooling="mean")
    write_tiny_model(tmp_path / "tiny", tiny)
    chosen = configured.model_copy(update={"name": "tiny", "revision": "7", "dimensions": 2})
    assert open_local_embedder(tmp_path, chosen).embed_question("north").tolist() == [0, 1]


def test_a_folder_that_is_missing_and_not_packaged_is_named(tmp_path: Path, configured: EmbedderSettings) -> None:
    chosen = configured.model_copy(update={"name": "bge-m3"})
    with pytest.raises(EmbedderError, match=r"no model folder .*bge-m3.*embedder\.name"):
        open_local_embedder(tmp_path, chosen)


def test_a_half_written_folder_is_refused_with_its_remedy(
    tmp_path: Path, model_folder: Path, configured: EmbedderSettings
) -> None:
    folder = tmp_path / configured.name
    shutil.copytree(model_folder, folder)
    with (folder / "model.onnx").open("r+b") as file:
        file.truncate(1_000_000)
    with pytest.raises(EmbedderError, match=r"1000000 bytes instead of .*Delete the folder and start again"):
        open_local_embedder(tmp_path, configured)


def test_another_revision_in_config_is_refused(
    tmp_path: Path, model_folder: Path, configured: EmbedderSettings
) -> None:
    chosen = configured.model_copy(update={"revision": "1571fc98-9"})
    with pytest.raises(EmbedderError, match=r"revision '1571fc98-1'.*revision '1571fc98-9'"):
        open_local_embedder(model_folder.parent, chosen)


def test_without_the_wheel_the_error_names_the_other_provider(
    tmp_path: Path, configured: EmbedderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    with pytest.raises(EmbedderError, match=r"set embedder\.provider to openai"):
        open_local_embedder(tmp_path / "models", configured)
    assert list((tmp_path / "models").iterdir()) == [tmp_path / "models" / f".{configured.name}.lock"]
