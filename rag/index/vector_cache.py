"""Vectors already made, by embedder and text, so that an unchanged card is never embedded again.

Each batch is committed as it is made: a build that is killed goes on where it stopped.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

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
    """
    keys = [_key(embedder.identity, text) for text in texts]
    with closing(sqlite3.connect(path, timeout=30)) as cache:
        cache.execute("pragma journal_mode=wal")
        cache.execute("create table if not exists vector (key text primary key, value blob not null) without rowid")
        known = _lookup(cache, sorted(set(keys)))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        todo = sorted(missing.items(), key=lambda item: (len(item[1]), item[0]))
        progress(0, len(todo))
        for first in range(0, len(todo), batch):
            part = todo[first : first + batch]
            made = embedder.embed_cards([text for _, text in part])
            rows = [(key, vector.astype("<f4").tobytes()) for (key, _), vector in zip(part, made, strict=True)]
            cache.executemany("insert or replace into vector values (?, ?)", rows)
            cache.commit()
            known.update(rows)
            progress(min(first + batch, len(todo)), len(todo))
    dimensions = embedder.identity.dimensions
    vectors = np.zeros((len(texts), dimensions), dtype=np.float32)
    for position, key in enumerate(keys):
        vectors[position] = np.frombuffer(known[key], dtype="<f4")
    return vectors, len(todo)


def _lookup(cache: sqlite3.Connection, keys: Sequence[str]) -> dict[str, bytes]:
    known: dict[str, bytes] = {}
    for first in range(0, len(keys), LOOKUP):
        part = keys[first : first + LOOKUP]
        marks = ",".join("?" * len(part))
        known.update(cache.execute(f"select key, value from vector where key in ({marks})", part).fetchall())
    return known


def _key(identity: EmbedderIdentity, text: str) -> str:
    stamp = f"{identity.name}\n{identity.revision}\n{identity.dimensions}\n{text}"
    return hashlib.sha256(stamp.encode("utf-8", "replace")).hexdigest()
