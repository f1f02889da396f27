"""Cards as a line of a list: enough to recognise and judge one, read from the store a page at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rag.cards.findings import Finding
from rag.index.card_store import CardStore
from rag.types import TrustTier

_LINE = """
select card.row, card.card_id, card.title, card.type, card.path, card.status, card.trust, card.stale_after,
       card.fictional, (select count(*) from finding where finding.path = card.path)
from card
"""
BATCH = 500
"""Cards a statement; older SQLite allows 999 variables."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in a list."""

    card_id: str
    title: str
    type: str
    path: str
    status: str
    trust: TrustTier
    stale_after: datetime | None
    """Aware."""
    fictional: bool
    findings: int
    """How many findings are about its file."""

    def stale(self, now: datetime) -> bool:
        """Tell whether the card's validity ended at or before `now` (aware)."""
        return self.stale_after is not None and now >= self.stale_after


def lines_at(store: CardStore, rows: Sequence[int]) -> tuple[CardLine, ...]:
    """Return the lines of some rows, in the order given. Rows that do not exist are left out."""
    found: dict[int, CardLine] = {}
    for first in range(0, len(rows), BATCH):
        part = [int(row) for row in rows[first : first + BATCH]]
        marks = ",".join("?" * len(part))
        read = store.query(f"{_LINE} where card.row in ({marks})", part)
        found |= {int(line[0] or 0): _line(line) for line in read}
    return tuple(found[row] for row in rows if row in found)


def lines_of(store: CardStore, card_ids: Iterable[str]) -> tuple[CardLine, ...]:
    """Return the lines of some cards, in the order given. Unknown ids are left out."""
    return lines_at(store, [store.row_of[card_id] for card_id in card_ids if card_id in store.row_of])


def citing_lines(store: CardStore, card_id: str, *, limit: int) -> tuple[CardLine, ...]:
    """Return at most `limit` cards that link to a card, by id."""
    sql = "select distinct source from link where target = ? and source <> target order by source limit ?"
    return lines_of(store, [str(source) for (source,) in store.query(sql, (card_id, limit))])


def findings_about(store: CardStore, path: str) -> tuple[Finding, ...]:
    """Return what is to be said about one file, by line."""
    sql = "select path, line, kind, severity, message, remedy from finding where path = ? order by line, kind"
    return tuple(read_finding(row) for row in store.query(sql, (path,)))


def read_finding(row: Sequence[str | int | None]) -> Finding:
    """Return the finding of a row (path, line, kind, severity, message, remedy)."""
    path, line, kind, severity, message, remedy = row
    return Finding(
        str(path),
        int(line or 0),
        kind,  # type: ignore[arg-type]  # written by `write_cards` from a Finding
        severity,  # type: ignore[arg-type]
        str(message),
        str(remedy),
    )


def _line(row: tuple[str | int | None, ...]) -> CardLine:
    _, card_id, title, kind, path, status, trust, stale_after, fictional, findings = row
    return CardLine(
        str(card_id),
        str(title),
        str(kind),
        str(path),
        str(status),
        trust,  # type: ignore[arg-type]  # written by `write_cards` from a Card
        datetime.fromisoformat(str(stale_after)) if stale_after else None,
        bool(fictional),
        int(findings or 0),
    )
