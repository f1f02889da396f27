"""The API's OpenAPI 3.2 document (https://spec.openapis.org/oas/v3.2.0, the first that describes streams)."""

from typing import cast

from pydantic import BaseModel

from rag.api.bodies import CONVERSATION_ID, ChatBody, ComputeBody, SearchBody
from rag.api.paging import page_parameters
from rag.api.refusals import CACHE, error_schema, refer, refusals
from rag.api.schemas import event_schema, schemas
from rag.api.shapes import ref
from rag.engine import Offers
from rag.wire import Json

_EVENTS = """Server-sent events, each with one JSON object as data; lines that begin with a colon are heartbeats.

`meta`, then a `citation` for each card, `delta`s with the words, perhaps `error`, and in the end `done`.
The route is DIRECT (a greeting, thanks, the last answer said again: status `direct`), LIGHT_RAG, STRONG_RAG or
COMPUTE; `escalated` says that LIGHT_RAG found too little and became STRONG_RAG. With use_rag false the model answers
alone (status `ungrounded`). Both come without citations, and their confidence is null.
A question that is not answered ends with another `status` than `answerable`; its `delta` says so in words.
`ambiguous` asks back: send the message again with the `card_id` of the citation that was meant.
A question for a computation ends with `computed`, `needs_input` or `unattested`; `done` then holds `computation`: the
inputs its card takes and was given, and the receipt. Send what is missing to /api/compute.
Closing the connection stops the work and keeps what was sent."""

_NO_MODEL = Offers(model=False, fine_tuned=False)
_TOKEN: list[Json] = [{"token": []}]
_ANY = (405, 429, 500, 503)
_GUARDED = (401, 403, *_ANY)
_POST = (404, 413, 415, 422, *_GUARDED)


def document(*, guarded: bool, offers: Offers = _NO_MODEL) -> dict[str, Json]:
    """Return the document.

    Args:
        guarded: Whether every request but the one for the health needs the token.
        offers: Which models may answer; a switch that needs another allows one value only.
    """
    conversation_id = _in_path("A conversation id from `meta`.", {"type": "string", "pattern": CONVERSATION_ID})
    card_id = _in_path("A card id; its slashes may be written as %2F.", {"type": "string", "minLength": 1})
    chat = _post("answer", "Answer a question", ChatBody, _stream())
    search = _post("search", "Find cards for a question", SearchBody, _json("Search"))
    compute = _post("compute", "Run a computation card", ComputeBody, _json("Outcome"))
    listing = _get("listConversations", "List conversations, last changed first", "Conversations", (422, *_GUARDED))
    messages = _get("readConversation", "Read a conversation with its citations", "Messages", (404, *_GUARDED))
    card = _get("readCard", "Read a card of the serving index", "Card", (404, *_GUARDED))
    health = _get("health", "Index version, number of cards, embedder", "Health", _ANY)
    own = _get("document", "This document", "Document", _GUARDED)
    return {
        "openapi": "3.2.0",
        "info": {"title": "Touchstone", "version": "1", "description": "Answers strictly from OKF cards."},
        "security": _TOKEN if guarded else [],
        "paths": {
            "/api/chat/stream": {"post": chat},
            "/api/search": {"post": search},
            "/api/compute": {"post": compute},
            "/api/conversations": {"get": {**listing, "parameters": page_parameters(), "security": _TOKEN}},
            "/api/conversations/{id}/messages": {"get": {**messages, "parameters": [conversation_id]}},
            "/api/cards/{id}": {"get": {**card, "parameters": [card_id]}},
            "/api/openapi.json": {"get": own},
            "/healthz": {"get": {**health, "security": []}},
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": refusals(),
            "schemas": {
                "ChatBody": _chat_schema(offers),
                "ComputeBody": _schema(ComputeBody),
                "SearchBody": _schema(SearchBody),
                **schemas(),
                "Document": {"type": "object"},
                "Error": error_schema(),
            },
        },
    }


def _post(name: str, summary: str, body: type[BaseModel], good: Json) -> dict[str, Json]:
    content: dict[str, Json] = {"application/json": {"schema": ref(body.__name__)}}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": content},
        "responses": {"200": good, **refer(_POST)},
    }


def _get(name: str, summary: str, shape: str, errors: tuple[int, ...]) -> dict[str, Json]:
    return {"operationId": name, "summary": summary, "responses": {"200": _json(shape), **refer(errors)}}


def _json(shape: str) -> Json:
    return {"description": f"{shape}.", "headers": CACHE, "content": {"application/json": {"schema": ref(shape)}}}


def _stream() -> Json:
    return {"description": _EVENTS, "headers": CACHE, "content": {"text/event-stream": {"itemSchema": event_schema()}}}


def _in_path(description: str, schema: Json) -> Json:
    return {"name": "id", "in": "path", "required": True, "description": description, "schema": schema}


def _chat_schema(offers: Offers) -> Json:
    """Return what a question may be where these models are: nothing the schema allows is refused for their lack."""
    schema = ChatBody.model_json_schema()
    if not offers.model:
        schema["properties"]["use_rag"]["const"] = True
    if not offers.fine_tuned:
        schema["properties"]["use_sft"]["const"] = False
    return cast(Json, schema)


def _schema(kind: type[BaseModel]) -> Json:
    return cast(Json, kind.model_json_schema())
