"""Refuses what only an office can look up, whatever the cards are about."""

from collections.abc import Collection
from dataclasses import replace

from rag.query.referral import Referral
from rag.types import Trace, Verdict


def left_to(office: Referral | None, trace: Trace, bundles: Collection[str]) -> Trace:
    """Return the trace refused where only an office can look up what is asked.

    Cards stay as links to read on, only those of `bundles`, which know such an office, where there are any.
    """
    if office is None:
        return trace
    near = [item for item in trace.evidence if not bundles or item.card.bundle in bundles]
    verdict = Verdict("referred", trace.verdict.threshold, f"Only an office can answer this ({office}).")
    evidence = tuple(replace(item, number=number, role="further") for number, item in enumerate(near, 1))
    return replace(trace, verdict=verdict, evidence=evidence)
