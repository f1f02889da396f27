"""Chooses the cards of a question on its route and judges them; LIGHT_RAG that falls short becomes STRONG_RAG."""

from dataclasses import dataclass, replace
from datetime import datetime

from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.protocols import Vectors
from rag.query.metadata import Resolution
from rag.query.plan import Plan
from rag.retrieval.ambiguity import several_meanings
from rag.retrieval.confidence import confidence
from rag.retrieval.evidence import Budget, present
from rag.retrieval.evidenced import evidenced
from rag.retrieval.fusion import fuse
from rag.retrieval.legs import Legs
from rag.retrieval.narrowing import Narrowed
from rag.retrieval.timing import Stopwatch
from rag.retrieval.trust import Trusted, prefer
from rag.retrieval.verdict import Circumstances, judge
from rag.rules import ambiguity_rule, budget_of, fusion_rule, logistic_of, trust_rule
from rag.types import Confidence, Evidence, FusedHit, Language, Preferred, RouteChoice, Status, Verdict

SHORT_OF_PROOF: frozenset[Status] = frozenset({"low_confidence", "no_candidate"})
"""Verdicts after which more and better evidence is looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, before it is known how much of it is needed."""

    searched: str
    """The text that was searched."""
    tokens: tuple[str, ...]
    vector: Vectors | None
    legs: Legs
    fused: tuple[FusedHit, ...]
    named: Resolution
    narrowed: Narrowed
    planned: Plan
    language: Language
    carried: bool
    """Whether an earlier question was carried into it."""
    card_id: str
    """The card the reader chose; empty when none."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is presented, how sure it is, and whether that may be answered from."""

    route: RouteChoice
    budget: Budget
    evidence: tuple[Evidence, ...]
    preferred: tuple[Preferred, ...]
    confidence: Confidence
    verdict: Verdict
    open_question: str


def choose(
    found: Found, route: RouteChoice, index: OpenIndex, settings: Settings, *, now: datetime, clock: Stopwatch
) -> Chosen:
    """Return what the route chooses; a LIGHT_RAG that proves too little is chosen again as STRONG_RAG."""
    chosen = _choose(found, route, index, settings, now=now, clock=clock)
    if route.route != "LIGHT_RAG" or chosen.verdict.status not in SHORT_OF_PROOF:
        return chosen
    stronger = replace(route, route="STRONG_RAG", escalated=True)
    return _choose(found, stronger, index, settings, now=now, clock=clock)


def _choose(
    found: Found, route: RouteChoice, index: OpenIndex, settings: Settings, *, now: datetime, clock: Stopwatch
) -> Chosen:
    cards, budget = index.cards.get, budget_of(settings, found.planned, route.route)
    with clock.stage("trust"):
        hits = tuple(hit for hit in found.narrowed.hits if not found.card_id or hit.card_id == found.card_id)
        trusted = Trusted(hits, ())
        if route.route == "STRONG_RAG":
            trusted = prefer(hits, cards, trust_rule(settings), _relevance(found, settings))
    with clock.stage("context"):
        evidence = present(trusted.hits, cards, found.searched, budget, now=now)
        if not evidence and not found.card_id:  # all that is named is deprecated or empty
            evidence = present(found.narrowed.others, cards, found.searched, budget, now=now)
    with clock.stage("confidence"):
        best = evidenced(evidence, found.fused, found.legs, tokens=found.tokens, vector=found.vector, index=index)
        sure = confidence(best, logistic_of(settings))
        verdict = judge(
            found.tokens,
            evidence,
            sure,
            threshold=settings.confidence.threshold,
            circumstances=Circumstances(_several_meanings(found, sure, settings), bool(found.card_id)),
        )
    if not verdict.passed:  # nothing is answered from them: what any question is shown is enough to read on
        most = budget_of(settings, found.planned, "LIGHT_RAG").top_k
        evidence = tuple(replace(item, role="further") for item in evidence[:most])
    presented = {item.card.card_id for item in evidence}
    return Chosen(
        route=route,
        budget=budget,
        evidence=evidence,
        preferred=tuple(one for one in trusted.moved if one.card_id in presented),
        confidence=sure,
        verdict=verdict,
        open_question=best.margins.open_question if best and best.margins else "",
    )


def _relevance(found: Found, settings: Settings) -> dict[str, float]:
    """Return how relevant each card is, on a scale that tells gaps, whichever method ranked them."""
    rule = fusion_rule(settings)
    if rule.method == "score":
        return {hit.card_id: hit.score for hit in found.fused}
    by_score = fuse(found.legs.lexical.hits, found.legs.vector.hits, replace(rule, method="score"))
    return {hit.card_id: hit.score for hit in by_score}


def _several_meanings(found: Found, sure: Confidence, settings: Settings) -> bool:
    if found.narrowed.too_close:
        return True
    if found.carried or found.planned.query_type == "comparison" or found.named.cards:
        return False
    rule = ambiguity_rule(settings, found.language)
    return several_meanings(found.tokens, found.legs.vector.hits, found.fused, sure, rule)
