"""What every part of the corpus page draws from."""

from dataclasses import dataclass
from datetime import UTC, datetime

from pages.components.corpus_words import CorpusWords, corpus_words
from pages.components.language import current_language, current_words
from pages.components.ready import catalogue, engine
from pages.components.session_settings import current_settings
from pages.components.words import Words
from rag.browse.catalogue import Catalogue
from rag.config import Settings
from rag.index.opening import OpenIndex


@dataclass(frozen=True, slots=True)
class Screen:
    """One run of the page: one version of the index, one moment, one language."""

    found: OpenIndex
    catalogue: Catalogue
    settings: Settings
    now: datetime
    """Aware."""
    w: Words
    c: CorpusWords

    def folder_title(self, folder: str) -> str:
        """Return what people call a folder at the top: its bundle's short title, or its name."""
        bundle = self.settings.bundles.get(folder)
        return bundle.label if bundle else folder


def open_screen() -> Screen:
    """Return what serves now. Raises like `Engine.index`."""
    found = engine().index()
    columns = catalogue(found.manifest.version, found.cards)
    return Screen(
        found, columns, current_settings(), datetime.now(UTC), current_words(), corpus_words(current_language())
    )
