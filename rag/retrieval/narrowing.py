"""Leaves the cards that the names, amounts and dates in a question allow, stage by stage."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rag.query.metadata import Resolution, Target
from rag.reading import Stage
from rag.types import FusedHit


@dataclass(frozen=True, slots=True)
class NarrowRule:
    """When a name narrows, and when it leaves too much."""

    likely_share: float = 0.8
    """A name that is only likely narrows when its best card scores this share of the best of all."""
    close_share: float = 0.965
    """Two named cards this close are too close to call."""
    compared_share: float = 0.7
    """What is compared with the only thing named scores at least this share of it."""
    valued_share: float = 0.5
    """A card that holds an amount or a date of the question comes first when it scores this share of the best."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What one stage leaves of a ranking."""

    hits: tuple[FusedHit, ...]
    stage: Stage
    filters: tuple[str, ...]
    """The names it filtered by."""
    too_close: bool = False
    """Several named cards remain, and the ranking cannot tell which is meant."""


def narrowings(
    hits: Sequence[FusedHit],
    resolution: Resolution,
    *,
    rule: NarrowRule = NarrowRule(),
    compares: bool,
    valued: Collection[str] = (),
) -> tuple[Narrowed, ...]:
    """Return what each stage leaves, ranked anew from 1: the narrowest first, the relaxed one last.

    Between them stand the other cards of an agency that is named beside a project. A filter that left no card is no
    stage: it is recorded as relaxed. Cards of other agencies never stay, and where something was named, a wider stage
    adds only cards that are about nothing with another name.

    Args:
        hits: The fused ranking.
        resolution: What the question names.
        rule: When names narrow.
        compares: The question compares: several named cards are what it asks for.
        valued: Cards that hold an amount or a date of the question; they tell named cards apart.
    """
    barred, wanted = set(resolution.barred), set(resolution.cards)
    allowed = [hit for hit in hits if hit.card_id not in barred]
    named = [hit for hit in allowed if hit.card_id in wanted]
    confirmed = [hit for hit in named if hit.card_id in valued]
    likely = bool(named) and (bool(confirmed) or named[0].score >= rule.likely_share * allowed[0].score)
    if not named or resolution.stage == "relaxed" or (resolution.stage == "reduced" and not likely):
        return (Narrowed(_ranked(_valued_first(allowed, valued, rule)), "relaxed", ()),)
    names = tuple(candidate.name for candidate in resolution.candidates)
    if compares and len(resolution.targets) < 2:
        least = rule.compared_share * named[0].score
        others = [hit for hit in allowed if hit not in named and hit.score >= least]
        return (Narrowed(_ranked([*named, *others]), "reduced", names),)
    kept = _each_in_turn(named, resolution.targets) if compares else confirmed or named
    close = not compares and _too_close(kept, resolution.project_of, rule)
    first = Narrowed(_ranked(kept), resolution.stage, names, close)
    of_agency = [hit for hit in allowed if hit.card_id in resolution.of_agency]
    agencies = tuple(candidate.name for candidate in resolution.candidates if candidate.is_agency)
    between = (Narrowed(_ranked(of_agency), "reduced", agencies),) if len(of_agency) > len(named) else ()
    wider = _ranked([hit for hit in allowed if hit.card_id not in resolution.elsewhere])
    return (first, *between, Narrowed(wider, "relaxed", ()))


def _too_close(hits: Sequence[FusedHit], project_of: Mapping[str, str], rule: NarrowRule) -> bool:
    """Whether the best cards of two projects are nearly as good."""
    best = project_of.get(hits[0].card_id)
    other = next((hit for hit in hits if project_of.get(hit.card_id) != best), None)
    return other is not None and other.score >= rule.close_share * hits[0].score


def _each_in_turn(hits: Sequence[FusedHit], targets: Sequence[Target]) -> list[FusedHit]:
    """Return the hits so that each of the things compared has its share: all their best cards first, and so on."""
    rows = [[hit for hit in hits if hit.card_id in target.cards] for target in targets]
    places = [row[at] for at in range(max(map(len, rows), default=0)) for row in rows if at < len(row)]
    return list(dict.fromkeys([*places, *hits]))


def _valued_first(hits: Sequence[FusedHit], valued: Collection[str], rule: NarrowRule) -> list[FusedHit]:
    """Return the hits, those first that hold an amount or a date of the question and are not far behind."""
    if not hits:
        return []
    first = [hit for hit in hits if hit.card_id in valued and hit.score >= rule.valued_share * hits[0].score]
    return [*first, *(hit for hit in hits if hit not in first)]


def _ranked(hits: Sequence[FusedHit]) -> tuple[FusedHit, ...]:
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, 1))
