"""Keeps the agencies, projects and titles that cards are about beside the cards, so that opening reads no card."""

import json
from collections.abc import Sequence
from pathlib import Path

from rag.query.metadata import Named, names_of
from rag.types import Card

FILE = "names.json"
KEYS = ("agency", "project", "title", "agency_aliases", "project_aliases", "title_aliases")


def save_names(folder: Path, cards: Sequence[Card]) -> None:
    """Write the frontmatter that names something, for cards that have any of it beside a title."""
    rows = []
    for card in cards:
        front = json.loads(card.frontmatter)
        if any(front.get(key) for key in KEYS if key != "title"):
            rows.append([card.card_id, card.bundle, {key: front[key] for key in KEYS if front.get(key)}])
    (folder / FILE).write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def open_names(folder: Path) -> tuple[Named, ...]:
    """Return the names of all bundles, made ready to be looked for."""
    rows = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return names_of((card_id, bundle, front) for card_id, bundle, front in rows)
