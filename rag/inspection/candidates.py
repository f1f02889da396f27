"""The one table of an inspection: every card near the cut, with what each stage said of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from rag.inspection.arithmetic import Sum, fused_sum, reciprocal_sum, rrf_ranks
from rag.inspection.standing import Standing, last_presented, standing
from rag.retrieval.evidence import unfit
from rag.types import Card, FusedHit, Trace

BELOW = 7
"""Cards shown below the cut: with top k 5 the table keeps to a dozen rows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One row: a fused card."""

    card: Card | None
    """None when the index of the trace is no longer open and the trace does not hold the card."""
    hit: FusedHit
    rrf_rank: int
    reciprocal: Sum | None
    fused: Sum | None
    standing: Standing
    number: int | None
    """The marker that cites it, when it was presented."""
    stale: bool

    @property
    def above_cut(self) -> bool:
        """Tell whether the card was presented."""
        return self.number is not None


def candidates(
    trace: Trace, cards: Callable[[str], Card | None], *, now: datetime, below: int = BELOW
) -> tuple[Candidate, ...]:
    """Return the fused cards down to `below` places under the last presented one, best first.

    Args:
        trace: Of the question.
        cards: Looks a card up in the index of the trace, or `stored_cards(trace)` when that is gone.
        now: Aware; decides staleness of cards that were not presented. Presented ones keep theirs.
        below: Cards under the cut.
    """
    ranks = rrf_ranks(trace)
    presented = {item.card.card_id: item for item in trace.evidence}
    rows: list[Candidate] = []
    for hit in trace.fused[: last_presented(trace) + below]:
        shown = presented.get(hit.card_id)
        card = shown.card if shown else cards(hit.card_id)
        rows.append(
            Candidate(
                card=card,
                hit=hit,
                rrf_rank=ranks[hit.card_id],
                reciprocal=reciprocal_sum(hit, trace),
                fused=fused_sum(hit, trace),
                standing=standing(trace, hit.card_id, card, unfit(card) if card else ""),
                number=shown.number if shown else None,
                stale=shown.stale if shown else card is not None and card.stale(now),
            )
        )
    return tuple(rows)


def stored_cards(trace: Trace) -> Callable[[str], Card | None]:
    """Return a look-up that knows the cards kept in the trace itself, and no others."""
    kept = {item.card.card_id: item.card for item in trace.evidence}
    return kept.get
