from math import erf, sqrt
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer

from rag.index.embedding.e5_graph import MATMUL_STEPS, build_graph
from rag.index.embedding.e5_weights import E5Weights
from rag.index.embedding.onnx_model import OnnxEmbedder

Floats = NDArray[np.float32]


@pytest.fixture(scope="module")
def graph(weights: E5Weights) -> onnx.ModelProto:
    return build_graph(weights)


def test_weights_that_are_multiplied_stay_within_seven_bits(graph: onnx.ModelProto) -> None:
    constants = [constant for constant in graph.graph.initializer if constant.name.endswith(".w")]
    matrices = [onnx.numpy_helper.to_array(c) for c in constants if c.data_type == onnx.TensorProto.INT8]
    assert len(matrices) == 12 * 6
    assert all(np.abs(matrix.astype(int)).max() == MATMUL_STEPS for matrix in matrices)


def test_the_word_table_has_a_row_for_each_piece(graph: onnx.ModelProto, weights: E5Weights) -> None:
    words = next(constant for constant in graph.graph.initializer if constant.name == "words")
    assert list(words.dims) == [len(weights.pieces), weights.hidden]


def test_int8_vectors_stay_close_to_the_same_model_in_floats(
    embedder: OnnxEmbedder, weights: E5Weights, model_folder: Path
) -> None:
    tokenizer = Tokenizer.from_file(str(model_folder / "tokenizer.json"))
    words = weights.matrix("emb.word", weights.hidden)
    for text in ("How do I renew my passport?", "여권을 잃어버렸어요.", "护照丢了怎么补办？"):
        expected = _float_model(weights, words, tokenizer.encode("query: " + text).ids)
        assert float(embedder.embed_question(text) @ expected) > 0.99


def _float_model(weights: E5Weights, words: Floats, ids: list[int]) -> Floats:
    """BERT as published (Devlin et al., 2019), post-norm, mean pooling, in plain numpy."""
    places = weights.matrix("emb.pos", weights.hidden)[: len(ids)]
    x = _norm(weights, words[ids] + places + weights.matrix("emb.type", weights.hidden)[0], "emb.ln")
    for number in range(weights.layers):
        layer = f"l{number}."
        attended = _attention(*(_linear(weights, x, layer + part) for part in "qkv"), heads=weights.heads)
        x = _norm(weights, x + _linear(weights, attended, layer + "ao"), layer + "aln")
        wide = _gelu(_linear(weights, x, layer + "fi"))
        x = _norm(weights, x + _linear(weights, wide, layer + "fo"), layer + "oln")
    mean: Floats = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _linear(weights: E5Weights, x: Floats, name: str) -> Floats:
    return x @ weights.matrix(name + ".w", x.shape[1]).T + weights.vector(name + ".b")


def _norm(weights: E5Weights, x: Floats, name: str) -> Floats:
    centred = x - x.mean(axis=1, keepdims=True)
    scaled = centred / np.sqrt(np.square(centred).mean(axis=1, keepdims=True) + weights.epsilon)
    normed: Floats = scaled * weights.vector(name + ".w") + weights.vector(name + ".b")
    return normed


def _attention(query: Floats, key: Floats, value: Floats, *, heads: int) -> Floats:
    tokens, hidden = query.shape
    q, k, v = (part.reshape(tokens, heads, -1).transpose(1, 0, 2) for part in (query, key, value))
    weighed = np.exp(q @ k.transpose(0, 2, 1) / sqrt(hidden / heads))
    shares = weighed / weighed.sum(axis=2, keepdims=True)
    joined: Floats = (shares @ v).transpose(1, 0, 2).reshape(tokens, hidden)
    return joined


def _gelu(x: Floats) -> Floats:
    gated: Floats = np.vectorize(lambda value: value * (1 + erf(value / sqrt(2))) / 2)(x)
    return gated
