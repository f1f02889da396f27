"""Filters the catalogue and counts what each further choice would leave."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rag.browse.catalogue import AnyOf, Catalogue, Ints, OneOf
from rag.browse.filters import FACETS, Facet, Filters
from rag.text.normalise import normalise

Mask = NDArray[np.bool_]

SOON_STALE = timedelta(days=30)
"""A card whose validity ends within this time wants a look now: a month is what a review round takes."""

Validity = Literal["stale", "soon", "valid", "undated"]
VALIDITIES: tuple[Validity, ...] = get_args(Validity)


@dataclass(frozen=True, slots=True)
class FolderCount:
    """A folder inside the chosen one."""

    path: str
    name: str
    cards: int
    """Cards in it and below that pass all other filters; at least 1."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What the filters leave."""

    rows: Ints
    """With a text filter, cards whose title holds it come first; then by card id."""
    counts: Mapping[Facet, tuple[tuple[str, int], ...]]
    """Each value with the cards it would leave under the other filters: most first, ties by name, none of 0 but the
    chosen values, which always stand."""
    folders: tuple[FolderCount, ...]
    """By name."""


def select(catalogue: Catalogue, filters: Filters, *, now: datetime) -> Selection:
    """Return the cards that pass every filter. `now` is aware."""
    columns: dict[Facet, OneOf | AnyOf] = {
        facet: validity_of(catalogue, now) if facet == "validity" else catalogue.one.get(facet) or catalogue.many[facet]
        for facet in FACETS
    }
    texts = _text_mask(catalogue, filters.text)
    inside = _folder_mask(catalogue.folder, filters.folder)
    passed = {facet: _mask(columns[facet], values, catalogue.cards) for facet, values in filters.chosen.items()}
    fails = np.zeros(catalogue.cards, dtype=np.int16)
    for mask in (texts, inside, *passed.values()):
        fails += ~mask
    everything = np.ones(catalogue.cards, dtype=bool)
    return Selection(
        rows=_in_order(catalogue, np.flatnonzero(fails == 0), filters.text),
        counts={
            facet: _counts(column, fails == ~passed.get(facet, everything), filters.chosen.get(facet, ()))
            for facet, column in columns.items()
        },
        folders=_folders(catalogue.folder, fails == 0, filters.folder),
    )


def validity_of(catalogue: Catalogue, now: datetime) -> OneOf:
    """Return how each card stands to its end of validity, as a column of `Validity`."""
    seconds = now.timestamp()
    codes = np.full(catalogue.cards, VALIDITIES.index("undated"), dtype=np.int64)
    codes[catalogue.stale_at > seconds] = VALIDITIES.index("valid")
    codes[catalogue.stale_at <= seconds + SOON_STALE.total_seconds()] = VALIDITIES.index("soon")
    codes[catalogue.stale_at <= seconds] = VALIDITIES.index("stale")
    return OneOf(VALIDITIES, codes)


def _text_mask(catalogue: Catalogue, text: str) -> Mask:
    mask = np.ones(catalogue.cards, dtype=bool)
    for word in normalise(text).split():
        mask &= np.fromiter((word in searched for searched in catalogue.searched), bool, catalogue.cards)
    return mask


def _in_order(catalogue: Catalogue, rows: Ints, text: str) -> Ints:
    words = normalise(text).split()
    if not words or not len(rows):
        return rows
    titles = (catalogue.searched[row].partition("\n")[0] for row in rows)
    elsewhere = np.fromiter((not all(word in title for word in words) for title in titles), bool, len(rows))
    return rows[np.argsort(elsewhere, kind="stable")]


def _folder_mask(folders: OneOf, folder: str) -> Mask:
    if not folder:
        return np.ones(len(folders.codes), dtype=bool)
    inside = np.array([path == folder or path.startswith(folder + "/") for path in folders.values], dtype=bool)
    return inside[folders.codes] if len(inside) else np.zeros(0, dtype=bool)


def _mask(column: OneOf | AnyOf, values: tuple[str, ...], cards: int) -> Mask:
    wanted = np.array([value in values for value in column.values], dtype=bool)
    mask = np.zeros(cards, dtype=bool)
    if not len(wanted):
        return mask
    if isinstance(column, OneOf):
        return np.asarray(wanted[column.codes])
    mask[column.rows[wanted[column.codes]]] = True
    return mask


def _counts(column: OneOf | AnyOf, kept: Mask, chosen: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    codes = column.codes[kept] if isinstance(column, OneOf) else column.codes[kept[column.rows]]
    found = np.bincount(codes, minlength=len(column.values)).tolist()
    counted = {value: count for value, count in zip(column.values, found, strict=True) if count}
    every = counted | {value: counted.get(value, 0) for value in chosen}
    return tuple(sorted(every.items(), key=lambda item: (-item[1], item[0])))


def _folders(folders: OneOf, kept: Mask, folder: str) -> tuple[FolderCount, ...]:
    start = len(folder) + 1 if folder else 0
    counts: dict[str, int] = {}
    found = np.bincount(folders.codes[kept], minlength=len(folders.values)).tolist()
    for path, cards in zip(folders.values, found, strict=True):
        name = path[start:].partition("/")[0]
        if cards and name:
            counts[name] = counts.get(name, 0) + cards
    return tuple(FolderCount(f"{folder}/{name}".strip("/"), name, cards) for name, cards in sorted(counts.items()))
