"""Builds an index version from the corpus: read, embed what is new, write aside, publish at once."""

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag.cards.reader import Corpus, read_corpus
from rag.errors import CorpusError, IndexDamaged, IndexMissing
from rag.index import versions
from rag.index.card_names import save_names
from rag.index.card_store import CardStore, write_cards
from rag.index.card_text import CARD_TEXT_VERSION, lexical_tokens, view_texts
from rag.index.lexical import build_lexical
from rag.index.open_questions import FEWEST, Chance, OpenQuestion, chance_of, save_open_questions
from rag.index.twins import find_twins
from rag.index.vector_cache import embed_cached
from rag.index.vectors import VectorIndex, fill_chroma
from rag.protocols import Embedder, EmbedderIdentity, Vectors
from rag.text.search_tokens import ANCHOR_YEAR
from rag.text.tokens import unique_tokens
from rag.types import Card, Language

KEEP = 3
"""Versions kept by default: the serving one, its predecessor to go back to, and one more."""

EMBED_BATCH = 64
"""Texts between two progress reports and two commits of the vector cache."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is."""

    step: str
    """One of read, tokens, vectors, store, publish."""
    done: int
    total: int
    seconds_left: float | None
    """None while there is nothing to estimate from."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The corpus on disk against the serving index, as card ids."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    unchanged: int
    beside: bool = False
    """Whether something else differs: findings, what a bundle leaves open, the embedder, the text pipeline."""

    @property
    def none(self) -> bool:
        """Tell whether a build would publish the version that serves."""
        return not (self.new or self.changed or self.deleted or self.beside)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did."""

    version: str
    cards: int
    embedded: int
    """Texts that had to be embedded; the others were known."""
    difference: Difference
    findings: int
    pruned: tuple[str, ...]
    seconds: float


