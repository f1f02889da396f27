"""Puts card files into a bundle's folder: whole or not at all, never over what a person wrote."""

import os
import tempfile
from pathlib import Path
from typing import Literal

from rag.errors import CorpusError
from rag.importing.cards import fingerprint, lasting, recorded_hash

State = Literal["new", "changed", "unchanged", "kept"]
"""kept: the file there was edited since its import, or no import wrote it."""


def bundle_folder(corpus: Path, bundle: str) -> Path:
    """Return the folder of a bundle, which need not exist. Raises `CorpusError` when it lies outside the corpus."""
    folder = (corpus / bundle).resolve()
    if folder.parent != corpus.resolve():
        raise CorpusError(f"The bundle folder {bundle!r} leads out of the corpus; make it a folder of corpus.path.")
    return folder


def compare(path: Path, text: str) -> State:
    """Tell what writing `text` to `path` would do. Raises `OSError` when the file there cannot be read."""
    if path.is_symlink() or path.parent.is_symlink():
        return "kept"
    try:
        there = path.read_bytes().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return "new"
    if recorded_hash(there) != fingerprint(there):
        return "kept"
    return "unchanged" if lasting(there) == lasting(text) else "changed"


def put(path: Path, text: str, *, dry: bool) -> State:
    """Write `text` when the file is new or changed; return which it was. With `dry` nothing is written.

    Raises:
        CorpusError: the file or its folder cannot be read or written. What stood there is untouched.
    """
    try:
        state = compare(path, text)
        if not dry and state in ("new", "changed"):
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, text)
        return state
    except OSError as exc:
        raise CorpusError(
            f"{path.name} cannot be written into {str(path.parent)!r}: {exc.strerror or exc}. "
            "Check the folder's permissions and import again; what was written stays."
        ) from exc


def _replace(path: Path, text: str) -> None:
    number, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(number, "wb") as handle:
            handle.write(text.encode())
            os.fchmod(handle.fileno(), 0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
