"""The town opened without embedding anything for real, and asked through the whole pipeline."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rag.config import Settings, parse_settings
from rag.pipeline import Question, Tools, ask
from rag.types import Delta, Done, Event, Language
from tests.fakes.corpus import Site
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.town import town_settings, write_town

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LANGUAGES: Mapping[str, Language] = {"town": "en", "dosi": "ko", "chengshi": "zh"}


def open_town(folder: Path) -> Tools:
    """Build the town's index in a folder and open it."""
    write_town(folder / "okf")
    site, embedder = Site(folder / "okf", folder / "index"), HashingEmbedder()
    site.build(embedder, languages=LANGUAGES)
    return Tools(site.open(embedder), embedder)


def settings(changes: Mapping[str, Mapping[str, object]] | None = None) -> Settings:
    """Return the town's settings with some sections changed."""
    return parse_settings(town_settings(Path("okf"), Path("data"), changes))


def events(question: Question, tools: Tools, chosen: Settings | None = None) -> list[Event]:
    """Return all events of an answer."""
    return list(ask(question, tools, chosen or settings(), now=NOW))


def text(found: Sequence[Event]) -> str:
    """Return the words of an answer."""
    return "".join(event.content for event in found if isinstance(event, Delta))


def done(found: Sequence[Event]) -> Done:
    """Return the last event of an answer."""
    last = found[-1]
    assert isinstance(last, Done)
    return last
