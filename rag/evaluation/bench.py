"""Measures the shipped index, and grown ones beside it, each in processes of its own so that memory can be told."""

import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from rag.config import Settings
from rag.engine import Engine, index_folder, open_embedder
from rag.errors import RagError
from rag.evaluation.grown import BuildRun, build_grown, grown_settings, seeded_embedder
from rag.evaluation.labels import Labelled, load_labels
from rag.evaluation.machine import Machine, folder_mb, memory, this_machine
from rag.evaluation.plain_loop import Compared, compare
from rag.evaluation.stages import Timed, time_rounds
from rag.pipeline import ALL, Question
from rag.protocols import Embedder
from rag.types import Turn

PLAIN_BUDGET: Final = 400_000
"""Cards that the plain loop scores in all: 60 questions of 6,400 cards, and no fewer than `PLAIN_LEAST` of more."""

PLAIN_LEAST: Final = 40

MB_A_CARD: Final = 0.1
"""Disk a grown card takes at most, with its vectors, its index and their cache; 0.08 measured at 6,400 cards."""

Result = TypeVar("Result")
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured; goes to a process of its own."""

    settings: Settings
    """As shipped."""
    questions: Path
    """Folder of labelled questions."""
    rounds: int
    cards: int = 0
    """Size of the grown corpus; 0 is the shipped one with its index."""
    folder: Path = Path()
    """Of the grown corpus."""


@dataclass(frozen=True, slots=True)
class ServeRun:
    """What serving an index took."""

    cards: int
    vectors: int
    index_version: str
    everywhere: Timed
    """All bundles in reach."""
    at_home: Timed
    """Each question's own bundle in reach, as on the screens."""
    compared: Compared
    before_mb: float
    """Resident memory with the embedder loaded and no index open."""
    index_mb: float
    """Disk the version takes."""


@dataclass(frozen=True, slots=True)
class SizeRun:
    """One corpus size."""

    build: BuildRun | None
    """None for the shipped index, which is measured as it stands."""
    serve: ServeRun


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything one run measured."""

    machine: Machine
    """At the start."""
    load_after: float
    embedder: str
    settings_hash: str
    runs: tuple[SizeRun, ...]


def run_bench(plan: Plan, sizes: Sequence[int], folder: Path | None, *, say: Say) -> Bench:
    """Measure the shipped index and a grown one of each size.

    Args:
        plan: For the shipped index.
        sizes: Numbers of cards.
        folder: Where grown corpora and their indexes stay; None is a temporary folder below `data.path`.
        say: Told what takes long.

    Raises:
        ValueError: there is not room enough on the disk, or a size is under the shipped corpus's.
        RagError: no index, no questions, or a measuring process ended early.
    """
    machine = this_machine()
    say("serving the shipped index")
    runs = [SizeRun(None, in_own_process(serve_in_process, plan))]
    for cards in sizes:
        with _place(plan, cards, folder) as place:
            grown = replace(plan, cards=cards, folder=place)
            say(f"building {cards} cards")
            build = in_own_process(build_in_process, grown)
            say(f"serving {cards} cards")
            runs.append(SizeRun(build, in_own_process(serve_in_process, grown)))
    embedder = plan.settings.embedder
    return Bench(
        machine,
        this_machine().load,
        f"{embedder.name} {embedder.revision}",
        plan.settings.hash,
        tuple(runs),
    )


def in_own_process(measure: Callable[[Plan], Result], plan: Plan) -> Result:
    """Return what a module's function returns in a new process. Raises `RagError` when the process dies."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        try:
            return pool.submit(measure, plan).result()
        except BrokenProcessPool as exc:
            size = f"{plan.cards} cards" if plan.cards else "the shipped cards"
            raise RagError(
                f"The process that measured {size} was ended, most likely for want of memory; try fewer with --cards."
            ) from exc


def build_in_process(plan: Plan) -> BuildRun:
    """Build a grown index with the configured embedder."""
    return build_grown(plan.settings, _embedder(plan), plan.folder, plan.cards)


def serve_in_process(plan: Plan) -> ServeRun:
    """Serve an index with the configured embedder."""
    embedder = _embedder(plan)
    if not plan.cards:
        return serve(plan.settings, embedder, plan)
    return serve(grown_settings(plan.settings, plan.folder), seeded_embedder(plan.settings, embedder), plan)


def serve(settings: Settings, embedder: Embedder, plan: Plan) -> ServeRun:
    """Ask the labelled questions of the index that serves under `settings`, then compare with the plain loop."""
    before = memory().now
    engine = Engine(settings, embedder, None)
    index = engine.index()
    labels = load_labels(plan.questions, index.cards.ids)
    at_home = time_rounds(settings, embedder, as_questions(labels), rounds=plan.rounds)
    everywhere = time_rounds(settings, embedder, as_questions(labels, bundle=ALL), rounds=plan.rounds)
    alone = [question for question in as_questions(labels, bundle=ALL) if not question.history]
    compared = compare(engine, evenly(alone, max(PLAIN_LEAST, PLAIN_BUDGET // index.manifest.cards)))
    return ServeRun(
        cards=index.manifest.cards,
        vectors=index.manifest.vectors,
        index_version=index.manifest.version,
        everywhere=everywhere,
        at_home=at_home,
        compared=compared,
        before_mb=before,
        index_mb=folder_mb(index_folder(settings) / index.manifest.version),
    )


def as_questions(labels: Sequence[Labelled], *, bundle: str = "") -> list[Question]:
    """Return the questions to ask, of one bundle or of each label's own; a follow-up brings its first question."""
    return [
        Question(label.question, bundle or label.bundle, (Turn("user", label.first),) if label.first else ())
        for label in labels
    ]


def evenly(questions: Sequence[Question], count: int) -> list[Question]:
    """Return at most `count` questions, spread evenly over all, so that every bundle is among them."""
    step = max(1, -(-len(questions) // count))
    return list(questions[::step])


def _embedder(plan: Plan) -> Embedder:
    return open_embedder(plan.settings, os.environ, say=lambda line: None)


@contextmanager
def _place(plan: Plan, cards: int, folder: Path | None) -> Iterator[Path]:
    """Give the folder of a grown corpus; a temporary one is deleted afterwards."""
    parent = folder or plan.settings.data.path
    parent.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(parent).free / 1024 / 1024
    if free < cards * MB_A_CARD:
        raise ValueError(
            f"{cards} cards take about {cards * MB_A_CARD:.0f} MB in {parent}, where {free:.0f} MB are free; "
            "free some, or name another place with --folder."
        )
    if folder is not None:
        yield folder / f"{cards}-cards"
        return
    with tempfile.TemporaryDirectory(prefix="bench-", dir=parent) as temporary:
        yield Path(temporary)
