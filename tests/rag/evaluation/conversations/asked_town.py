"""The conversation folder served by the product, with an embedder that needs no model."""

from pathlib import Path

from rag.config import Settings, parse_settings
from rag.evaluation.conversations.bundle import Bundle, open_bundle
from rag.evaluation.conversations.folder import ConversationSet
from rag.protocols import Embedder
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.town import town_settings


def settings_in(folder: Path) -> Settings:
    """Return the town's settings: a question passes when a card has a fifth of its words' weight."""
    return parse_settings(town_settings(folder / "unused", folder / "data"))


def serve(found: ConversationSet, folder: Path, embedder: Embedder | None = None) -> Bundle:
    """Return a folder's questions and cards, ready to be asked."""
    return open_bundle(found, folder / "work", settings_in(folder), embedder or HashingEmbedder())
