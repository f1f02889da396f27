"""Leaves the cards that the names in a question allow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rag.query.metadata import Resolution
from rag.types import FusedHit

LIKELY_SHARE = 0.8
"""A name that is only likely narrows the search when its best card scores this share of the best of all."""

CLOSE_SHARE = 0.965
"""Two named cards this close are too close to call."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the names left of a ranking."""

    hits: tuple[FusedHit, ...]
    stage: Literal["strict", "reduced", "relaxed"]
    """The stage that held; a filter that left no card is recorded as relaxed."""
    too_close: bool
    """Several named cards remain, and the ranking cannot tell which is meant."""
    others: tuple[FusedHit, ...] = ()
    """What may stand in when none of `hits` can be presented."""


def narrow(hits: Sequence[FusedHit], resolution: Resolution, *, compares: bool) -> Narrowed:
    """Return the hits that a resolution leaves, ranked anew from 1; cards of other agencies never stay."""
    barred, wanted = set(resolution.barred), set(resolution.cards)
    allowed = [hit for hit in hits if hit.card_id not in barred]
    named = [hit for hit in allowed if hit.card_id in wanted]
    if not named or resolution.stage == "relaxed":
        return Narrowed(_ranked(allowed), "relaxed", False)
    if resolution.stage == "reduced" and named[0].score < LIKELY_SHARE * allowed[0].score:
        return Narrowed(_ranked(allowed), "relaxed", False)
    if compares and len(named) == 1:
        return Narrowed(_ranked([*named, *(hit for hit in allowed if hit is not named[0])]), "reduced", False)
    close = not compares and len(named) > 1 and named[1].score >= CLOSE_SHARE * named[0].score
    return Narrowed(_ranked(named), resolution.stage, close, _ranked(allowed))


def _ranked(hits: Sequence[FusedHit]) -> tuple[FusedHit, ...]:
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, 1))
