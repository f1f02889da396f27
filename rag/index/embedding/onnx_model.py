"""Runs any ONNX sentence model that lies in a model folder, with onnxruntime and tokenizers."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rag.errors import EmbedderError
from rag.index.embedding.model_folder import (
    MODEL_FILE,
    TOKENIZER_FILE,
    ModelSettings,
    damaged,
    read_model_settings,
)
from rag.protocols import EmbedderIdentity, Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

WORKERS = min(2, os.cpu_count() or 1)
"""Cards embedded at the same time; two leave the rest of a bigger machine alone.

A text runs on one core: threads that share a text wait for each other, which on a busy machine of two cores
halves the speed (13 to 24 cards a second against 31 to 63) and doubles a question's time.
"""


class OnnxEmbedder:
    """An `Embedder` over a model folder. Safe to share between threads.

    Texts run one by one, never padded into a batch: an int8 model measures the range of its activations over
    the whole batch, so a text's vector would change with its neighbours (to a cosine of .995 for the packaged
    model). One by one it is the same, bit for bit, in every company, and no slower.
    """

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer", settings: ModelSettings) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._settings = settings
        self._inputs = frozenset(node.name for node in session.get_inputs())
        self._failures = _runtime_errors()

    @classmethod
    def open(cls, folder: Path, *, identity: EmbedderIdentity) -> "OnnxEmbedder":
        """Return the embedder of the folder; takes 1 to 3 seconds.

        Raises:
            EmbedderError: the folder is missing or damaged, or holds another model than `identity` says.
        """
        settings = read_model_settings(folder)
        _check_identity(folder, found=settings.identity, configured=identity)
        return cls(_open_session(folder), _open_tokenizer(folder, settings.max_tokens), settings)

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, revision and dimensions of the vector space."""
        return self._settings.identity

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return a float32 array (len(texts), dimensions) of unit rows, in the order given.

        A text is cut at the model's longest input; it may be empty or hold any characters.

        Raises:
            EmbedderError: the model failed or answered with another shape.
        """
        vectors = np.empty((len(texts), self._settings.dimensions), np.float32)
        with ThreadPoolExecutor(WORKERS) as pool:
            for row, vector in enumerate(pool.map(self._embed_card, texts)):
                vectors[row] = vector
        return vectors

    def embed_question(self, text: str) -> Vectors:
        """Return one unit vector (dimensions,). Raises `EmbedderError` like `embed_cards`."""
        return self._embed(self._settings.question_prefix + text)

    def _embed_card(self, text: str) -> Vectors:
        return self._embed(self._settings.card_prefix + text)

    def _embed(self, text: str) -> Vectors:
        ids = np.array([self._tokenizer.encode(_well_formed(text)).ids], np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        try:
            output = self._session.run(None, {name: feeds[name] for name in self._inputs})[0]
        except KeyError as exc:
            raise self._failed(f"it wants the input {exc}, which sentence models do not have") from exc
        except self._failures as exc:
            raise self._failed(str(exc)) from exc
        return self._unit(output[0])

    def _unit(self, output: Vectors) -> Vectors:
        """Pool one text's output where the graph does not, and scale it to length 1."""
        expected = 1 if self._settings.pooling == "graph" else 2
        if output.ndim != expected or output.shape[-1] != self._settings.dimensions:
            raise self._failed(f"it answered with the shape {output.shape}")
        if self._settings.pooling == "mean":
            output = output.mean(axis=0)
        elif self._settings.pooling == "first":
            output = output[0]
        length = float(np.linalg.norm(output))
        if not 0 < length < np.inf:
            raise self._failed(f"it answered with a vector of length {length}")
        return (output / length).astype(np.float32)

    def _failed(self, what: str) -> EmbedderError:
        return EmbedderError(
            f"The embedding model {self.identity.name!r} failed: {what}. Check pooling and dimensions in its "
            "settings.json, or choose another model as embedder.name in config.yaml."
        )


def _check_identity(folder: Path, *, found: EmbedderIdentity, configured: EmbedderIdentity) -> None:
    if found != configured:
        raise EmbedderError(
            f"The model folder {folder} holds {_described(found)}, but config.yaml asks for "
            f"{_described(configured)}. Correct embedder.name, embedder.revision and embedder.dimensions in "
            "config.yaml and rebuild the index, or delete the folder: the packaged model is unpacked anew."
        )


def _described(identity: EmbedderIdentity) -> str:
    return f"{identity.name!r} revision {identity.revision!r} with {identity.dimensions} dimensions"


def _open_session(folder: Path) -> "InferenceSession":
    from onnxruntime import InferenceSession, SessionOptions  # slow to import, and only needed here

    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # plans memory for each length of text anew, and keeps all plans
    options.log_severity_level = 4  # failures arrive as exceptions; do not print them as well
    try:
        return InferenceSession(folder / MODEL_FILE, options, providers=["CPUExecutionProvider"])
    except _runtime_errors() as exc:
        raise damaged(folder, f"{MODEL_FILE}: {exc}") from exc


def _open_tokenizer(folder: Path, max_tokens: int) -> "Tokenizer":
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
    except Exception as exc:  # the package raises no narrower class
        raise damaged(folder, f"{TOKENIZER_FILE}: {exc}") from exc
    tokenizer.enable_truncation(max_tokens)
    tokenizer.no_padding()
    return tokenizer


def _runtime_errors() -> tuple[type[Exception], ...]:
    """onnxruntime's exceptions, which have no common base below Exception."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    return (
        state.Fail,
        state.InvalidArgument,
        state.InvalidGraph,
        state.InvalidProtobuf,
        state.NoSuchFile,
        state.NotImplemented,
        state.RuntimeException,
    )


def _well_formed(text: str) -> str:
    """Return the text with surrogate pairs joined and lone surrogates as U+FFFD; UTF-8 cannot hold them."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
