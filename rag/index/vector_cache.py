"""Vectors already made, by embedder and text, so that an unchanged card is never embedded again.

Each batch is committed as it is made: a build that is killed goes on where it stopped.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from rag.errors import IndexUnusable
from rag.protocols import Embedder, EmbedderIdentity, Vectors

LOOKUP = 500
"""Keys a statement; SQLite allows 32,766 variables, older builds 999."""


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
    try:
        with closing(sqlite3.connect(path, timeout=30)) as cache:
            cache.execute("pragma journal_mode=wal")
            cache.execute("create table if not exists vector (key text primary key, value blob not null) without rowid")
            known = _lookup(cache, sorted(set(keys)), size=4 * embedder.identity.dimensions)
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            known.update(_make(cache, embedder, missing, batch=batch, progress=progress))
    except sqlite3.Error as exc:
        raise IndexUnusable(
            f"The vectors already made cannot be used ({path}: {exc}). Free disk space, or delete that file, and "
            "run: python -m rag index"
        ) from exc
    vectors = np.zeros((len(texts), embedder.identity.dimensions), dtype=np.float32)
    for position, key in enumerate(keys):
        vectors[position] = np.frombuffer(known[key], dtype="<f4")
    return vectors, len(missing)


def _make(
    cache: sqlite3.Connection,
    embedder: Embedder,
    missing: Mapping[str, str],
    *,
    batch: int,
    progress: Callable[[int, int], None],
) -> dict[str, bytes]:
    """Embed and store the texts by key, a commit a batch, short texts first."""
    todo = sorted(missing.items(), key=lambda item: (len(item[1]), item[0]))
    made: dict[str, bytes] = {}
    progress(0, len(todo))
    for first in range(0, len(todo), batch):
        part = todo[first : first + batch]
        vectors = embedder.embed_cards([text for _, text in part])
        rows = [(key, vector.astype("<f4").tobytes()) for (key, _), vector in zip(part, vectors, strict=True)]
        cache.executemany("insert or replace into vector values (?, ?)", rows)
        cache.commit()
        made.update(rows)
        progress(len(made), len(todo))
    return made


def _lookup(cache: sqlite3.Connection, keys: Sequence[str], *, size: int) -> dict[str, bytes]:
    """Return the vectors there are; one that is not of `size` bytes is as good as none."""
    known: dict[str, bytes] = {}
    for first in range(0, len(keys), LOOKUP):
        part = keys[first : first + LOOKUP]
        marks = ",".join("?" * len(part))
        found = cache.execute(f"select key, value from vector where key in ({marks})", part)
        known.update((key, value) for key, value in found if len(value) == size)
    return known


def _key(identity: EmbedderIdentity, text: str) -> str:
    stamp = f"{identity.name}\n{identity.revision}\n{identity.dimensions}\n{text}"
    return hashlib.sha256(stamp.encode("utf-8", "replace")).hexdigest()
