"""Measures one conversation folder from its files to its tables."""

from collections.abc import Callable, Iterator
from pathlib import Path

from rag.config import Settings
from rag.evaluation.conversations.bundle import open_bundle
from rag.evaluation.conversations.folder import read_conversations
from rag.evaluation.conversations.outcomes import ask_conversations
from rag.evaluation.conversations.report import to_lines, to_misses, write_outcomes
from rag.evaluation.conversations.scores import score_conversations
from rag.index.build import Progress
from rag.protocols import Embedder

PLACE = "conversations"
"""Folder below the data path, one folder in it a set: cards, index, vectors, outcomes."""

REPORTED = 100
"""Questions between two reports of progress."""


def measure_conversations(
    source: Path,
    settings: Settings,
    embedder: Embedder,
    *,
    misses: bool = False,
    limit: int | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Iterator[str]:
    """Yield the tables of a folder in Markdown, with `misses` then a line for each question that went wrong.

    Every question is asked of the product under `settings`, over a bundle made of the folder's documents. Same
    folder, settings and embedder: same lines.

    Args:
        source: As for `read_conversations`.
        settings: In force.
        embedder: Makes the vectors; those of cards are kept below the data path.
        misses: Whether to list what went wrong.
        limit: Most questions.
        say: Told what takes long, and where the outcomes are.

    Raises:
        CorpusError: the folder is not of that form, or nothing can be written.
        IndexBusy, IndexUnusable, EmbedderError: from the build.
    """
    found = read_conversations(source, limit=limit)
    folder = settings.data.path / PLACE / found.name
    say(f"{found.name}: {len(found.sections)} cards, {len(found.questions)} questions")

    def built(progress: Progress) -> None:
        if progress.step == "vectors" and progress.done == progress.total:
            say(f"{progress.total} vectors made")

    def asked(done: int, total: int) -> None:
        if done == total or not done % REPORTED:
            say(f"{done}/{total} questions")

    bundle = open_bundle(found, folder, settings, embedder, report=built)
    outcomes = ask_conversations(found, bundle, progress=asked)
    yield from to_lines(found.name, score_conversations(outcomes))
    if misses:
        yield ""
        yield from to_misses(outcomes)
    say(f"A line a question: {write_outcomes(folder, outcomes)}")
