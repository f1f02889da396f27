"""What a maintainer should look at: findings, orphans, ends of validity, duplicates, over-long cards, skipped files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

import numpy as np

from rag.browse.card_lines import CardLine, lines_at, read_finding
from rag.browse.catalogue import Catalogue, Ints
from rag.browse.selection import VALIDITIES, Validity, validity_of
from rag.cards.findings import Finding, Kind
from rag.cards.walk import Skipped
from rag.index.card_store import CardStore

FindingCheck = Literal["unreadable", "conformance", "links", "suspicious"]
CardCheck = Literal["orphans", "stale", "soon", "deprecated", "duplicates", "near", "long"]
Check = FindingCheck | CardCheck | Literal["skipped"]
FINDING_CHECKS: tuple[FindingCheck, ...] = get_args(FindingCheck)
CARD_CHECKS: tuple[CardCheck, ...] = get_args(CardCheck)
CHECKS: tuple[Check, ...] = (*FINDING_CHECKS, *CARD_CHECKS, "skipped")

LINK_KINDS: tuple[Kind, ...] = ("broken-link", "wrong-case-link", "link-escapes-root", "wikilink", "source-missing")
SUSPICIOUS_KINDS: tuple[Kind, ...] = ("instruction-like", "hidden-characters")

_CHECK_OF_FINDING = f"""
case when kind in ({",".join(f"'{kind}'" for kind in SUSPICIOUS_KINDS)}) then 'suspicious'
     when severity = 'error' then 'unreadable'
     when kind in ({",".join(f"'{kind}'" for kind in LINK_KINDS)}) then 'links'
     else 'conformance' end
"""


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A finding, and the card it is about."""

    finding: Finding
    card_id: str | None
    """None when the file is no card."""


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card that a check points at."""

    line: CardLine
    other: CardLine | None
    """The card it repeats, for `duplicates` and `near`."""
    amount: float
    """Characters for `long`, cosine for `near`, else 0."""


@dataclass(frozen=True, slots=True)
class Health:
    """What the checks found in a version at one moment."""

    rows: Mapping[CardCheck, Ints]
    """Rows of the cards, in the order to be shown: the first to become stale first, the longest first."""
    others: Mapping[int, tuple[int, float]]
    """Row of a near-duplicate to its twin's row and their cosine."""
    faults: Mapping[FindingCheck, int]
    skipped: int

    def count(self, check: Check) -> int:
        """Return how many entries a check has."""
        if check == "skipped":
            return self.skipped
        return self.faults[check] if check in self.faults else len(self.rows[check])  # type: ignore[index]


def examine(store: CardStore, catalogue: Catalogue, *, now: datetime, card_chars: int) -> Health:
    """Run every check.

    An orphan is a card no other card links to. Over-long is a body of more than `card_chars` characters, for the
    rest is never presented. Duplicates have equal bodies but for case and white space; the others that are nearly
    the same were found when the index was built.
    """
    counted = store.query(f"select {_CHECK_OF_FINDING}, count(*) from finding group by 1")
    faults = {str(check): int(count or 0) for check, count in counted}
    twins = {
        int(row or 0): (int(other or 0), float(cosine or 0))
        for row, other, cosine in store.query("select row, other, cosine from twin order by cosine desc, row")
        if catalogue.body.codes[int(row or 0)] != catalogue.body.codes[int(other or 0)]
    }
    by_end = np.argsort(catalogue.stale_at, kind="stable")
    validity = validity_of(catalogue, now).codes[by_end]
    status = catalogue.one["status"]
    deprecated = status.values.index("deprecated") if "deprecated" in status.values else -1
    longest = np.argsort(-catalogue.chars, kind="stable")
    return Health(
        rows={
            "orphans": np.flatnonzero(catalogue.cited_by == 0),
            "stale": by_end[validity == _code("stale")],
            "soon": by_end[validity == _code("soon")],
            "deprecated": np.flatnonzero(status.codes == deprecated),
            "duplicates": _duplicates(catalogue),
            "near": np.array([row for row in twins if _once(row, twins)], dtype=np.int64),
            "long": longest[catalogue.chars[longest] > card_chars],
        },
        others=twins,
        faults={check: faults.get(check, 0) for check in FINDING_CHECKS},
        skipped=int(store.query("select count(*) from skipped")[0][0] or 0),
    )


def faults_of(store: CardStore, check: FindingCheck, *, offset: int, limit: int) -> tuple[FoundFault, ...]:
    """Return a page of the findings of a check, by path and line."""
    sql = f"""
        select finding.path, line, kind, severity, message, remedy, card_id
        from finding left join card on card.path = finding.path
        where {_CHECK_OF_FINDING} = ? order by finding.path, line, kind limit ? offset ?
    """
    found = store.query(sql, (check, limit, offset))
    return tuple(FoundFault(read_finding(row[:6]), str(row[6]) if row[6] else None) for row in found)


def cards_of(
    store: CardStore, catalogue: Catalogue, health: Health, check: CardCheck, *, offset: int, limit: int
) -> tuple[CheckedCard, ...]:
    """Return a page of the cards of a check."""
    rows = [int(row) for row in health.rows[check][offset : offset + limit]]
    others = [_other(catalogue, health, check, row) for row in rows]
    lines = {line.card_id: line for line in lines_at(store, [*rows, *(other for other, _ in others if other >= 0)])}
    return tuple(
        CheckedCard(lines[store.ids[row]], lines[store.ids[other]] if other >= 0 else None, amount)
        for row, (other, amount) in zip(rows, others, strict=True)
    )


def skipped_files(store: CardStore, *, offset: int, limit: int) -> tuple[Skipped, ...]:
    """Return a page of the files that were left out on purpose, by path."""
    found = store.query("select path, reason from skipped order by path limit ? offset ?", (limit, offset))
    return tuple(Skipped(str(path), str(reason)) for path, reason in found)


def _code(validity: Validity) -> int:
    return VALIDITIES.index(validity)


def _duplicates(catalogue: Catalogue) -> Ints:
    """Return the rows whose body others have too, equal ones side by side, the first of a group first."""
    sizes = np.bincount(catalogue.body.codes, minlength=len(catalogue.body.values))
    if "" in catalogue.body.values:
        sizes[catalogue.body.values.index("")] = 0
    rows = np.flatnonzero(sizes[catalogue.body.codes] > 1)
    first: dict[int, int] = {}
    for row in rows.tolist():
        first.setdefault(int(catalogue.body.codes[row]), row)
    groups = np.array([first[int(code)] for code in catalogue.body.codes[rows]], dtype=np.int64)
    return rows[np.argsort(groups, kind="stable")]


def _once(row: int, twins: Mapping[int, tuple[int, float]]) -> bool:
    """Tell whether a pair is listed under this row: one of two cards that are each other's twin is enough."""
    other = twins[row][0]
    return row < other or twins.get(other, (-1, 0.0))[0] != row


def _other(catalogue: Catalogue, health: Health, check: CardCheck, row: int) -> tuple[int, float]:
    """Return the row a card is compared with (-1 for none) and the amount beside it."""
    if check == "near":
        return health.others[row]
    if check == "long":
        return -1, float(catalogue.chars[row])
    if check != "duplicates":
        return -1, 0.0
    same: Sequence[int] = np.flatnonzero(catalogue.body.codes == catalogue.body.codes[row]).tolist()
    return next(other for other in same if other != row), 0.0
