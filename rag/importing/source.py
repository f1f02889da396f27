"""Reads a JSONL file line by line."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

MAX_LINE_BYTES = 4_000_000
"""A longer line cannot be a card: the longest file read is far shorter. It is passed over, not held in memory."""


def lines_of(path: Path) -> Iterator[tuple[int, str | None]]:
    """Yield (line number from 1, text) of each line that is not blank; None for a line that is no text.

    No text is what is not UTF-8 or over `MAX_LINE_BYTES`. A byte order mark is dropped.

    Raises:
        ValueError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                whole = _pass_over(file, raw)
                text = _decode(raw, first=number == 1) if whole else None
                if text is None or text.strip():
                    yield number, text
    except OSError as exc:
        raise ValueError(f"{str(path)!r} cannot be read: {exc.strerror or exc}. Give a JSONL file.") from exc


def _pass_over(file: BinaryIO, raw: bytes) -> bool:
    """Read on to the end of a line that is too long; tell whether `raw` is a whole line."""
    whole = len(raw) <= MAX_LINE_BYTES
    while len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n"):
        raw = file.readline(MAX_LINE_BYTES + 1)
    return whole


def _decode(raw: bytes, *, first: bool) -> str | None:
    try:
        return raw.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError:
        return None
