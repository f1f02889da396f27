from pathlib import Path

import pytest

from rag.browse.catalogue import Catalogue, read_catalogue
from rag.browse.health import CHECKS, Check, Health, cards_of, examine, faults_of, skipped_files
from rag.index.card_store import CardStore
from tests.fakes.corpus import make_card
from tests.rag.browse.shelf import NOW, SKIPPED, store_of, whole_shelf

Shelf = tuple[CardStore, Catalogue, Health]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    store, catalogue = whole_shelf(tmp_path)
    return store, catalogue, examine(store, catalogue, now=NOW, card_chars=100)


@pytest.mark.parametrize(
    ("check", "count"),
    [
        ("unreadable", 1),
        ("conformance", 1),
        ("links", 2),
        ("suspicious", 1),
        ("orphans", 2),
        ("stale", 1),
        ("soon", 1),
        ("deprecated", 1),
        ("duplicates", 2),
        ("near", 1),
        ("long", 1),
        ("skipped", 2),
    ],
)
def test_each_check_counts_its_entries(shelf: Shelf, check: Check, count: int) -> None:
    assert shelf[2].count(check) == count


def test_every_check_is_counted(shelf: Shelf) -> None:
    assert all(shelf[2].count(check) >= 1 for check in CHECKS)


def test_a_finding_names_file_and_line_and_its_card_where_there_is_one(shelf: Shelf) -> None:
    store, _, _ = shelf
    first, second = faults_of(store, "links", offset=0, limit=9)
    assert (first.card_id, first.finding.path, first.finding.line) == ("shop/food/bread", "shop/food/bread.md", 9)
    assert second.finding.line == 12
    (unreadable,) = faults_of(store, "unreadable", offset=0, limit=9)
    assert (unreadable.card_id, unreadable.finding.kind) == (None, "bad-yaml")
    assert faults_of(store, "links", offset=1, limit=9) == (second,)


def test_duplicates_and_near_duplicates_name_the_other_card(shelf: Shelf) -> None:
    store, catalogue, health = shelf
    same = cards_of(store, catalogue, health, "duplicates", offset=0, limit=9)
    assert [(entry.line.card_id, entry.other and entry.other.card_id) for entry in same] == [
        ("shop/food/milk", "town/bus/fare"),
        ("town/bus/fare", "shop/food/milk"),
    ]
    (near,) = cards_of(store, catalogue, health, "near", offset=0, limit=9)
    assert near.other is not None
    assert (near.line.card_id, near.other.card_id, near.amount) == ("shop/food/bread", "town/bus/fare", 0.98)


def test_an_over_long_card_says_how_long_it_is(shelf: Shelf) -> None:
    store, catalogue, health = shelf
    (entry,) = cards_of(store, catalogue, health, "long", offset=0, limit=9)
    assert entry.line.card_id == "shop/rules/queue"
    assert entry.amount == len("Stand in line. ") * 10 - 1


def test_blank_bodies_are_no_duplicates(tmp_path: Path) -> None:
    store = store_of(tmp_path, [make_card("a/b/c", " "), make_card("a/b/d", "")])
    assert examine(store, read_catalogue(store), now=NOW, card_chars=100).count("duplicates") == 0


def test_equal_bodies_stand_side_by_side(tmp_path: Path) -> None:
    bodies = {"a": "x", "b": "y", "c": "x", "d": "y", "e": "z"}
    store = store_of(tmp_path, [make_card(f"a/b/{name}", body) for name, body in bodies.items()])
    catalogue = read_catalogue(store)
    health = examine(store, catalogue, now=NOW, card_chars=100)
    entries = cards_of(store, catalogue, health, "duplicates", offset=0, limit=9)
    assert [entry.line.title for entry in entries] == ["a", "c", "b", "d"]


def test_skipped_files_come_with_their_reason(shelf: Shelf) -> None:
    assert skipped_files(shelf[0], offset=0, limit=9) == tuple(sorted(SKIPPED, key=lambda skip: skip.path))
    assert len(skipped_files(shelf[0], offset=1, limit=9)) == 1


def test_an_empty_store_is_healthy(tmp_path: Path) -> None:
    store = store_of(tmp_path, ())
    health = examine(store, read_catalogue(store), now=NOW, card_chars=100)
    assert [health.count(check) for check in CHECKS] == [0] * len(CHECKS)
