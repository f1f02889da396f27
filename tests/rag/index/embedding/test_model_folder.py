import json
from pathlib import Path

import pytest

from rag.errors import EmbedderError
from rag.index.embedding.model_folder import ModelSettings, read_model_settings

SETTINGS = ModelSettings(
    name="tiny",
    revision="1",
    dimensions=2,
    max_tokens=8,
    pooling="mean",
    sizes={"model.onnx": 5, "tokenizer.json": 2},
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.onnx").write_bytes(b"12345")
    (tmp_path / "tokenizer.json").write_bytes(b"{}")
    (tmp_path / "settings.json").write_text(SETTINGS.model_dump_json())
    return tmp_path


def test_a_whole_folder_gives_its_settings(folder: Path) -> None:
    assert read_model_settings(folder) == SETTINGS


def test_sizes_may_be_left_out(folder: Path) -> None:
    bare = {"name": "tiny", "revision": "1", "dimensions": 2, "max_tokens": 8, "pooling": "first"}
    (folder / "settings.json").write_text(json.dumps(bare))
    assert read_model_settings(folder).pooling == "first"


def test_a_missing_folder_says_what_belongs_there(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=r"no model folder .*absent\. Put model\.onnx, tokenizer\.json and"):
        read_model_settings(tmp_path / "absent")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "settings.json"])
def test_a_missing_file_is_named_with_the_remedy(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(EmbedderError, match=rf"damaged \({name}: No such file.*Delete the folder"):
        read_model_settings(folder)


@pytest.mark.parametrize("content", [b"1234", b"", b"123456"])
def test_a_file_of_another_size_is_named_with_both_sizes(folder: Path, content: bytes) -> None:
    (folder / "model.onnx").write_bytes(content)
    with pytest.raises(EmbedderError, match=rf"model\.onnx has {len(content)} bytes instead of 5"):
        read_model_settings(folder)


@pytest.mark.parametrize(
    ("key", "value"),
    [("pooling", "max"), ("dimensions", 0), ("name", ""), ("temperature", 1), ("sizes", {"a": "b"})],
)
def test_a_setting_out_of_range_is_named(folder: Path, key: str, value: object) -> None:
    (folder / "settings.json").write_text(json.dumps(SETTINGS.model_dump() | {key: value}))
    with pytest.raises(EmbedderError, match=rf"settings\.json, {key}"):
        read_model_settings(folder)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
def test_settings_that_are_no_json_object_are_damage(folder: Path, content: bytes) -> None:
    (folder / "settings.json").write_bytes(content)
    with pytest.raises(EmbedderError, match=r"damaged \(settings\.json, content"):
        read_model_settings(folder)
