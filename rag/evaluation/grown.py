"""A grown corpus with an index of its own, built with seeded vectors."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rag.cards.reader import read_corpus
from rag.config import CorpusSettings, DataSettings, Settings
from rag.engine import Engine
from rag.evaluation.machine import folder_mb, memory
from rag.evaluation.synthetic import grow_corpus
from rag.evaluation.synthetic_vectors import SeededEmbedder
from rag.index.build import EMBED_BATCH, Progress
from rag.index.card_text import view_texts
from rag.index.vector_cache import embed_cached
from rag.protocols import Embedder
from rag.types import Language

CORPUS: Final = "okf"


@dataclass(frozen=True, slots=True)
class BuildRun:
    """What it took to build an index."""

    cards: int
    made: int
    """Vectors made; fewer than there are texts where a folder is used again."""
    steps_s: tuple[tuple[str, float], ...]
    """Seconds of `grow` (writing the invented cards) and of each step of the build."""
    seconds: float
    """Of the build, without `grow`."""
    peak_mb: float
    """Most resident memory of the building process, the embedder's included."""
    before_mb: float
    """Resident memory before."""
    corpus_mb: float
    index_mb: float
    """The version's folder."""
    cache_mb: float
    """Vectors kept for the next build."""


def grown_settings(settings: Settings, folder: Path) -> Settings:
    """Return the settings under which a grown corpus in `folder` is built and served."""
    places = {"corpus": CorpusSettings(path=folder / CORPUS), "data": DataSettings(path=folder)}
    return settings.model_copy(update=places)


def seeded_embedder(settings: Settings, embedder: Embedder) -> SeededEmbedder:
    """Return an embedder that knows the shipped corpus's vectors, most of them from the cache of its index."""
    cards = read_corpus(settings.corpus.path, languages(settings)).cards
    texts = list(dict.fromkeys(text for card in cards for text in (*view_texts(card), *card.unanswered)))
    cache = settings.data.path / "index" / "embeddings.sqlite"
    cache.parent.mkdir(parents=True, exist_ok=True)
    vectors, _ = embed_cached(cache, embedder, texts, batch=EMBED_BATCH, progress=lambda done, total: None)
    return SeededEmbedder(embedder, texts, vectors)


def build_grown(
    settings: Settings, embedder: Embedder, folder: Path, cards: int, *, say: Callable[[str], None] = lambda line: None
) -> BuildRun:
    """Grow the shipped corpus to `cards` in `folder`, unless it stands there already, and build its index anew.

    Raises like `grow_corpus` and `build_index`.
    """
    grown = grown_settings(settings, folder)
    steps = _Steps(say)
    if not grown.corpus.path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = folder / f".{CORPUS}"
        grow_corpus(settings.corpus.path, half, cards, languages=languages(settings), report=steps.grown)
        half.rename(grown.corpus.path)
    engine = Engine(grown, seeded_embedder(settings, embedder), None)
    before = memory().now
    steps.start()
    built = engine.build(keep=1, rebuild=True, report=steps.built)
    index = folder / "index"
    return BuildRun(
        cards=built.cards,
        made=built.embedded,
        steps_s=tuple(steps.seconds.items()),
        seconds=built.seconds,
        peak_mb=memory().peak,
        before_mb=before,
        corpus_mb=folder_mb(grown.corpus.path),
        index_mb=folder_mb(index / built.version),
        cache_mb=sum(path.stat().st_size for path in index.glob("embeddings.sqlite*")) / 1024 / 1024,
    )


def languages(settings: Settings) -> dict[str, Language]:
    """Return the language of each configured bundle."""
    return {name: bundle.language for name, bundle in settings.bundles.items()}


class _Steps:
    """Sums up seconds by step from what a build reports."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.seconds: dict[str, float] = {}
        self._say = say
        self._step = ""
        self._last = time.perf_counter()

    def start(self) -> None:
        self._last = time.perf_counter()

    def grown(self, done: int) -> None:
        self._add("grow")

    def built(self, progress: Progress) -> None:
        self._add(progress.step)

    def _add(self, step: str) -> None:
        """Count the time since the last report for this step; a build says at a step's start what came before it."""
        now = time.perf_counter()
        if step != self._step:
            self._say(step)
        self.seconds[step] = self.seconds.get(step, 0.0) + now - self._last
        self._step, self._last = step, now
