"""Turns rows of the history into the records that leave it."""

from rag.history.records import Conversation, Rating, StoredMessage
from rag.history.tables import ConversationRow, MessageRow, RatingRow
from rag.history.trace_json import from_json
from rag.types import Citation, Closing


def as_conversation(row: ConversationRow) -> Conversation:
    """Return the conversation of a row."""
    return Conversation(
        id=row.id,
        title=row.title,
        bundle=row.bundle,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def as_message(row: MessageRow) -> StoredMessage:
    """Return the message of a row, read inside its session. Raises `HistoryError` like `trace_from_json`."""
    return StoredMessage(
        id=row.id,
        conversation_id=row.conversation_id,
        position=row.position,
        role=row.role,
        text=row.text,
        created_at=row.created_at,
        status=row.status,
        answerer=row.answerer,
        ending=row.ending,
        failure=row.failure,
        bundle=row.bundle,
        index_version=row.index_version,
        settings_hash=row.settings_hash,
        question_id=row.question_id,
        citations=tuple(from_json(Citation, citation.citation_json) for citation in row.citations),
        cited=tuple(row.cited),
        unknown_markers=row.unknown_markers,
        trace_json=row.trace_json,
        closing=from_json(Closing, row.closing_json) if row.closing_json else None,
        route=row.route,
        use_rag=row.use_rag,
        use_sft=row.use_sft,
    )


def as_rating(row: RatingRow) -> Rating:
    """Return the rating of a row."""
    return Rating(message_id=row.message_id, value=row.value, reason=row.reason, note=row.note, at=row.at)
