"""Two traces of one question side by side: which cards moved, came in or fell out."""

from dataclasses import dataclass

from rag.types import Status, Trace

CARDS = 10
"""Cards of each side that are compared."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A card on both sides."""

    card_id: str
    before: int | None
    """Fused rank on side A; None when it was not there."""
    after: int | None
    presented_before: bool
    presented_after: bool

    @property
    def places(self) -> int | None:
        """Places gained, negative when lost; None when the card is on one side only."""
        return None if self.before is None or self.after is None else self.before - self.after


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two traces."""

    rows: tuple[Moved, ...]
    """By rank on side B, then cards that only side A has, by its rank."""
    before: Status
    after: Status
    confidence_before: float
    confidence_after: float

    @property
    def flipped(self) -> bool:
        """Tell whether the verdict changed."""
        return self.before != self.after


def compare(a: Trace, b: Trace, *, limit: int = CARDS) -> Comparison:
    """Return what moved among the first `limit` cards of either side."""
    before = {hit.card_id: hit.rank for hit in a.fused}
    after = {hit.card_id: hit.rank for hit in b.fused}
    near = [hit.card_id for trace in (b, a) for hit in trace.fused[:limit]]
    ids = sorted(dict.fromkeys(near), key=lambda card_id: (after.get(card_id, len(after) + 1), before.get(card_id, 0)))
    shown = [{item.card.card_id for item in trace.evidence} for trace in (a, b)]
    return Comparison(
        tuple(
            Moved(card_id, before.get(card_id), after.get(card_id), card_id in shown[0], card_id in shown[1])
            for card_id in ids
        ),
        a.verdict.status,
        b.verdict.status,
        a.confidence.value,
        b.confidence.value,
    )
