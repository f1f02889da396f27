"""The path of a question as a strip: one stage, its count, what was decided there, and its time."""

from dataclasses import dataclass
from typing import Literal

from rag.inspection.naming import found_names
from rag.inspection.understanding import carry
from rag.types import UNSEARCHED, Leg, RouteChoice, Trace

StageName = Literal[
    "route",
    "carry",
    "normalise",
    "topic",
    "search",
    "lexical",
    "vector",
    "fusion",
    "names",
    "trust",
    "confidence",
    "gate",
    "context",
]
Decision = Literal[
    "direct",
    "ungrounded",
    "light",
    "strong",
    "strong-after-light",
    "compute",
    "trust-idle",
    "trust-kept",
    "trust-moved",
    "carried",
    "no-earlier",
    "taken-back",
    "stands-alone",
    "own-subject",
    "asked-alone",
    "not-recorded",
    "as-asked",
    "question-cut",
    "no-tokens",
    "gate-off",
    "no-topic",
    "topics-lexical",
    "topics-both",
    "every-card",
    "some-cards",
    "ranked",
    "ranked-nearest",
    "no-candidates",
    "leg-off",
    "by-score",
    "by-rrf",
    "one-leg",
    "nothing-fused",
    "nothing-named",
    "named-only",
    "likely-named-only",
    "names-unsure",
    "agency-unknown",
    "names-too-close",
    "high",
    "medium",
    "low",
    "passed",
    "refused",
    "presented",
    "shown-beside-refusal",
    "nothing-presented",
]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the strip."""

    name: StageName
    count: float
    """Cards that may be cited, questions carried, tokens, topics, cards, candidates (twice), cards, names, cards moved
    up, the confidence, its threshold, cards."""
    decision: Decision
    ms: float | None
    """None when the trace holds no time for it, as a stored trace of an earlier release."""
    detail: tuple[str, ...] = ()
    """Names that belong to the decision: the matched topics with their keywords, the cards that moved up."""


def stages(trace: Trace) -> tuple[Stage, ...]:
    """Return the thirteen stages in the order in which a reader asks about them; a route alone where none was searched.

    The engine chooses the context before it judges, since confidence is that of the best card it can present.
    """
    ms = trace.timings_ms.get
    route = Stage("route", trace.applied.evidence if trace.applied else 0, _route(trace), None)
    if trace.verdict.status in UNSEARCHED:
        return (route,)
    return (
        route,
        Stage("carry", 1 if trace.carried else 0, carry(trace), ms("carry")),
        Stage("normalise", len(trace.tokens), _normalised(trace), ms("normalise")),
        Stage("topic", len(trace.topics), _gate(trace), ms("topics"), _topics(trace)),
        Stage("search", trace.reachable, _reach(trace), ms("embed"), trace.bundles),
        Stage("lexical", trace.lexical.candidates, _leg(trace.lexical), ms("lexical")),
        Stage("vector", trace.vector.candidates, _leg(trace.vector), ms("vector")),
        Stage("fusion", len(trace.fused), _fusion(trace), ms("fusion")),
        Stage("names", len(found_names(trace)), _names(trace), ms("resolve")),
        Stage("trust", len(trace.preferred), _trust(trace), ms("trust"), _moved(trace)),
        Stage("confidence", trace.confidence.value, trace.confidence.band, ms("confidence")),
        Stage("gate", trace.verdict.threshold, "passed" if trace.verdict.passed else "refused", None),
        Stage("context", len(trace.evidence), _context(trace), ms("context")),
    )


def _route(trace: Trace) -> Decision:
    if trace.verdict.status == "ungrounded":
        return "ungrounded"
    match trace.route:
        case None:
            return "not-recorded"
        case RouteChoice(route="DIRECT"):
            return "direct"
        case RouteChoice(route="LIGHT_RAG"):
            return "light"
        case RouteChoice(route="COMPUTE"):
            return "compute"
        case RouteChoice(escalated=escalated):
            return "strong-after-light" if escalated else "strong"


def _trust(trace: Trace) -> Decision:
    if trace.route is None or trace.route.route != "STRONG_RAG":
        return "trust-idle"
    return "trust-moved" if trace.preferred else "trust-kept"


def _moved(trace: Trace) -> tuple[str, ...]:
    return tuple(f"{one.card_id}: {one.ranked} → {one.placed}" for one in trace.preferred)


def _normalised(trace: Trace) -> Decision:
    if not trace.tokens:
        return "no-tokens"
    return "question-cut" if trace.cut else "as-asked"


def _gate(trace: Trace) -> Decision:
    if trace.topic_mode == "off":
        return "gate-off"
    if not trace.topics:
        return "no-topic"
    return "topics-both" if trace.topic_mode == "both" else "topics-lexical"


def _topics(trace: Trace) -> tuple[str, ...]:
    return tuple(f"{match.bundle}/{match.topic}: {match.keyword}" for match in trace.topics)


def _reach(trace: Trace) -> Decision:
    return "some-cards" if trace.topics and trace.topic_mode == "both" else "every-card"


def _leg(leg: Leg) -> Decision:
    match leg.note:
        case "no-tokens":
            return "no-tokens"
        case "no-candidates":
            return "no-candidates"
        case "off":
            return "leg-off"
        case "":
            return "ranked" if leg.exact else "ranked-nearest"


def _fusion(trace: Trace) -> Decision:
    if not trace.fused:
        return "nothing-fused"
    if not trace.lexical.hits or not trace.vector.hits:
        return "one-leg"
    if trace.applied is not None:
        return "by-rrf" if trace.applied.method == "rrf" else "by-score"
    return "by-rrf" if all(hit.score == hit.rrf for hit in trace.fused) else "by-score"


def _names(trace: Trace) -> Decision:
    names = trace.names
    if names is None:
        return "not-recorded"
    if names.unknown:
        return "agency-unknown"
    if names.too_close:
        return "names-too-close"
    if not names.found:
        return "nothing-named"
    match names.stage:
        case "strict":
            return "named-only"
        case "reduced":
            return "likely-named-only"
        case "relaxed":
            return "names-unsure"


def _context(trace: Trace) -> Decision:
    if not trace.evidence:
        return "nothing-presented"
    return "presented" if trace.verdict.passed else "shown-beside-refusal"
