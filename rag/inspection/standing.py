"""Where a card of a trace ended up."""

from typing import Literal

from rag.inspection.naming import named_only
from rag.types import Card, Trace

Standing = Literal[
    "evidence",
    "further",
    "nearest",
    "deprecated",
    "empty",
    "barred",
    "not-named",
    "not-chosen",
    "passed-over",
    "outranked",
    "below",
    "not-fused",
]
"""What became of a card.

`evidence` may be cited, `further` is a link to read on, `nearest` was shown beside a refusal; `deprecated` and `empty`
cards are never presented; `barred` is of another agency than the one named, `not-named` is none of the cards named,
`not-chosen` is not the card the reader chose after being asked back; `below` fell short of top k; `not-fused` was
handed in by neither leg; `outranked` gave its place to a near-equal of higher trust; `passed-over` was left out for a
reason that the trace does not hold.
"""

_CHOSEN = "The reader chose"
"""How `rag.retrieval.verdict` begins its reason when the reader chose the card."""


def standing(trace: Trace, card_id: str, card: Card | None, unfit: str) -> Standing:
    """Return what became of a card.

    Args:
        trace: Of the question.
        card_id: The card.
        card: From the index the trace was made with; None when that is no longer open.
        unfit: What `rag.retrieval.evidence.unfit` says of `card`; empty when there is none.
    """
    for item in trace.evidence:
        if item.card.card_id == card_id:
            return item.role if trace.verdict.passed else "nearest"
    rank = next((hit.rank for hit in trace.fused if hit.card_id == card_id), None)
    if card is not None and unfit == "deprecated":
        return "deprecated"
    if card is not None and unfit:
        return "empty"
    # what names and choice decide comes before what the legs found: no ranking changes it
    if trace.names is not None and card_id in trace.names.barred:
        return "barred"
    if trace.verdict.reason.startswith(_CHOSEN):
        return "not-chosen"
    named = named_only(trace)
    if named is not None and card_id not in named:
        return "not-named"
    if rank is None:
        return "not-fused"
    if rank > last_presented(trace):
        return "below"
    return "outranked" if trace.preferred else "passed-over"


def last_presented(trace: Trace) -> int:
    """Return the fused rank of the last presented card; 0 when none was."""
    presented = {item.card.card_id for item in trace.evidence}
    return max((hit.rank for hit in trace.fused if hit.card_id in presented), default=0)
