"""Traces and events as plain JSON values, for the command line and other programs."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import TypeAlias

from rag.computation_types import Computation
from rag.types import (
    COMPUTING,
    UNSEARCHED,
    Card,
    Citation,
    Closing,
    Delta,
    Done,
    Event,
    Failed,
    FusedHit,
    Hit,
    Meta,
    Trace,
)

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Cards: TypeAlias = Callable[[str], Card | None]


def search_to_json(trace: Trace, bundle: str, cards: Cards, *, limit: int = 10) -> dict[str, Json]:
    """Return the result of a search; `cards` looks up titles and addresses, at most `limit` hits."""
    return {
        "question": trace.question,
        "bundle": bundle,
        "status": trace.verdict.status,
        "route": _route(trace),
        "escalated": bool(trace.route and trace.route.escalated),
        "confidence": None if trace.verdict.status in UNSEARCHED else round(trace.confidence.value, 6),
        "threshold": trace.verdict.threshold,
        "hits": [_hit(hit, cards(hit.card_id)) for hit in trace.fused[:limit]],
        "index_version": trace.index_version,
        "settings_hash": trace.settings_hash,
        "timings_ms": {stage: round(ms, 3) for stage, ms in trace.timings_ms.items()},
    }


def event_to_json(event: Event) -> dict[str, Json]:
    """Return an event with its name under `event`."""
    match event:
        case Meta():
            return {
                "event": "meta",
                "question": event.question,
                "bundle": event.bundle,
                "index_version": event.index_version,
                "settings_hash": event.settings_hash,
                "route": event.route,
                "use_rag": event.use_rag,
                "use_sft": event.use_sft,
            }
        case Citation():
            return citation_to_json(event)
        case Delta():
            return {"event": "delta", "content": event.content}
        case Failed():
            return {"event": "error", "kind": event.kind, "message": event.message}
        case Done():
            return _done(event)


def citation_to_json(citation: Citation) -> dict[str, Json]:
    """Return a citation as it was shown; `source_key` is the card's bundle, `rank` 1 the best card."""
    return {
        "event": "citation",
        "number": citation.number,
        "rank": citation.number,
        "source_key": citation.card_id.partition("/")[0],
        "role": citation.role,
        "card_id": citation.card_id,
        "title": citation.title,
        "score": round(citation.score, 6),
        "resource": citation.link,
        "trust": citation.trust,
        "stale": citation.stale,
        "fictional": citation.fictional,
        "quoted_text": list(citation.quotes),
        "text": citation.text,
        "content_hash": citation.content_hash,
    }


def _done(done: Done) -> dict[str, Json]:
    return {
        "event": "done",
        "status": done.status,
        "route": _route(done.trace),
        "escalated": bool(done.trace.route and done.trace.route.escalated),
        "confidence": None if done.status in COMPUTING | UNSEARCHED else round(done.trace.confidence.value, 6),
        "threshold": done.trace.verdict.threshold,
        "answerer": done.answerer,
        "ending": done.ending,
        "cited": list(done.cited),
        "unknown_markers": done.unknown_markers,
        "failure": done.failure,
        "closing": closing_to_json(done.closing),
        "computation": computation_to_json(done.trace.computation),
    }


def closing_to_json(closing: Closing) -> dict[str, Json]:
    """Return the words that close an answer."""
    return {
        "disclaimer": closing.disclaimer,
        "contact": closing.contact,
        "official_site": closing.official_site,
    }


def _route(trace: Trace) -> str | None:
    return trace.route.route if trace.route else None


def computation_to_json(found: Computation | None) -> Json:
    """Return a computation as it was shown: its state, the inputs it takes and was given, receipt and levers."""
    return None if found is None else _plain(found)


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a {type(value).__name__} cannot be sent as JSON")


def _hit(hit: FusedHit, card: Card | None) -> dict[str, Json]:
    return {
        "card_id": hit.card_id,
        "title": card.title if card else "",
        "resource": card.link if card else None,
        "rank": hit.rank,
        "score": round(hit.score, 6),
        "bm25": _leg(hit.bm25),
        "vector": _leg(hit.vector),
    }


def _leg(hit: Hit | None) -> Json:
    return None if hit is None else {"rank": hit.rank, "score": round(hit.score, 6)}
