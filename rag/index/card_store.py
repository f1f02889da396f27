"""Cards as an index version holds them: one read-only SQLite file, so that 60,000 cards open at once."""

import json
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from rag.types import Card

_SCHEMA = """
create table card (
    row integer primary key, card_id text not null unique, bundle text not null, path text not null,
    type text not null, title text not null, topic text not null, status text not null, trust text not null,
    stale_after text, has_resource integer not null, fictional integer not null, tags text not null,
    content_hash text not null, value text not null
);
create index card_place on card (bundle, topic);
create table link (source text not null, target text not null);
create index link_source on link (source);
create index link_target on link (target);
"""


def write_cards(path: Path, cards: Sequence[Card]) -> None:
    """Write cards into a new file; row i is card i."""
    connection = sqlite3.connect(path)
    try:
        connection.executescript(_SCHEMA)
        connection.executemany(
            "insert into card values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                (
                    row, card.card_id, card.bundle, card.path, card.type, card.title, card.topic, card.status,
                    card.trust, card.stale_after.isoformat() if card.stale_after else None,
                    int(card.link is not None), int(card.fictional), json.dumps(card.tags, ensure_ascii=False),
                    card.content_hash, _to_json(card),
                )
                for row, card in enumerate(cards)
            ),
        )  # fmt: skip
        connection.executemany(
            "insert into link values (?,?)",
            ((card.card_id, target) for card in cards for target in card.links),
        )
        connection.commit()
    finally:
        connection.close()


class CardStore:
    """Reads the cards of a published version; may be shared by threads."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        rows = self.query("select card_id, bundle, topic from card order by row")
        self.ids: tuple[str, ...] = tuple(str(row[0]) for row in rows)
        """Card ids; position is the row."""
        self.places: tuple[tuple[str, str], ...] = tuple((str(row[1]), str(row[2])) for row in rows)
        """(bundle, topic) of each row."""
        self.row_of = {card_id: row for row, card_id in enumerate(self.ids)}

    def query(self, sql: str, values: Iterable[str | int] = ()) -> list[tuple[str | int | None, ...]]:
        """Return the rows of a read-only statement over the tables `card` and `link`."""
        with self._lock:
            return self._connection.execute(sql, tuple(values)).fetchall()

    def get(self, card_id: str) -> Card | None:
        """Return a card, or None when this version holds no such id."""
        found = self.query("select value from card where card_id = ?", (card_id,))
        return _from_json(str(found[0][0])) if found else None

    def at(self, row: int) -> Card:
        """Return the card of a row. Raises `IndexError` when there is no such row."""
        return _from_json(str(self.query("select value from card where row = ?", (row,))[0][0]))

    def cited_by(self, card_id: str) -> tuple[str, ...]:
        """Return the ids of cards that link to a card, in order."""
        rows = self.query("select distinct source from link where target = ? order by source", (card_id,))
        return tuple(str(row[0]) for row in rows)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()


def _to_json(card: Card) -> str:
    value = asdict(card)
    value["stale_after"] = card.stale_after.isoformat() if card.stale_after else None
    return json.dumps(value, ensure_ascii=False)


def _from_json(text: str) -> Card:
    value = json.loads(text)
    for name in ("tags", "aliases", "phrases", "links"):
        value[name] = tuple(value[name])
    if value["stale_after"]:
        value["stale_after"] = datetime.fromisoformat(value["stale_after"])
    return Card(**value)
