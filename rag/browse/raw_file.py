"""Reads the file of a card as it is on disk now."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rag.cards.source_text import MAX_FILE_BYTES


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file's text, and how it stands to the index."""

    text: str
    """Bytes that are no UTF-8 show as U+FFFD; empty when there is nothing to read."""
    state: Literal["same", "changed", "gone"]
    """Against the file the card was read from."""


def read_raw(corpus: Path, path: str, *, content_hash: str) -> RawFile:
    """Read a file below the corpus folder; one that is outside, unreadable or too large counts as gone.

    Args:
        corpus: The corpus folder.
        path: Of the card.
        content_hash: Of the card.
    """
    root = corpus.resolve()
    file = (root / path).resolve()
    try:
        if not file.is_relative_to(root) or file.stat().st_size > MAX_FILE_BYTES:
            return RawFile("", "gone")
        raw = file.read_bytes()
    except OSError:
        return RawFile("", "gone")
    same = hashlib.sha256(raw).hexdigest() == content_hash
    return RawFile(raw.decode("utf-8-sig", "replace").replace("\r\n", "\n"), "same" if same else "changed")