def build_index(
    corpus_folder: Path,
    index_folder: Path,
    embedder: Embedder,
    *,
    languages: dict[str, Language],
    anchor_year: int = ANCHOR_YEAR,
    keep: int = KEEP,
    rebuild: bool = False,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Built:
    """Build the version that the corpus gives, publish it and prune old ones.

    Killed at any moment, the old version goes on serving and the next build starts from the vectors already made.

    Args:
        corpus_folder: A folder of bundles, or one bundle.
        index_folder: Where versions live; created when absent.
        embedder: Makes the vectors.
        languages: Language by bundle name; others are guessed.
        anchor_year: For two-digit years.
        keep: How many of the newest versions stay, at least 1; the serving one stays in any case.
        rebuild: Write the version anew even if it is there.
        report: Called on the building thread.

    Raises:
        CorpusError: no folder, or no card in it; the old version goes on serving.
        IndexBusy: another process is building.
        IndexUnusable: `index_folder` cannot be written.
        EmbedderError: from the embedder.
    """
    if keep < 1:
        raise ValueError(f"keep must be at least 1, got {keep}")
    started = time.monotonic()
    with versions.builder_lock(index_folder):
        report(Progress("read", 0, 1, None))
        corpus = read_corpus(corpus_folder, languages)
        cards = sorted(corpus.cards, key=lambda card: (card.computes, card.card_id))
        if not cards:
            raise CorpusError(
                f"No card in {corpus_folder.name!r}; corpus.path in config.yaml must name a folder of OKF cards."
            )
        report(Progress("read", len(cards), len(cards), None))
        difference = compare(corpus, index_folder, embedder.identity, anchor_year=anchor_year)
        version = _version_of(corpus, embedder.identity, anchor_year)
        embedded = 0
        if rebuild or not _usable(index_folder, version):
            embedded = _write_version(corpus, cards, index_folder, version, embedder, anchor_year, report)
        report(Progress("publish", 0, 1, None))
        versions.publish(index_folder, version)
        pruned = versions.prune(index_folder, keep)
        report(Progress("publish", 1, 1, None))
    return Built(version, len(cards), embedded, difference, len(corpus.findings), pruned, time.monotonic() - started)


def compare(
    corpus: Corpus, index_folder: Path, embedder: EmbedderIdentity, *, anchor_year: int = ANCHOR_YEAR
) -> Difference:
    """Compare what a build would publish with the serving version; without a readable one all cards are new."""
    disk = {card.card_id: _stamp(card) for card in corpus.cards}
    try:
        version = versions.current_version(index_folder)
        versions.read_manifest(index_folder, version)
        indexed = _indexed(index_folder / version / "cards.sqlite")
    except (IndexMissing, IndexDamaged, sqlite3.Error):
        return Difference(tuple(disk), (), (), 0, beside=True)
    new = tuple(card_id for card_id in disk if card_id not in indexed)
    changed = tuple(card_id for card_id in disk if card_id in indexed and indexed[card_id] != disk[card_id])
    deleted = tuple(card_id for card_id in indexed if card_id not in disk)
    beside = not (new or changed or deleted) and version != _version_of(corpus, embedder, anchor_year)
    return Difference(new, changed, deleted, len(disk) - len(new) - len(changed), beside)


def _version_of(corpus: Corpus, embedder: EmbedderIdentity, anchor_year: int) -> str:
    stamps = [(card.card_id, _stamp(card)) for card in corpus.cards]
    return versions.version_id([*stamps, ("", _stamp_of_notes(corpus))], embedder, f"{CARD_TEXT_VERSION}.{anchor_year}")


def _stamp(card: Card) -> str:
    """Return what decides a card's place in an index: its bytes, and the language config.yaml gives its bundle."""
    return card.content_hash + card.language


def _stamp_of_notes(corpus: Corpus) -> str:
    """Return a hash of what stands beside the cards: findings, files left out, what the bundles do not cover."""
    notes = [
        [astuple(finding) for finding in corpus.findings],
        [astuple(skip) for skip in corpus.skipped],
        [[bundle.name, *bundle.unanswered] for bundle in corpus.bundles],
    ]
    return hashlib.sha256(json.dumps(notes).encode()).hexdigest()


def _indexed(path: Path) -> dict[str, str]:
    """Return the stamps of the cards in a version's store."""
    with closing(CardStore(path)) as store:
        rows = store.query("select card_id, content_hash || json_extract(value, '$.language') from card")
    return {str(card_id): str(stamp) for card_id, stamp in rows}


def _usable(index_folder: Path, version: str) -> bool:
    try:
        return versions.read_manifest(index_folder, version).card_text == CARD_TEXT_VERSION
    except IndexDamaged:
        return False


def _write_version(
    corpus: Corpus,
    cards: list[Card],
    index_folder: Path,
    version: str,
    embedder: Embedder,
    anchor_year: int,
    report: Callable[[Progress], None],
) -> int:
    report(Progress("tokens", 0, len(cards), None))
    ranked = sum(not card.computes for card in cards)  # computations stand last and are found by rules alone
    facts = cards[:ranked]
    tokens = (lexical_tokens(card, anchor_year=anchor_year) for card in facts)
    lexical = build_lexical(tokens, [(card.bundle, card.topic) for card in facts])
    report(Progress("tokens", len(cards), len(cards), None))
    views = [view_texts(card) for card in cards]
    starts = np.concatenate([[0], np.cumsum([len(view) for view in views])]).astype(np.int64)
    open_questions = _open_questions(corpus, cards)
    every_vector, embedded = embed_cached(
        index_folder / "embeddings.sqlite",
        embedder,
        [*(text for view in views for text in view), *(question.text for question in open_questions)],
        batch=EMBED_BATCH,
        progress=_Timer(report).update,
    )
    vectors, open_vectors = every_vector[: starts[-1]], every_vector[starts[-1] :]
    report(Progress("store", 0, len(cards), None))
    whole = vectors[starts[:-1]]
    twins = find_twins(whole[:ranked], progress=lambda done: report(Progress("store", done, len(cards), None)))
    with versions.staging(index_folder, version) as folder:
        write_cards(folder / "cards.sqlite", cards, findings=corpus.findings, skipped=corpus.skipped, twins=twins)
        lexical.save(folder)
        VectorIndex(vectors, starts).save(folder)
        save_names(folder, facts)
        save_open_questions(
            folder,
            open_questions,
            open_vectors,
            weight=lambda question: sum(lexical.idfs(unique_tokens(question.text), [question.bundle]).values()),
            chances=_chances(facts, vectors[: starts[ranked]], starts[: ranked + 1]),
        )
        fill_chroma(folder / "chroma", cards, whole)
        findings = [asdict(finding) for finding in corpus.findings]
        (folder / "findings.json").write_text(json.dumps(findings, ensure_ascii=False), encoding="utf-8")
        manifest = versions.Manifest(
            version=version,
            built_at=datetime.now(UTC).isoformat(timespec="microseconds"),
            cards=len(cards),
            vectors=len(vectors),
            embedder=embedder.identity,
            card_text=CARD_TEXT_VERSION,
            anchor_year=anchor_year,
            corpus=corpus.root.name,
            bundles={bundle.name: len(bundle.cards) for bundle in corpus.bundles},
            files={path.name: path.stat().st_size for path in folder.iterdir() if path.is_file()},
        )
        versions.write_manifest(folder, manifest)
    report(Progress("store", len(cards), len(cards), None))
    return embedded


def _open_questions(corpus: Corpus, cards: Sequence[Card]) -> list[OpenQuestion]:
    beside = [OpenQuestion(text, card.bundle, card.card_id) for card in cards for text in card.unanswered]
    return beside + [OpenQuestion(text, bundle.name, "") for bundle in corpus.bundles for text in bundle.unanswered]


def _chances(cards: Sequence[Card], vectors: Vectors, starts: NDArray[np.int64]) -> dict[str, Chance]:
    """Return, for each bundle with enough phrases, how near they come to other cards by chance."""
    owners = np.repeat(np.arange(len(cards)), np.diff(starts))
    is_phrase = np.ones(len(vectors), dtype=bool)
    is_phrase[starts[:-1]] = False
    bundles = np.array([card.bundle for card in cards])[owners]
    chances: dict[str, Chance] = {}
    for name in sorted(set(bundles.tolist())):
        inside = bundles == name
        phrases = inside & is_phrase
        if int(phrases.sum()) >= FEWEST and len(set(owners[inside].tolist())) > 1:
            chances[name] = chance_of(vectors[phrases], owners[phrases], vectors[inside], owners[inside])
    return chances


class _Timer:
    """Turns counts into progress with the time left."""

    def __init__(self, report: Callable[[Progress], None]) -> None:
        self._report = report
        self._started = time.monotonic()

    def update(self, done: int, total: int) -> None:
        spent = time.monotonic() - self._started
        left = spent / done * (total - done) if done else None
        self._report(Progress("vectors", done, total, left))
