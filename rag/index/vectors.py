"""The vector leg: exact cosine over stored unit vectors, Chroma's HNSW beyond a limit.

A card has one vector for its whole text and one for each phrase; its similarity is the best of them. The arrays are
the truth; the Chroma collection holds the whole-card vectors and is used to find candidates in large corpora.
"""

import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rag.errors import IndexDamaged
from rag.protocols import Vectors
from rag.types import Card

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

COLLECTION = "cards"
CHROMA_BATCH = 5000
"""Chroma 1.5.9 refuses a batch over 5,461."""

DECIMALS = 6
"""Similarities are rounded so that two runs, or two ways of multiplying, give one order."""

OVERFETCH = 4
"""How many times the wanted cards HNSW is asked for, because a phrase may lift a card that its whole text hides."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class VectorResult:
    """Similarity of each card considered: all in reach when exact, the nearest ones otherwise."""

    rows: Ints
    """Ascending."""
    scores: Floats
    """Cosine in [-1, 1]."""
    whole: Floats
    """Cosine of the whole-card vector alone."""
    exact: bool


class VectorIndex:
    """Vectors of an index version; `starts[row]` is a card's first vector, its whole text."""

    def __init__(self, vectors: Vectors, starts: Ints, chroma_folder: Path | None = None) -> None:
        self._vectors = vectors
        self._starts = starts
        self._chroma_folder = chroma_folder
        self._collection: Collection | None = None
        self._opening = threading.Lock()

    @property
    def cards(self) -> int:
        """Number of cards."""
        return len(self._starts) - 1

    def search(
        self, question: Vectors, *, rows: Ints | None, limit: int, exact_limit: int, exact: bool = False
    ) -> VectorResult:
        """Return the cards nearest to a unit vector.

        Args:
            question: (dimensions,).
            rows: Ascending rows in reach; None is every card.
            limit: Cards wanted; an exact search returns all in reach.
            exact_limit: More cards in reach than this are searched through HNSW.
            exact: Search exactly however many there are.
        """
        reach = np.arange(self.cards) if rows is None else rows
        if exact or len(reach) <= exact_limit:
            return self._score(question, reach, exact=True)
        near = self._nearest(question, limit * OVERFETCH)
        kept = near if rows is None else near[np.isin(near, rows, assume_unique=True)]
        if len(kept) < min(limit, len(reach)):  # the filter hides what HNSW found: the array is cheaper than `where`
            return self._score(question, reach, exact=True)
        return self._score(question, kept, exact=False)

    def nearest_rows(self, question: Vectors, limit: int) -> Ints:
        """Return what HNSW alone finds, nearest first, to compare with the exact order."""
        return self._query(question, limit)

    def vector(self, row: int) -> Vectors:
        """Return the whole-card vector of a card."""
        return np.asarray(self._vectors[self._starts[row]])

    def best_view(self, question: Vectors, row: int) -> tuple[int, float]:
        """Return which of a card's vectors is nearest (0 is its whole text, n its nth phrase) and its cosine."""
        window = self._vectors[self._starts[row] : self._starts[row + 1]]
        similarities = cosines(window, question)
        best = int(np.argmax(similarities))
        return best, float(similarities[best])

    def _score(self, question: Vectors, rows: Ints, *, exact: bool) -> VectorResult:
        if not len(rows):
            empty = np.zeros(0)
            return VectorResult(np.zeros(0, np.int64), empty, empty, exact)
        vectors, firsts = self._views(rows)
        similarities = cosines(vectors, question)
        return VectorResult(
            rows,
            np.asarray(np.maximum.reduceat(similarities, firsts), np.float64),
            similarities[firsts],
            exact,
        )

    def _views(self, rows: Ints) -> tuple[Vectors, Ints]:
        """Return the vectors of some cards and where each card's begin; neighbours, as in a bundle, are not copied."""
        begins, ends = self._starts[rows], self._starts[rows + 1]
        if int(rows[-1]) - int(rows[0]) + 1 == len(rows):
            return self._vectors[int(begins[0]) : int(ends[-1])], begins - begins[0]
        counts = ends - begins
        firsts = np.cumsum(counts) - counts
        offsets = np.arange(int(counts.sum())) - np.repeat(firsts, counts)
        return self._vectors[np.repeat(begins, counts) + offsets], firsts

    def _nearest(self, question: Vectors, limit: int) -> Ints:
        return np.sort(self._query(question, limit))

    def _query(self, question: Vectors, limit: int) -> Ints:
        found = self._opened().query(query_embeddings=[question.tolist()], n_results=min(limit, self.cards), include=[])
        return np.array([int(row) for row in found["ids"][0]], dtype=np.int64)

    def _opened(self) -> "Collection":
        with self._opening:  # two clients that start on one folder at once trip over each other
            if self._collection is None:
                if self._chroma_folder is None:
                    raise IndexDamaged("This index has no Chroma collection; run: python -m rag index --rebuild")
                client, self._collection = open_collection(self._chroma_folder)
                weakref.finalize(self, client.close)  # type: ignore[attr-defined]  # as in fill_chroma
            return self._collection

    def save(self, folder: Path) -> None:
        """Write the arrays into an existing folder."""
        np.save(folder / "vectors.npy", self._vectors)
        np.save(folder / "vector_starts.npy", self._starts)

    @classmethod
    def open(cls, folder: Path) -> "VectorIndex":
        """Open what `save` wrote; vectors stay on disk, Chroma is opened on first need."""
        # a plain view of the mapped file: slicing a memmap costs ten times as much
        vectors = np.load(folder / "vectors.npy", mmap_mode="r").view(np.ndarray)
        return cls(vectors, np.load(folder / "vector_starts.npy"), folder / "chroma")


