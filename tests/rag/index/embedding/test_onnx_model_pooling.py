from math import sqrt
from pathlib import Path
from typing import Literal

import pytest

from rag.errors import EmbedderError
from rag.index.embedding.model_folder import ModelSettings
from rag.index.embedding.onnx_model import OnnxEmbedder
from tests.rag.index.embedding.tiny_model import write_tiny_model

EVERY_INPUT = ("input_ids", "attention_mask", "token_type_ids")


def settings(pooling: Literal["graph", "mean", "first"], *, dimensions: int = 2, prefix: str = "") -> ModelSettings:
    return ModelSettings(
        name="tiny",
        revision="1",
        dimensions=dimensions,
        max_tokens=8,
        pooling=pooling,
        question_prefix=prefix,
    )


def opened(folder: Path, chosen: ModelSettings, *, inputs: tuple[str, ...] = EVERY_INPUT) -> OnnxEmbedder:
    write_tiny_model(folder, chosen, inputs=inputs)
    return OnnxEmbedder.open(folder, identity=chosen.identity)


def test_mean_pooling_averages_the_tokens(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean"))
    # east is (3, 0) and north (0, 4): their mean (1.5, 2) has length 2.5
    assert embedder.embed_question("east north") == pytest.approx([1.5 / 2.5, 2 / 2.5])


def test_first_pooling_takes_the_first_token(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("first"))
    assert embedder.embed_cards(["north east", "east north"]).tolist() == [[0, 1], [1, 0]]


def test_the_question_prefix_belongs_to_questions_only(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean", prefix="north "))
    assert embedder.embed_question("east") == pytest.approx([3 / 5, 4 / 5])
    assert embedder.embed_cards(["east"]).tolist() == [[1, 0]]


def test_a_text_is_cut_at_max_tokens(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean"))
    # eight tokens: one east and seven north, (3, 28) / 8
    assert embedder.embed_question("east" + " north" * 20) == pytest.approx(
        [3 / sqrt(3**2 + 28**2), 28 / sqrt(3**2 + 28**2)]
    )


def test_a_model_without_mask_and_types_runs_too(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean"), inputs=("input_ids",))
    assert embedder.embed_question("east").tolist() == [1, 0]


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        (settings("graph"), r"shape \(1, 2\)"),
        (settings("mean", dimensions=3), r"shape \(1, 2\)"),
    ],
)
def test_an_answer_of_another_shape_names_the_model_and_the_shape(
    tmp_path: Path, chosen: ModelSettings, what: str
) -> None:
    embedder = opened(tmp_path / "tiny", chosen)
    with pytest.raises(EmbedderError, match=rf"'tiny' failed.*{what}.*settings\.json"):
        embedder.embed_question("east")


def test_a_vector_without_direction_is_a_failure(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean"))
    with pytest.raises(EmbedderError, match=r"length 0\.0"):
        embedder.embed_question("nowhere")


def test_an_input_that_sentence_models_do_not_have_is_named(tmp_path: Path) -> None:
    embedder = opened(tmp_path / "tiny", settings("mean"), inputs=("input_ids", "pixels"))
    with pytest.raises(EmbedderError, match="wants the input 'pixels'"):
        embedder.embed_question("east")


def test_a_token_that_the_model_does_not_know_is_a_failure_of_the_model(tmp_path: Path) -> None:
    chosen = settings("mean")
    write_tiny_model(tmp_path / "tiny", chosen)
    tokenizer = tmp_path / "tiny" / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text().replace('"east":1', '"east":7').replace('"east": 1', '"east": 7'))
    embedder = OnnxEmbedder.open(tmp_path / "tiny", identity=chosen.identity)
    with pytest.raises(EmbedderError, match="'tiny' failed"):
        embedder.embed_question("east")
