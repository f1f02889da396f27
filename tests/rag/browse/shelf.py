"""Stores of a few cards for the corpus browser's tests."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rag.browse.catalogue import Catalogue, read_catalogue
from rag.cards.findings import Finding
from rag.cards.walk import Skipped
from rag.index.card_store import CardStore, write_cards
from rag.index.twins import Twin
from rag.types import Card
from tests.fakes.corpus import make_card

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def store_of(
    folder: Path,
    cards: Sequence[Card],
    *,
    findings: Iterable[Finding] = (),
    skipped: Iterable[Skipped] = (),
    twins: Iterable[Twin] = (),
) -> CardStore:
    """Write cards in the order given and open them."""
    write_cards(folder / "cards.sqlite", cards, findings=findings, skipped=skipped, twins=twins)
    return CardStore(folder / "cards.sqlite")


def broken_link(path: str, line: int = 9) -> Finding:
    """Return a finding about a card's body."""
    return Finding(path, line, "broken-link", "warning", "the link '/x.md' leads to no file of the bundle", "Mend it.")


BREAD = make_card(
    "shop/food/bread",
    "Bread costs 3.",
    title="Bread price",
    type="Fee",
    tags=("oven", "daily"),
    resource="https://shop.example/bread",
    link="https://shop.example/bread",
    trust="human-reviewed",
    links=("shop/food/milk",),
)
MILK = make_card(
    "shop/food/milk",
    "Milk costs 2.",
    title="우유 값",
    type="Fee",
    tags=("daily",),
    resource="urn:milk",
    stale_after=NOW - timedelta(days=1),
    links=("shop/food/bread",),
)
RULE = make_card(
    "shop/rules/queue",
    "Stand in line. " * 10,
    title="Queue rule about bread",
    type="Rule",
    status="deprecated",
    stale_after=NOW + timedelta(days=30),
)
FAR = make_card("town/bus/fare", "Milk costs  2.", title="Ｆａｒｅ", type="Fee", stale_after=NOW + timedelta(days=31))
CARDS = (BREAD, MILK, RULE, FAR)
FINDINGS = (
    broken_link("shop/food/bread.md"),
    broken_link("shop/food/bread.md", 12),
    Finding("shop/food/bad.md", 1, "bad-yaml", "error", "the frontmatter cannot be read", "Correct the YAML."),
    Finding("shop/rules/queue.md", 0, "hidden-characters", "warning", "hidden", "Remove them."),
    Finding("shop/rules/queue.md", 3, "date-only", "warning", "a date", "Write it in full."),
)
SKIPPED = (Skipped("shop/index.md", "reserved: index.md is never a card"), Skipped("README.md", "hidden"))


def whole_shelf(folder: Path) -> tuple[CardStore, Catalogue]:
    """Return the store of all four cards, with their findings, and its catalogue."""
    twins = (Twin(0, 3, 0.98), Twin(1, 3, 0.99), Twin(3, 0, 0.98))
    store = store_of(folder, CARDS, findings=FINDINGS, skipped=SKIPPED, twins=twins)
    return store, read_catalogue(store)
