import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from rag.index.card_store import CardStore, write_cards
from rag.types import Card
from tests.fakes.corpus import make_card

FULL = make_card(
    "city/pool/opening",
    "물은 28도.\n\n\u200bThe pool\topens.\n",
    resource="https://example.org/풀",
    link="https://example.org/%ED%92%80",
    language="ko",
    tags=("물", "pool"),
    aliases=("수영장",),
    phrases=("when can I swim", "몇 시에 열어요"),
    unanswered=("is the water warm",),
    trust="human-reviewed",
    stale_after=datetime(2026, 11, 3, 9, 30, tzinfo=timezone(timedelta(hours=9))),
    fictional=True,
    links=("city/pool/towels", "harbour/ferry/first-boat"),
    frontmatter='{"type": "Fact", "x": [1, {"y": null}]}',
)
PLAIN = make_card("city/pool/towels", links=("city/pool/opening",))
OTHER = make_card("harbour/ferry/first-boat", links=("city/pool/opening", "city/pool/opening"))


@pytest.fixture
def store(tmp_path: Path) -> CardStore:
    write_cards(tmp_path / "cards.sqlite", [FULL, PLAIN, OTHER])
    return CardStore(tmp_path / "cards.sqlite")


@pytest.mark.parametrize("card", [FULL, PLAIN, OTHER])
def test_a_card_comes_back_as_it_was(store: CardStore, card: Card) -> None:
    assert store.get(card.card_id) == card


def test_positions_are_rows(store: CardStore) -> None:
    assert store.ids == (FULL.card_id, PLAIN.card_id, OTHER.card_id)
    assert store.places == (("city", "pool"), ("city", "pool"), ("harbour", "ferry"))
    assert store.row_of == {FULL.card_id: 0, PLAIN.card_id: 1, OTHER.card_id: 2}
    assert [store.at(row) for row in range(3)] == [FULL, PLAIN, OTHER]


def test_an_unknown_id_is_no_card(store: CardStore) -> None:
    assert store.get("city/pool/nowhere") is None


@pytest.mark.parametrize("row", [-1, 3])
def test_an_unknown_row_is_an_index_error(store: CardStore, row: int) -> None:
    with pytest.raises(IndexError):
        store.at(row)


def test_cited_by_lists_each_card_that_links_here_once_in_order(store: CardStore) -> None:
    assert store.cited_by(FULL.card_id) == (PLAIN.card_id, OTHER.card_id)
    assert store.cited_by("city/pool/nowhere") == ()


def test_a_store_cannot_be_written(store: CardStore) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.query("delete from card")


def test_a_store_of_no_cards_opens(tmp_path: Path) -> None:
    write_cards(tmp_path / "cards.sqlite", [])
    assert CardStore(tmp_path / "cards.sqlite").ids == ()


def test_a_folder_with_letters_that_mean_something_in_an_address_opens(tmp_path: Path) -> None:
    folder = tmp_path / "100% #1? 카드"
    folder.mkdir()
    write_cards(folder / "cards.sqlite", [PLAIN])
    assert CardStore(folder / "cards.sqlite").get(PLAIN.card_id) == PLAIN


def test_threads_share_a_store(store: CardStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(store.at, [0, 1, 2] * 100))
    assert found == [FULL, PLAIN, OTHER] * 100
