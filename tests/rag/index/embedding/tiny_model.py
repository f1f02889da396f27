"""A three-word sentence model in a model folder, small enough to know every vector by heart."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers

from rag.index.embedding.model_folder import ModelSettings

WORDS = {"[UNK]": (0.0, 0.0), "east": (3.0, 0.0), "north": (0.0, 4.0)}


def write_tiny_model(
    folder: Path,
    settings: ModelSettings,
    *,
    inputs: tuple[str, ...] = ("input_ids",),
    words: Mapping[str, tuple[float, float]] = WORDS,
) -> None:
    """Write a model whose tokens' vectors are `words`, one vector a token: pooling is the caller's."""
    folder.mkdir(parents=True)
    table = numpy_helper.from_array(np.array(list(words.values()), np.float32), "table")
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", inputs[0]], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info(name, onnx.TensorProto.INT64, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", onnx.TensorProto.FLOAT, ["batch", "tokens", 2])],
        [table],
    )
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9),
        folder / "model.onnx",
    )
    numbers = {word: number for number, word in enumerate(words)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "settings.json").write_text(settings.model_dump_json())