def cosines(vectors: Vectors, question: Vectors) -> Floats:
    """Return the cosine of each unit row with a unit vector, rounded to `DECIMALS`.

    A row's cosine does not depend on the rows beside it. Run on one thread: a matrix product would share the rows
    out and wait for the slowest core, which on a busy machine costs ten times the work.
    """
    rounded: Floats = np.round(np.asarray(np.vecdot(vectors, question)), DECIMALS).astype(np.float64)
    return rounded


def fill_chroma(folder: Path, cards: Sequence[Card], whole: Vectors) -> None:
    """Write the cards and their whole-card vectors into a new Chroma store; ids are row numbers."""
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
    try:
        collection = client.create_collection(
            COLLECTION,
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine", "ef_search": 200, "ef_construction": 200}},
        )
        for first in range(0, len(cards), CHROMA_BATCH):
            batch = cards[first : first + CHROMA_BATCH]
            collection.add(
                ids=[str(first + i) for i in range(len(batch))],
                embeddings=whole[first : first + CHROMA_BATCH],
                documents=[card.body for card in batch],
                metadatas=[
                    {
                        "card_id": card.card_id,
                        "bundle": card.bundle,
                        "topic": card.topic,
                        "type": card.type,
                        "trust": card.trust,
                        "status": card.status,
                        "frontmatter": card.frontmatter,
                    }
                    for card in batch
                ],
            )
    finally:
        client.close()  # type: ignore[attr-defined]  # the type of PersistentClient hides it


def open_collection(folder: Path) -> "tuple[ClientAPI, Collection]":
    """Open the collection of a published version, after checking what a killed Chroma leaves behind.

    Returns:
        The client, to be closed by the caller, and the collection.

    Raises:
        IndexDamaged: there is no store, a graph file is larger than its data (opening it would end the process), or
            Chroma refuses it.
    """
    import chromadb
    from chromadb.config import Settings

    if not _whole(folder):
        raise IndexDamaged(f"The Chroma store of {folder.parent.name} is damaged; run: python -m rag index --rebuild")
    client: ClientAPI | None = None
    try:
        client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
        return client, client.get_collection(COLLECTION, embedding_function=None)
    except (ValueError, AttributeError, chromadb.errors.ChromaError) as exc:
        # AttributeError: where opening a folder failed once, Chroma keeps a half-made client for it in this process
        if client is not None:
            client.close()  # type: ignore[attr-defined]  # as in fill_chroma
        raise IndexDamaged(
            f"The Chroma store of {folder.parent.name} cannot be opened ({type(exc).__name__}); "
            "run: python -m rag index --rebuild and start the app again"
        ) from exc


def _whole(folder: Path) -> bool:
    if not (folder / "chroma.sqlite3").is_file():
        return False
    for links in folder.glob("*/link_lists.bin"):
        data = links.with_name("data_level0.bin")
        if not data.exists() or links.stat().st_size > data.stat().st_size:
            return False
    return True
