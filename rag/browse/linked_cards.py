"""Finds the card behind a link of a body, from what the index knows of the card alone."""

from collections.abc import Mapping

from rag.cards.links import BundleFiles
from rag.types import Card


class LinkedCards:
    """The cards a card links to, by the target as its body writes it."""

    def __init__(self, card: Card) -> None:
        start = len(card.bundle) + 1
        self._base = f"{card.card_id[start:]}.md"
        self._ids: Mapping[str, str] = {f"{card_id[start:]}.md": card_id for card_id in card.links}
        self._files = BundleFiles(self._ids)

    def by_target(self, target: str) -> str | None:
        """Return the id behind a markdown link's target, or None when it is no card."""
        return self._ids.get(self._files.resolve(target, self._base).path)

    def by_name(self, name: str) -> str | None:
        """Return the id behind a wikilink's name, when there is exactly one."""
        found = self._files.named(name)
        return self._ids.get(found[0]) if len(found) == 1 else None
