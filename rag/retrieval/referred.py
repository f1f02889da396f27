"""Refuses what only an office can look up, whatever the cards are about."""

from dataclasses import replace

from rag.query.referral import Referral
from rag.types import Trace, Verdict


def left_to(office: Referral | None, trace: Trace) -> Trace:
    """Return the trace refused where only an office can look up what is asked; its cards stay as links to read on."""
    if office is None:
        return trace
    verdict = Verdict("referred", trace.verdict.threshold, f"Only an office can answer this ({office}).")
    return replace(trace, verdict=verdict, evidence=tuple(replace(item, role="further") for item in trace.evidence))
