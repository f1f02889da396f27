"""Puts cards of higher trust first among near-equals, never across a clear gap in relevance."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.cards.dialogue import DIALOGUE
from rag.types import Card, FusedHit, Preferred, TrustTier

LOOKED_AT = 20
"""Places of a ranking that are looked at: the most cards that may ever be presented."""

_TIERS: dict[TrustTier, int] = {"human-reviewed": 0, "machine-confirmed": 1, "unverified": 2}
"""What an agent once said in a dialogue stands behind clauses and FAQ of the same tier."""


@dataclass(frozen=True, slots=True)
class TrustRule:
    """What counts as nearly equal."""

    near_share: float
    """Least share of the better card's relevance that the other must have, in [0, 1]; 1 is equality."""
    near_cosine: float
    """Most by which the other's similarity may be lower, in [0, 2]."""
    same_source_share: float = 1.0
    """Least share, in [0, 1], at which a card goes before a dialogue that names the same official page."""

    @property
    def dialogues_only(self) -> "TrustRule":
        """The rule for questions that weigh no trust: a dialogue still stands behind what it was told from."""
        return TrustRule(math.inf, -1.0, self.same_source_share)


@dataclass(frozen=True, slots=True)
class Trusted:
    """A ranking after trust was weighed."""

    hits: tuple[FusedHit, ...]
    """The same cards without the deprecated; each keeps the rank and the score that relevance gave it."""
    moved: tuple[Preferred, ...]
    """Cards that stand higher than before, best place first."""


def prefer(
    hits: Sequence[FusedHit],
    cards: Callable[[str], Card | None],
    rule: TrustRule,
    relevance: Mapping[str, float] | None = None,
) -> Trusted:
    """Return the ranking with each card moved up past the near-equals before it that may be trusted less.

    A card passes another only when both are near-equal themselves, so a clear gap is never crossed, not even in
    small steps. What an agent said in a dialogue yields sooner to a card of the same official page, which it retells.
    Among cards of one tier the order of relevance stays. Deprecated and unknown cards, which are never presented, are
    left out of the first `LOOKED_AT`; places count from 1 without them.

    Args:
        hits: As ranked by relevance.
        cards: Looks a card up.
        rule: What near-equal means.
        relevance: By card id, in [0, 1]; left out, the hits' own scores. Reciprocal ranks tell no gap: where they
            are the scores, it is needed.
    """
    relevant = {hit.card_id: hit.score for hit in hits} if relevance is None else relevance
    known = [(hit, cards(hit.card_id)) for hit in hits[:LOOKED_AT]]
    fit = {hit.card_id: card for hit, card in known if card and card.status != "deprecated"}
    standing = {card_id: _standing(card) for card_id, card in fit.items()}
    looked_at = [hit for hit, _ in known if hit.card_id in standing]
    order: list[FusedHit] = []
    for hit in looked_at:
        at = len(order)
        while at and standing[hit.card_id] < standing[order[at - 1].card_id]:
            passed = order[at - 1]
            retold = _retells(fit[passed.card_id], fit[hit.card_id])
            least = rule.same_source_share * relevant.get(passed.card_id, 0.0)
            if not (_near(passed, hit, rule, relevant) or (retold and relevant.get(hit.card_id, 0.0) >= least)):
                break
            at -= 1
        order.insert(at, hit)
    before = {hit.card_id: place for place, hit in enumerate(looked_at, start=1)}
    moved = tuple(
        Preferred(hit.card_id, before[hit.card_id], place)
        for place, hit in enumerate(order, start=1)
        if place < before[hit.card_id]
    )
    return Trusted((*order, *hits[LOOKED_AT:]), moved)


def _standing(card: Card) -> tuple[int, bool]:
    """Return where a card stands among equals, lower first: its tier, then whether it is a dialogue."""
    return (_TIERS[card.trust], card.type == DIALOGUE)


def _retells(passed: Card, card: Card) -> bool:
    """Tell whether a dialogue names the official page of a card that is none as its own."""
    return passed.type == DIALOGUE and card.type != DIALOGUE and passed.link is not None and passed.link == card.link


def _near(better: FusedHit, other: FusedHit, rule: TrustRule, relevance: Mapping[str, float]) -> bool:
    """Tell whether two cards are near-equal in relevance and in raw evidence."""
    if relevance.get(other.card_id, 0.0) < rule.near_share * relevance.get(better.card_id, 0.0):
        return False
    if better.vector is not None and other.vector is not None:
        return better.vector.score - other.vector.score <= rule.near_cosine
    if better.bm25 is not None and other.bm25 is not None:
        return other.bm25.score >= rule.near_share * better.bm25.score
    return False
