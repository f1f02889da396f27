"""The town with a real index, asked as the app asks it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.config import Settings, parse_settings
from rag.inspection.why_not import Attempt
from rag.pipeline import Question, Tools, retrieve
from rag.tuning.overrides import with_overrides
from rag.types import Trace
from tests.fakes.corpus import Site
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.town import town_settings, write_town

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Town:
    """An index of the town's cards, and settings that fit it."""

    tools: Tools
    embedder: HashingEmbedder
    settings: Settings

    def ask(self, text: str, bundle: str = "all") -> Trace:
        """Return the trace of a question."""
        return retrieve(Question(text, bundle), self.tools, self.settings, now=NOW)

    def rerun(self, changes: Mapping[str, Mapping[str, object]] | None = None) -> "tuple[Settings, CountingRerun]":
        """Return settings with changes, and what asks attempts under them."""
        settings = parse_settings(town_settings(Path("okf"), Path("data"), changes))
        return settings, CountingRerun(
            lambda attempt: retrieve(
                Question(attempt.question, attempt.bundle),
                self.tools,
                with_overrides(settings, attempt.overrides),
                now=NOW,
            )
        )


class CountingRerun:
    """Asks, and remembers what it was asked."""

    def __init__(self, ask: Callable[[Attempt], Trace]) -> None:
        self.attempts: list[Attempt] = []
        self._ask = ask

    def __call__(self, attempt: Attempt) -> Trace:
        self.attempts.append(attempt)
        return self._ask(attempt)


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    folder = tmp_path_factory.mktemp("inspected-town")
    write_town(folder / "okf")
    site, embedder = Site(folder / "okf", folder / "index"), HashingEmbedder()
    site.build(embedder, languages={"town": "en", "dosi": "ko", "chengshi": "zh"})
    settings = parse_settings(town_settings(Path("okf"), Path("data")))
    return Town(Tools(site.open(embedder), embedder), embedder, settings)
