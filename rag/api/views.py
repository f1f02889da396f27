"""Conversations, messages and cards as JSON values."""

import json
from datetime import datetime

from rag.history.records import Conversation, StoredMessage
from rag.types import Card, Citation
from rag.wire import Json, citation_to_json, closing_to_json


def conversation_to_json(conversation: Conversation) -> dict[str, Json]:
    """Return one line of the list of conversations."""
    return {
        "id": conversation.id,
        "title": conversation.title,
        "bundle": conversation.bundle,
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
    }


def message_to_json(message: StoredMessage) -> dict[str, Json]:
    """Return a question, or an answer as it was shown; a question has no `status`."""
    return {
        "id": message.id,
        "role": message.role,
        "content": message.text,
        "created_at": message.created_at.isoformat(),
        "status": message.status,
        "answerer": message.answerer,
        "ending": message.ending,
        "failure": message.failure,
        "bundle": message.bundle,
        "index_version": message.index_version,
        "settings_hash": message.settings_hash,
        "question_id": message.question_id,
        "route": message.route,
        "use_rag": message.use_rag,
        "use_sft": message.use_sft,
        "cited": list(message.cited),
        "unknown_markers": message.unknown_markers,
        "citations": [_citation(citation, proved=citation.number in message.cited) for citation in message.citations],
        "closing": closing_to_json(message.closing) if message.closing else None,
        "computation": json.loads(message.trace_json).get("computation") if message.trace_json else None,
    }


def card_to_json(card: Card, now: datetime) -> dict[str, Json]:
    """Return a card of the serving index; `resource` is a safe address or null."""
    return {
        "card_id": card.card_id,
        "source_key": card.bundle,
        "path": card.path,
        "type": card.type,
        "title": card.title,
        "description": card.description,
        "body": card.body,
        "resource": card.link,
        "language": card.language,
        "topic": card.topic,
        "tags": list(card.tags),
        "aliases": list(card.aliases),
        "phrases": list(card.phrases),
        "status": card.status,
        "trust": card.trust,
        "stale": card.stale(now),
        "stale_after": _instant(card.stale_after),
        "fictional": card.fictional,
        "links": list(card.links),
        "content_hash": card.content_hash,
    }


def _citation(citation: Citation, *, proved: bool) -> dict[str, Json]:
    value = citation_to_json(citation)
    value.pop("event")
    moved = {name: value.pop(name) for name in ("role", "stale", "fictional", "content_hash")}
    return {**value, "metadata": {**moved, "proved": proved, "stale_after": _instant(citation.stale_after)}}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
