"""Writes multilingual-e5-small as an int8 ONNX graph with mean pooling inside.

Weights are quantised here, activations at run time, by the `com.microsoft` operators of stock onnxruntime.
Inputs: `input_ids` and `attention_mask`, int64 (batch, tokens). Output: `embedding`, float32 (batch, hidden),
unit rows.
"""

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from rag.index.embedding.e5_weights import E5Weights

OPSET = 18
IR_VERSION = 9
"""Oldest that knows every operator used, so that older onnxruntime builds read the file too."""

MATMUL_STEPS = 63
"""7 bits: with 8, the 16-bit sums of x86 processors before VNNI overflow."""

EMBEDDING_STEPS = 127
"""The word table is looked up, never multiplied, so it has all 8 bits."""

_ROWS = 8192
"""Rows quantised at a time; the word table whole would take 384 MB more."""

_CONTRIB = "com.microsoft"


def build_graph(weights: E5Weights) -> onnx.ModelProto:
    """Return the model; 119 MB when saved."""
    graph = _Graph(weights)
    pooled = graph.pooled(graph.encoded(graph.embedded()))
    graph.node("LpNormalization", [pooled], "embedding", axis=1, p=2)
    shape = ["batch", "tokens"]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info(name, onnx.TensorProto.INT64, shape)
                for name in ("input_ids", "attention_mask")
            ],
            [helper.make_tensor_value_info("embedding", onnx.TensorProto.FLOAT, ["batch", weights.hidden])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(_CONTRIB, 1)],
    )
    model.ir_version = IR_VERSION
    return model


class _Graph:
    """Collects nodes and constants; each method adds one part and returns the name of its output."""

    def __init__(self, weights: E5Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, operator: str, inputs: list[str], output: str, **attributes: int | float) -> str:
        node = helper.make_node(operator, inputs, [output])
        node.attribute.extend(helper.make_attribute(key, value) for key, value in attributes.items())
        self.nodes.append(node)
        return output

    def contrib(self, operator: str, inputs: list[str], output: str, **attributes: int | float) -> str:
        self.node(operator, inputs, output, **attributes)
        self.nodes[-1].domain = _CONTRIB
        return output

    def vector(self, name: str) -> str:
        return self.constant(name, self.weights.vector(name))

    def embedded(self) -> str:
        """Word, position and type embeddings, normalised."""
        hidden = self.weights.hidden
        words, scales = _quantise(self.weights.matrix("emb.word", hidden), EMBEDDING_STEPS)
        kept = len(self.weights.pieces)  # the table has a few rows more than there are pieces
        self.constant("last_axis", np.array([-1], np.int64))
        self.node("Gather", [self.constant("words", words[:kept]), "input_ids"], "word_steps")
        self.node("Gather", [self.constant("word_scales", scales[:kept]), "input_ids"], "word_scale")
        self.node("Cast", ["word_steps"], "word_floats", to=onnx.TensorProto.FLOAT)
        self.node("Unsqueeze", ["word_scale", "last_axis"], "word_scale_column")
        self.node("Mul", ["word_floats", "word_scale_column"], "word")
        places = self.weights.matrix("emb.pos", hidden) + self.weights.matrix("emb.type", hidden)[:1]
        self.node("CumSum", ["attention_mask", self.constant("tokens_axis", np.array(1, np.int64))], "count")
        self.node("Sub", ["count", self.constant("one", np.array(1, np.int64))], "place")
        self.node("Gather", [self.constant("places", places), "place"], "place_values")
        self.node("Add", ["word", "place_values"], "raw")
        norm = ["raw", self.vector("emb.ln.w"), self.vector("emb.ln.b")]
        return self.node("LayerNormalization", norm, "embedded", axis=-1, epsilon=self.weights.epsilon)

    def encoded(self, x: str) -> str:
        """All transformer layers (post-norm BERT)."""
        self.node("Cast", ["attention_mask"], "mask", to=onnx.TensorProto.INT32)
        for number in range(self.weights.layers):
            layer = f"l{number}."
            heads = [self.product(x, layer + part) for part in "qkv"]
            attended = self.contrib(
                "MultiHeadAttention", [*heads, "", "mask"], layer + "attended", num_heads=self.weights.heads
            )
            x = self.joined(x, self.product(attended, layer + "ao"), layer + "aln")
            wide = self.contrib("Gelu", [self.product(x, layer + "fi")], layer + "wide")
            x = self.joined(x, self.product(wide, layer + "fo"), layer + "oln")
        return x

    def product(self, x: str, name: str) -> str:
        """The linear map `name` of x: weights in int8 with one scale a column, and a float bias."""
        rows = len(self.weights.vector(name + ".b"))
        values = self.weights.matrix(name + ".w", self.weights.tensors[name + ".w"].values // rows)
        steps, scales = _quantise(values, MATMUL_STEPS)
        quantised = [self.constant(name + ".w", steps.T), self.constant(name + ".scale", scales)]
        return self.contrib("DynamicQuantizeMatMul", [x, *quantised, "", self.vector(name + ".b")], name)

    def joined(self, x: str, y: str, name: str) -> str:
        """Layer normalisation of x + y."""
        norm = [x, y, self.vector(name + ".w"), self.vector(name + ".b")]
        return self.contrib("SkipLayerNormalization", norm, name, epsilon=self.weights.epsilon)

    def pooled(self, x: str) -> str:
        """Mean over the tokens that the mask keeps."""
        self.node("Cast", ["attention_mask"], "mask_floats", to=onnx.TensorProto.FLOAT)
        self.node("Unsqueeze", ["mask_floats", "last_axis"], "mask_column")
        self.node("Mul", [x, "mask_column"], "kept")
        axes = self.constant("tokens_axes", np.array([1], np.int64))
        self.node("ReduceSum", ["kept", axes], "total", keepdims=0)
        self.node("ReduceSum", ["mask_column", axes], "tokens", keepdims=0)
        return self.node("Div", ["total", "tokens"], "pooled")


def _quantise(values: NDArray[np.float32], steps: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return whole steps in [-steps, steps] and the size of a step for each row."""
    scales = (np.maximum(values.max(axis=1), -values.min(axis=1)) / steps).clip(1e-8)
    whole = np.empty(values.shape, np.int8)
    for start in range(0, len(values), _ROWS):
        rows = slice(start, start + _ROWS)
        whole[rows] = np.rint(values[rows] / scales[rows, None])
    return whole, scales
