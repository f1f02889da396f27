"""Unpacks the packaged model once into a plain model folder, all or nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import onnx

from rag.errors import EmbedderError
from rag.index.embedding.e5_graph import build_graph
from rag.index.embedding.e5_tokenizer import build_tokenizer
from rag.index.embedding.e5_weights import WEIGHTS_SHA256, packaged_weights, read_weights
from rag.index.embedding.model_folder import (
    MODEL_FILE,
    PACKAGED_NAME,
    SETTINGS_FILE,
    TOKENIZER_FILE,
    ModelSettings,
)

PACKAGED_REVISION = f"{WEIGHTS_SHA256[:8]}-1"
"""The last number is this repacking's version: raise it with any change that moves a vector."""


def repack_model(target: Path) -> None:
    """Write the packaged model into the folder `target`; does nothing where `target` exists already.

    Takes 4 seconds, 128 MB on disk and at most 650 MB of memory. The folder appears whole or not at all.
    Processes that ask for the same folder take turns, so a waiting one finds it done; what a killed one left
    is cleared.

    Raises:
        EmbedderError: the wheel is missing or another one, or the disk refuses.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _turn(target.parent / f".{target.name}.lock"):
            if target.exists():
                return
            for leftover in target.parent.glob(f".{target.name}.*.partial"):
                shutil.rmtree(leftover)
            with tempfile.TemporaryDirectory(
                dir=target.parent, prefix=f".{target.name}.", suffix=".partial", ignore_cleanup_errors=True
            ) as partial:
                content = Path(partial, "content")
                content.mkdir()
                _write(content)
                content.rename(target)
    except OSError as exc:
        raise EmbedderError(
            f"The packaged model cannot be unpacked into {target} ({exc.strerror or exc}); free 300 MB "
            "there, make the folder writable, or set data.path in config.yaml to another folder."
        ) from exc


def _write(folder: Path) -> None:
    weights = read_weights(packaged_weights())
    onnx.save(build_graph(weights), folder / MODEL_FILE)
    tokenizer = build_tokenizer(weights)
    (folder / TOKENIZER_FILE).write_text(tokenizer.to_str(), encoding="utf-8")
    settings = ModelSettings(
        name=PACKAGED_NAME,
        revision=PACKAGED_REVISION,
        dimensions=weights.hidden,
        max_tokens=weights.positions,
        pooling="graph",
        question_prefix="query: ",
        card_prefix="passage: ",
        sizes={name: (folder / name).stat().st_size for name in (MODEL_FILE, TOKENIZER_FILE)},
    )
    (folder / SETTINGS_FILE).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")


@contextmanager
def _turn(lock: Path) -> Iterator[None]:
    """Wait until no other process or thread holds the lock file; a killed holder lets go."""
    import fcntl  # absent on Windows, where the wheel has no build either

    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
