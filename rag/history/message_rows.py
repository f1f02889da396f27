"""Finds and adds rows inside one writing transaction, holding what must not move under it."""

import secrets
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from rag.errors import HistoryError
from rag.history.records import Role
from rag.history.tables import CitationRow, ConversationRow, MessageRow
from rag.history.trace_json import to_json
from rag.types import Citation


def hold_conversation(session: Session, conversation_id: str, *, now: datetime) -> ConversationRow:
    """Return a conversation marked as changed `now`, locked until the transaction ends.

    The lock keeps `position` without gaps or doubles where a server lets two writers in at once.

    Raises:
        HistoryError: the conversation is unknown.
    """
    row = session.get(ConversationRow, conversation_id, with_for_update=True)
    if row is None:
        raise _unknown("conversation", conversation_id)
    row.updated_at = now
    return row


def hold_answer(session: Session, message_id: str) -> MessageRow:
    """Return an answer, locked until the transaction ends. Raises `HistoryError` when there is none."""
    row = session.get(MessageRow, message_id, with_for_update=True)
    if row is None or row.role != "assistant":
        raise _unknown("answer", message_id)
    return row


def hold_unfinished(session: Session, message_id: str, *, now: datetime) -> MessageRow:
    """Return an answer that may still grow, its conversation held with it.

    Raises:
        HistoryError: the answer is unknown or finished.
    """
    row = hold_answer(session, message_id)
    if row.finished:
        raise HistoryError(f"The answer {message_id!r} is finished and cannot change; ask again for a new one.")
    hold_conversation(session, row.conversation_id, now=now)
    return row


def question_in(session: Session, conversation: ConversationRow, question_id: str) -> MessageRow:
    """Return a question of the conversation. Raises `HistoryError` when it is none of its questions."""
    row = session.get(MessageRow, question_id)
    if row is None or row.conversation_id != conversation.id or row.role != "user":
        raise _unknown("question", question_id)
    return row


def append_message(session: Session, conversation: ConversationRow, *, role: Role, text: str) -> MessageRow:
    """Return a new last message of a held conversation, as old as the conversation's latest change."""
    last = select(func.max(MessageRow.position)).where(MessageRow.conversation_id == conversation.id)
    row = MessageRow(
        id=secrets.token_urlsafe(16),
        conversation_id=conversation.id,
        position=(session.scalars(last).one() or 0) + 1,
        role=role,
        text=text,
        created_at=conversation.updated_at,
    )
    session.add(row)
    return row


def citation_rows(citations: tuple[Citation, ...], *, proving: tuple[int, ...]) -> list[CitationRow]:
    """Return rows in the order shown; `proving` are the numbers that a complete answer's text cites."""
    return [
        CitationRow(
            position=position,
            card_id=citation.card_id,
            proved=citation.number in proving,
            citation_json=to_json(citation),
        )
        for position, citation in enumerate(citations, start=1)
    ]


def _unknown(kind: str, key: str) -> HistoryError:
    return HistoryError(f"There is no {kind} {key!r:.80} in the history; reload the page or start a new conversation.")
