"""The API's OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0); the bodies' schemas are those that check."""

from typing import cast

from pydantic import BaseModel

from rag.api.bodies import ChatBody, ComputeBody, SearchBody
from rag.wire import Json

_EVENTS = """Server-sent events, each with one JSON object as data; lines that begin with a colon are heartbeats.

`meta` (conversation_id, use_rag, use_sft, question, bundle, index_version, settings_hash), then `citation` for each
card (rank, score, source_key, card_id, title, resource, trust, quoted_text, ...; `[n]` in the answer cites rank n),
`delta` (content), perhaps `error` (kind, message), and in the end `done` (message_id, status, confidence, ...).
A question that is not answered ends with another `status` than `answerable`; its `delta` says so in words.
A question for a computation ends with `computed`, `needs_input` or `unattested`; `done` then holds `computation`: the
inputs its card takes and was given, and the receipt. Send what is missing to /api/compute.
Closing the connection stops the work and keeps what was sent."""

_OUTCOME = """How it ended: `status` is `computed`, `needs_input` (`computation.problems` says what is wrong or missing)
or `unattested` (two derivations disagreed: there is no number). `computation.receipt` holds the result, its inputs,
rules, breakdown and digest, and is null unless the result was attested."""

_ERRORS = {
    "401": "The token is missing or wrong.",
    "403": "Only this machine is served, or conversations are not listed without a token.",
    "404": "No such address, conversation or card.",
    "405": "No such method here.",
    "413": "The body is too long.",
    "415": "The body is not application/json.",
    "422": "A field does not fit; the message names it.",
    "429": "Too many requests, or too many answers at once; Retry-After says when to come back.",
    "503": "No index serves, or the history cannot be used; the message says what to do.",
}


def document() -> dict[str, Json]:
    """Return the document."""
    card_id = _parameter("id", "path", "A card id, slashes included.")
    conversation_id = _parameter("id", "path", "A conversation id from `meta`.")
    page = [_parameter("limit", "query", "At most 200."), _parameter("offset", "query", "Conversations to skip.")]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Touchstone", "version": "1", "description": "Answers strictly from OKF cards."},
        "security": [{}, {"token": []}],
        "paths": {
            "/api/chat/stream": {"post": _post("Answer a question", ChatBody, _EVENTS, "text/event-stream")},
            "/api/search": {"post": _post("Find cards for a question", SearchBody, "Hits, best first.")},
            "/api/compute": {"post": _post("Run a computation card", ComputeBody, _OUTCOME)},
            "/api/conversations": {"get": _get("List conversations, last changed first; needs a token", page)},
            "/api/conversations/{id}/messages": {
                "get": _get("Read a conversation with its citations", [conversation_id])
            },
            "/api/cards/{id}": {"get": _get("Read a card of the serving index", [card_id])},
            "/healthz": {"get": _get("Index version, number of cards, embedder; needs no token", [])},
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {kind.__name__: _schema(kind) for kind in (ChatBody, ComputeBody, SearchBody)}
            | {"Error": _error()},
        },
    }


def _post(summary: str, body: type[BaseModel], answer: str, kind: str = "application/json") -> dict[str, Json]:
    content: dict[str, Json] = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body.__name__}"}}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": content},
        "responses": _responses(answer, kind, "401 403 404 413 415 422 429 503"),
    }


def _get(summary: str, parameters: list[Json]) -> dict[str, Json]:
    responses = _responses("JSON.", "application/json", "401 403 404 422 429 503")
    return {"summary": summary, "parameters": parameters, "responses": responses}


def _responses(answer: str, kind: str, errors: str) -> dict[str, Json]:
    shape: Json = {"schema": {"$ref": "#/components/schemas/Error"}}
    good: Json = {"description": answer, "content": {kind: {}}}
    return {"200": good} | {
        status: {"description": _ERRORS[status], "content": {"application/json": shape}} for status in errors.split()
    }


def _parameter(name: str, place: str, description: str) -> Json:
    kind = "string" if place == "path" else "integer"
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": description,
        "schema": {"type": kind},
    }


def _error() -> Json:
    inner: Json = {
        "type": "object",
        "required": ["status", "message"],
        "properties": {"status": {"type": "integer"}, "message": {"type": "string"}},
    }
    return {"type": "object", "required": ["error"], "properties": {"error": inner}}


def _schema(kind: type[BaseModel]) -> Json:
    return cast(Json, kind.model_json_schema())
