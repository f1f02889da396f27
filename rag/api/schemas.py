"""Schemas of every JSON answer of the API and of every event; tests hold real answers against them.

A field added to `rag/wire.py` or to `rag/api/views.py` is added here too: the objects are closed.
"""

from typing import get_args

from rag.api.computation_schemas import computation_schemas
from rag.api.shapes import (
    ADDRESS,
    COUNT,
    FLAG,
    HASH,
    INSTANT,
    NUMBER,
    PLACE,
    SHARE,
    TEXT,
    listed,
    maybe,
    record,
    ref,
    word,
)
from rag.types import Answerer, Ending, Language, Role, Route, Status, TrustTier
from rag.wire import Json

_SAYS = ("user", "assistant")
_TRUST = word(get_args(TrustTier))
_ROLE = word(get_args(Role))
_STATUS = word(get_args(Status))
_ROUTE = word(get_args(Route))
_LINK = maybe(ADDRESS)


def schemas() -> dict[str, Json]:
    """Return each schema under its name in the document."""
    return {**_events(), **_search(), **_history(), **_rest(), **computation_schemas()}


def event_schema() -> Json:
    """Return the schema of one server-sent event, its data read as JSON."""
    names = {"meta": "Meta", "citation": "Citation", "delta": "Delta", "error": "Failed", "done": "Done"}
    return {
        "oneOf": [
            record({"event": {"const": name}, "data": {**_JSON, "contentSchema": ref(shape)}})
            for name, shape in names.items()
        ]
    }


_OUTCOME = """How a computation ended: `status` is `computed`, `needs_input` (`computation.problems` says what is wrong
or missing) or `unattested` (two derivations disagreed: there is no number)."""

_JSON: dict[str, Json] = {"type": "string", "contentMediaType": "application/json"}


def _events() -> dict[str, Json]:
    meta: dict[str, Json] = {
        "conversation_id": TEXT,
        "route": _ROUTE,
        "use_rag": FLAG,
        "use_sft": FLAG,
        "question": TEXT,
        "bundle": TEXT,
        "index_version": TEXT,
        "settings_hash": TEXT,
    }
    done: dict[str, Json] = {
        "message_id": TEXT,
        "status": maybe(_STATUS),
        "route": maybe(_ROUTE),
        "escalated": FLAG,
        "confidence": maybe(SHARE),
        "threshold": maybe(SHARE),
        "answerer": maybe(word(get_args(Answerer))),
        "ending": word(get_args(Ending)),
        "cited": listed(PLACE),
        "unknown_markers": COUNT,
        "failure": TEXT,
        "closing": maybe(ref("Closing")),
        "computation": maybe(ref("Computation")),
    }
    outcome: dict[str, Json] = {
        **done,
        "message_id": maybe(TEXT),
        "content": TEXT,
        "citations": listed(ref("Citation")),
    }
    return {
        "Outcome": record(outcome, _OUTCOME),
        "Meta": record(meta, "The first event."),
        "Citation": record({**_cited(), **_metadata()}, "A card shown with the answer or beside a refusal."),
        "Delta": record({"content": TEXT}, "The next words; `[n]` cites the card of rank n."),
        "Failed": record({"kind": TEXT, "message": TEXT}, "What broke the answer off; `done` follows."),
        "Done": record(done, "The last event; null is what an answer that broke off has not come to."),
        "Closing": record({"disclaimer": TEXT, "contact": TEXT, "official_site": TEXT}),
    }


def _cited() -> dict[str, Json]:
    return {
        "number": PLACE,
        "rank": PLACE,
        "source_key": TEXT,
        "card_id": TEXT,
        "title": TEXT,
        "score": NUMBER,
        "resource": _LINK,
        "trust": _TRUST,
        "quoted_text": listed(TEXT),
        "text": TEXT,
    }


def _metadata() -> dict[str, Json]:
    return {"role": _ROLE, "stale": FLAG, "fictional": FLAG, "content_hash": HASH}


def _search() -> dict[str, Json]:
    hit: dict[str, Json] = {
        "card_id": TEXT,
        "title": TEXT,
        "resource": _LINK,
        "rank": PLACE,
        "score": NUMBER,
        "bm25": maybe(ref("Leg")),
        "vector": maybe(ref("Leg")),
    }
    found: dict[str, Json] = {
        "question": TEXT,
        "bundle": TEXT,
        "status": _STATUS,
        "route": maybe(_ROUTE),
        "escalated": FLAG,
        "confidence": maybe(SHARE),
        "threshold": SHARE,
        "hits": listed(ref("Hit")),
        "index_version": TEXT,
        "settings_hash": TEXT,
        "timings_ms": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
    }
    return {
        "Search": record(found, "Hits, best first, and whether they would have been answered from."),
        "Hit": record(hit),
        "Leg": record({"rank": PLACE, "score": NUMBER}, "How one ranker placed the card; its scale is its own."),
    }


def _history() -> dict[str, Json]:
    conversation: dict[str, Json] = {
        "id": TEXT,
        "title": TEXT,
        "bundle": TEXT,
        "created_at": INSTANT,
        "updated_at": INSTANT,
    }
    message: dict[str, Json] = {
        "id": TEXT,
        "role": word(_SAYS),
        "content": TEXT,
        "created_at": INSTANT,
        "status": maybe(_STATUS),
        "answerer": maybe(word(get_args(Answerer))),
        "ending": maybe(word(get_args(Ending))),
        "failure": TEXT,
        "bundle": TEXT,
        "index_version": TEXT,
        "settings_hash": TEXT,
        "question_id": maybe(TEXT),
        "route": maybe(_ROUTE),
        "use_rag": FLAG,
        "use_sft": FLAG,
        "cited": listed(PLACE),
        "unknown_markers": COUNT,
        "citations": listed(ref("StoredCitation")),
        "closing": maybe(ref("Closing")),
        "computation": maybe(ref("Computation")),
    }
    metadata = record({**_metadata(), "proved": FLAG, "stale_after": maybe(INSTANT)})
    return {
        "Conversation": record(conversation),
        "Conversations": record({"conversations": listed(ref("Conversation"))}),
        "Message": record(message, "A question, or an answer as it was shown; a question has no `status`."),
        "Messages": record({"conversation": ref("Conversation"), "messages": listed(ref("Message"))}),
        "StoredCitation": record({**_cited(), "metadata": metadata}),
    }


def _rest() -> dict[str, Json]:
    card: dict[str, Json] = {
        "card_id": TEXT,
        "source_key": TEXT,
        "path": TEXT,
        "type": TEXT,
        "title": TEXT,
        "description": TEXT,
        "body": TEXT,
        "resource": _LINK,
        "language": word(get_args(Language)),
        "topic": TEXT,
        "tags": listed(TEXT),
        "aliases": listed(TEXT),
        "phrases": listed(TEXT),
        "status": TEXT,
        "trust": _TRUST,
        "stale": FLAG,
        "stale_after": maybe(INSTANT),
        "fictional": FLAG,
        "links": listed(TEXT),
        "content_hash": HASH,
    }
    embedder = record({"name": TEXT, "revision": TEXT, "dimensions": {"type": "integer", "minimum": 1}})
    health: dict[str, Json] = {
        "status": {"const": "ok"},
        "index_version": TEXT,
        "cards": COUNT,
        "embedder": embedder,
        "chat_model": maybe(TEXT),
        "fine_tuned": maybe(TEXT),
    }
    return {"Card": record(card), "Health": record(health)}
