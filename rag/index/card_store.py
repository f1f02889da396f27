"""Cards as an index version holds them: one read-only SQLite file, so that 60,000 cards open at once."""

import hashlib
import json
import posixpath
import sqlite3
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple
from datetime import datetime
from pathlib import Path

from rag.cards.findings import Finding
from rag.cards.walk import Skipped
from rag.index.twins import Twin
from rag.text.normalise import normalise
from rag.types import Card

_SCHEMA = """
create table card (
    row integer primary key, card_id text not null unique, bundle text not null, path text not null,
    type text not null, title text not null, topic text not null, status text not null, trust text not null,
    stale_after text, has_resource integer not null, fictional integer not null, tags text not null,
    content_hash text not null, folder text not null, resource text, chars integer not null,
    body_hash text not null, searched text not null, value text not null
);
create index card_place on card (bundle, topic);
create index card_path on card (path);
create table link (source text not null, target text not null);
create index link_source on link (source);
create index link_target on link (target);
create table finding (
    path text not null, line integer not null, kind text not null, severity text not null,
    message text not null, remedy text not null
);
create index finding_path on finding (path);
create index finding_kind on finding (kind);
create table skipped (path text not null, reason text not null);
create table twin (row integer primary key, other integer not null, cosine real not null);
"""


def write_cards(
    path: Path,
    cards: Sequence[Card],
    *,
    findings: Iterable[Finding] = (),
    skipped: Iterable[Skipped] = (),
    twins: Iterable[Twin] = (),
) -> None:
    """Write cards, and what is to be said about their folder, into a new file; row i is card i.

    Beside the card's own fields stand `folder`, that of its path, empty at the top; `chars`, those of its body
    without outer white space; and `body_hash`, equal for bodies that differ only in case, white space or
    compatibility forms, empty for a blank body. `searched` is title, path, tags and type as a text filter compares
    them, normalised, a line each.
    """
    connection = sqlite3.connect(path)
    try:
        connection.executescript(_SCHEMA)
        connection.executemany(
            "insert into card values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                (
                    row, card.card_id, card.bundle, card.path, card.type, card.title, card.topic, card.status,
                    card.trust, card.stale_after.isoformat() if card.stale_after else None,
                    int(card.link is not None), int(card.fictional), json.dumps(card.tags, ensure_ascii=False),
                    card.content_hash, posixpath.dirname(card.path), card.resource, len(card.body.strip()),
                    _body_hash(card.body), _searched(card), _to_json(card),
                )
                for row, card in enumerate(cards)
            ),
        )  # fmt: skip
        connection.executemany(
            "insert into link values (?,?)",
            ((card.card_id, target) for card in cards for target in card.links),
        )
        connection.executemany("insert into finding values (?,?,?,?,?,?)", map(astuple, findings))
        connection.executemany("insert into skipped values (?,?)", map(astuple, skipped))
        connection.executemany("insert into twin values (?,?,?)", map(astuple, twins))
        connection.commit()
    finally:
        connection.close()


def _body_hash(body: str) -> str:
    words = unicodedata.normalize("NFKC", body).casefold().split()
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16] if words else ""


def _searched(card: Card) -> str:
    return "\n".join(map(normalise, (card.title, card.path, " ".join(card.tags), card.type)))


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
        """Return the rows of a read-only statement over the tables `card`, `link`, `finding` and `skipped`."""
        with self._lock:
            return self._connection.execute(sql, tuple(values)).fetchall()

    def get(self, card_id: str) -> Card | None:
        """Return a card, or None when this version holds no such id."""
        found = self.query("select value from card where card_id = ?", (card_id,))
        return _from_json(str(found[0][0])) if found else None

    def at(self, row: int) -> Card:
        """Return the card of a row. Raises `IndexError` when there is no such row."""
        return _from_json(str(self.query("select value from card where row = ?", (row,))[0][0]))

    def computations(self) -> tuple[str, ...]:
        """Return the ids of the cards that are run and never ranked; they have the last rows."""
        rows = self.query("select card_id from card where type = 'Attested Computation' order by row")
        return tuple(str(row[0]) for row in rows)

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
    for name in ("tags", "aliases", "phrases", "unanswered", "links"):
        value[name] = tuple(value[name])
    if value["stale_after"]:
        value["stale_after"] = datetime.fromisoformat(value["stale_after"])
    return Card(**value)
