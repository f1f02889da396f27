"""How a question was read: what the conversation lent to it, and the values behind its amounts and dates."""

from typing import Literal

from rag.text.canonical import annotated
from rag.text.search_tokens import ANCHOR_YEAR
from rag.types import Trace

Carry = Literal["carried", "no-earlier", "taken-back", "stands-alone", "own-subject", "asked-alone", "not-recorded"]
"""Why an earlier question was carried into this one or not."""

_REASONS: dict[str, Carry] = {
    "There is no earlier question": "no-earlier",
    "The question takes back what came before": "taken-back",
    "The question stands alone": "stands-alone",
    "The question names a subject of its own": "own-subject",
    "The reader asked it on its own": "asked-alone",
}
"""The reasons of `rag.query.context` and of the pipeline, up to the full stop or the colon."""


def carry(trace: Trace) -> Carry:
    """Return what was decided about the conversation; `not-recorded` for a trace of an earlier release."""
    if trace.carried:
        return "carried"
    return _REASONS.get(trace.context_reason.partition(":")[0].rstrip("."), "not-recorded")


def with_values(question: str, *, anchor_year: int = ANCHOR_YEAR) -> str:
    """Return a question with the value behind each amount and date, `5천만원[=50000000]`; empty when it has none."""
    read = annotated(question, anchor_year=anchor_year)
    return read if read != question else ""
