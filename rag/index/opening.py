"""Opens the index version that serves, after checking that it fits the configuration."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.errors import IndexDamaged, IndexMismatch
from rag.index import versions
from rag.index.card_names import open_names
from rag.index.card_store import CardStore
from rag.index.card_text import CARD_TEXT_VERSION
from rag.index.lexical import LexicalIndex
from rag.index.open_questions import OpenQuestions, open_open_questions
from rag.index.vectors import VectorIndex
from rag.protocols import EmbedderIdentity
from rag.query.metadata import Named

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """A published version, ready to be searched; never changes."""

    manifest: versions.Manifest
    cards: CardStore
    lexical: LexicalIndex
    vectors: VectorIndex
    open_questions: dict[str, OpenQuestions]
    """By bundle; a bundle that writes none down is absent."""
    named: tuple[Named, ...]
    """Agencies, projects and titles that cards are about."""
    rows_of: dict[tuple[str, str], Ints]
    """Ascending rows of each (bundle, topic), without computations."""
    computations: tuple[str, ...]
    """Ids of the cards that are run and never ranked."""
    folder: Path

    @property
    def bundles(self) -> tuple[str, ...]:
        """Names of the bundles, in order."""
        return tuple(sorted(self.manifest.bundles))

    def names(self, bundles: Collection[str]) -> tuple[Named, ...]:
        """Return the names that cards of some bundles are about."""
        return tuple(name for name in self.named if name.bundle in bundles)

    def rows(self, bundles: Collection[str], topics: Collection[tuple[str, str]] | None) -> Ints | None:
        """Return the ascending rows of some bundles, or of some topics in them; None means every card.

        Computations are in no reach.
        """
        if topics is None and set(bundles) == set(self.bundles):
            return np.arange(self.manifest.cards - len(self.computations)) if self.computations else None
        parts = [
            rows for place, rows in self.rows_of.items() if place[0] in bundles and (topics is None or place in topics)
        ]
        return np.sort(np.concatenate([np.zeros(0, np.int64), *parts]))

    def findings(self) -> list[dict[str, str | int]]:
        """Return the conformance findings stored at build time."""
        found: list[dict[str, str | int]] = json.loads((self.folder / "findings.json").read_text(encoding="utf-8"))
        return found

    def close(self) -> None:
        """Release the files."""
        self.cards.close()


def open_index(index_folder: Path, configured: EmbedderIdentity) -> OpenIndex:
    """Open the serving version.

    Raises:
        IndexMissing: nothing was built.
        IndexDamaged: the version lacks a file or holds one that cannot be read.
        IndexMismatch: it was built by another embedder or text pipeline; names both and the command that mends it.
    """
    version = versions.current_version(index_folder)
    try:
        return _open(index_folder, version, configured)
    except IndexDamaged:
        if versions.current_version(index_folder) == version:
            raise
    return open_index(index_folder, configured)  # another version was published, and this one pruned, meanwhile


def _open(index_folder: Path, version: str, configured: EmbedderIdentity) -> OpenIndex:
    manifest = versions.read_manifest(index_folder, version)
    check_fit(manifest, configured)
    try:
        return _read(index_folder / version, manifest)
    except (OSError, ValueError, sqlite3.Error) as exc:
        raise IndexDamaged(
            f"Index version {version!r} cannot be read ({exc}); run: python -m rag index --rebuild"
        ) from exc


def _read(folder: Path, manifest: versions.Manifest) -> OpenIndex:
    cards = CardStore(folder / "cards.sqlite")
    by_place: dict[tuple[str, str], list[int]] = {}
    computations = cards.computations()
    for row, place in enumerate(cards.places[: len(cards.places) - len(computations)]):
        by_place.setdefault(place, []).append(row)
    return OpenIndex(
        manifest=manifest,
        cards=cards,
        lexical=LexicalIndex.open(folder),
        vectors=VectorIndex.open(folder),
        open_questions=open_open_questions(folder),
        named=open_names(folder),
        rows_of={place: np.array(rows, dtype=np.int64) for place, rows in by_place.items()},
        computations=computations,
        folder=folder,
    )


def check_fit(manifest: versions.Manifest, configured: EmbedderIdentity) -> None:
    """Raise `IndexMismatch` when a version was built by another embedder or text pipeline than the running one."""
    if manifest.embedder != configured:
        raise IndexMismatch(
            f"The index was built with {_words(manifest.embedder)}, but config.yaml names {_words(configured)}. "
            "Run: python -m rag index (or put the old embedder back into config.yaml)."
        )
    if manifest.card_text != CARD_TEXT_VERSION:
        raise IndexMismatch(
            f"The index was built by text pipeline {manifest.card_text}, but this program has {CARD_TEXT_VERSION}. "
            "Run: python -m rag index"
        )


def _words(identity: EmbedderIdentity) -> str:
    return f"embedder {identity.name} revision {identity.revision} ({identity.dimensions} dimensions)"
