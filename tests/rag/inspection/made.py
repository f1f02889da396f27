"""Traces made by hand, small enough to work out every number in a test."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rag.retrieval.fusion import FusionRule, fuse
from rag.types import Applied, Card, Confidence, Evidence, Hit, Leg, LegNote, Ranker, Role, Trace, Verdict
from tests.fakes.corpus import make_card

APPLIED = Applied(
    method="score",
    rrf_k=60,
    bm25_weight=1.0,
    vector_weight=1.0,
    candidates=100,
    k1=1.5,
    b=0.75,
    top_k=2,
    evidence=1,
)
SURE = Confidence(0.9, "high", (("intercept", 1.0, -2.0), ("cosine", 0.5, 8.0)))
PASSED = Verdict("answerable", 0.5, "")
REFUSED = Verdict("low_confidence", 0.95, "")


def card_of(name: str, body: str = "A fact.", **changes: object) -> Card:
    """Return a card `b/t/<name>`."""
    return make_card(f"b/t/{name}", body, **changes)


def leg(ranker: Ranker, scores: Mapping[str, float], note: LegNote = "") -> Leg:
    """Return a leg whose hits stand in the order given."""
    hits = tuple(Hit(f"b/t/{name}", rank, score, ranker) for rank, (name, score) in enumerate(scores.items(), 1))
    return Leg(hits, len(hits), note)


def made_trace(
    bm25: Mapping[str, float],
    vector: Mapping[str, float],
    *,
    presented: Sequence[str] = (),
    applied: Applied | None = APPLIED,
    verdict: Verdict = PASSED,
) -> Trace:
    """Return the trace of two legs, fused as `applied` says; the first `presented` card is evidence, others further."""
    lexical, nearest = leg("bm25", bm25), leg("vector", vector)
    how = applied or APPLIED
    rule = FusionRule(how.method, how.rrf_k, how.bm25_weight, how.vector_weight)
    evidence = tuple(_evidence(name, number, verdict) for number, name in enumerate(presented, 1))
    return Trace(
        question="what",
        cut=False,
        normalised="what",
        tokens=("what",),
        language="en",
        bundles=("b",),
        topics=(),
        topic_mode="off",
        reachable=9,
        lexical=lexical,
        vector=nearest,
        fused=fuse(lexical.hits, nearest.hits, rule),
        confidence=SURE,
        verdict=verdict,
        evidence=evidence,
        index_version="v1",
        settings_hash="s1",
        applied=applied,
    )


def with_rrf(**changes: float) -> Applied:
    """Return settings that fuse by RRF."""
    return replace(APPLIED, method="rrf", **changes)  # type: ignore[arg-type]  # weights and k are numbers


def _evidence(name: str, number: int, verdict: Verdict) -> Evidence:
    role: Role = "evidence" if number == 1 and verdict.passed else "further"
    card = card_of(name)
    return Evidence(number, card, 1.0, (card.body,), card.body, role, False)
