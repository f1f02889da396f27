"""Vectors already made, by embedder and text, so that an unchanged card is never embedded again.

Each batch is committed as it is made: a build that is killed goes on where it stopped.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.errors import IndexUnusable
from rag.protocols import Embedder, EmbedderIdentity, Vectors

LOOKUP = 500
"""Keys a statement; SQLite allows 32,766 variables, older builds 999."""

PAGE_BYTES = 8192
"""A vector of 384 dimensions fits in; on SQLite's 4,096 each takes an overflow page more, 2.4 times the disk."""


def embed_cached(
    path: Path, embedder: Embedder, texts: Sequence[str], *, batch: int, progress: Callable[[int, int], None]
) -> tuple[Vectors, int]:
    """Return the vectors of `texts` in order, and how many had to be made.

    Args:
        path: SQLite file of the cache; created when absent.
        embedder: Makes what is missing.
        texts: Any number; equal texts are embedded once.
        batch: Texts handed to the embedder at a time.
        progress: Called with (done, all) of the texts to make.

    Raises:
        EmbedderError: from the embedder; what was made before stays.
        IndexUnusable: the cache cannot be read or written.
    """
    keys = [_key(embedder.identity, text) for text in texts]
    rows: dict[str, int] = {}
    owners = [rows.setdefault(key, row) for row, key in enumerate(keys)]
    vectors = np.zeros((len(texts), embedder.identity.dimensions), dtype=np.float32)
    try:
        with closing(sqlite3.connect(path, timeout=30)) as cache:
            cache.execute(f"pragma page_size={PAGE_BYTES}")  # of a new file; an old one keeps its own
            cache.execute("pragma journal_mode=wal")
            cache.execute("create table if not exists vector (key text primary key, value blob not null) without rowid")
            known = _look_up(cache, rows, vectors)
            missing = {key: texts[row] for key, row in rows.items() if not known[row]}
            for key, vector in _make(cache, embedder, missing, batch=batch, progress=progress):
                vectors[rows[key]] = vector
    except sqlite3.Error as exc:
        raise IndexUnusable(
            f"The vectors already made cannot be used ({path}: {exc}). Free disk space, or delete that file, and "
            "run: python -m rag index"
        ) from exc
    for row, owner in enumerate(owners):
        if owner != row:
            vectors[row] = vectors[owner]
    return vectors, len(missing)


def _make(
    cache: sqlite3.Connection,
    embedder: Embedder,
    missing: Mapping[str, str],
    *,
    batch: int,
    progress: Callable[[int, int], None],
) -> Iterator[tuple[str, Vectors]]:
    """Embed and store the texts by key, a commit a batch, short texts first; yield what is stored."""
    todo = sorted(missing.items(), key=lambda item: (len(item[1]), item[0]))
    progress(0, len(todo))
    for first in range(0, len(todo), batch):
        part = todo[first : first + batch]
        made = embedder.embed_cards([text for _, text in part]).astype("<f4")
        rows = [(key, vector.tobytes()) for (key, _), vector in zip(part, made, strict=True)]
        cache.executemany("insert or replace into vector values (?, ?)", rows)
        cache.commit()
        yield from zip((key for key, _ in part), made, strict=True)
        progress(first + len(part), len(todo))


def _look_up(cache: sqlite3.Connection, rows: Mapping[str, int], vectors: Vectors) -> NDArray[np.bool_]:
    """Fill the rows whose vectors there are, and tell which; one of another size is as good as none."""
    known = np.zeros(len(vectors), dtype=bool)
    keys = sorted(rows)
    for first in range(0, len(keys), LOOKUP):
        part = keys[first : first + LOOKUP]
        marks = ",".join("?" * len(part))
        for key, value in cache.execute(f"select key, value from vector where key in ({marks})", part):
            if len(value) == 4 * vectors.shape[1]:
                vectors[rows[key]] = np.frombuffer(value, dtype="<f4")
                known[rows[key]] = True
    return known


def _key(identity: EmbedderIdentity, text: str) -> str:
    stamp = f"{identity.name}\n{identity.revision}\n{identity.dimensions}\n{text}"
    return hashlib.sha256(stamp.encode("utf-8", "replace")).hexdigest()
