"""Tenders of three agencies in the town: what names, amounts, follow-ups and comparisons are tried on."""

from pathlib import Path

import yaml

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from tests.fakes.town import build_town, write_settings

NORTH, SOUTH = "town/tenders/north-erp", "town/tenders/south-erp"
CALLS_1, CALLS_2 = "town/tenders/west-calls-1", "town/tenders/west-calls-2"
PATTERN = r"[A-Z][a-z]+ (?:Council|Harbour|Museum)"
"""What looks like an agency in the town."""

_CARDS = {
    NORTH: ("Northport Council", "Payroll renewal", "50,000,000 won", ()),
    SOUTH: ("Southwick Harbour", "Payroll renewal", "300 million won", ()),
    CALLS_1: ("Westerly Museum", "Call centre phase one", "7,000,000 won", ("call centre",)),
    CALLS_2: ("Westerly Museum", "Call centre phase two", "8,000,000 won", ("call centre",)),
}


def build_tenders(folder: Path) -> None:
    """Build the town with its tenders and an index of all, as `build_town` does."""
    build_town(folder)
    for card_id, (agency, project, budget, aliases) in _CARDS.items():
        head = {
            "type": "Tender",
            "title": f"{project} ({agency})",
            "agency": agency,
            "project": project,
            "agency_aliases": [agency],
            "project_aliases": [project, *aliases],
        }
        path = folder / "okf" / f"{card_id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = yaml.safe_dump(head, sort_keys=False)
        path.write_text(f"---\n{text}---\n\n- The budget is {budget}.\n- The work takes eight months.\n")
    know_agencies(folder / "config.yaml")
    settings = load_settings(folder / "config.yaml")
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)


def know_agencies(settings: Path) -> None:
    """Write into a settings file what looks like an agency."""
    values = yaml.safe_load(settings.read_text(encoding="utf-8"))
    values["bundles"]["town"]["agency_pattern"] = PATTERN
    write_settings(settings, values)
