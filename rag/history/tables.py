"""The tables of the history, and how text and instants travel into them."""

import re
from datetime import UTC, datetime

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from rag.history.records import RatingValue, Role
from rag.types import Answerer, Ending, Route, Status

SCHEMA_VERSION = 2
"""Stamped into every store. Raise it with every change of a table, and say in `migrating.py` what leads to it."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class CleanText(TypeDecorator[str]):
    """Text in which NUL and lone surrogates became U+FFFD: UTF-8 has no lone surrogate, PostgreSQL no NUL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text as it can be stored."""
        return None if value is None else _UNSTORABLE.sub("\ufffd", value)


class UtcInstant(TypeDecorator[datetime]):
    """An aware instant, kept as UTC to the microsecond and given back aware though SQLite drops the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the instant in UTC; a naive one would be read as the machine's local time."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the instant, aware and in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Row(DeclarativeBase):
    """Base of the tables; text and instants are always the two types above."""

    type_annotation_map = {str: CleanText, datetime: UtcInstant}  # noqa: RUF012 (SQLAlchemy reads it as is)


class StampRow(Row):
    """The one row that says which release's schema the store has."""

    __tablename__ = "touchstone_history"

    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class ConversationRow(Row):
    """A conversation."""

    __tablename__ = "conversations"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    bundle: Mapped[str]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime] = mapped_column(index=True)


class MessageRow(Row):
    """A question or an answer; the defaults are a question's."""

    __tablename__ = "messages"
    __table_args__ = (UniqueConstraint("conversation_id", "position"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id"))
    position: Mapped[int]
    role: Mapped[Role] = mapped_column(CleanText)
    text: Mapped[str]
    created_at: Mapped[datetime]
    finished: Mapped[bool] = mapped_column(default=True)
    """False only on an answer that may still grow; a finished one never changes."""
    status: Mapped[Status | None] = mapped_column(CleanText)
    answerer: Mapped[Answerer | None] = mapped_column(CleanText)
    ending: Mapped[Ending | None] = mapped_column(CleanText)
    failure: Mapped[str] = mapped_column(default="")
    bundle: Mapped[str] = mapped_column(default="")
    index_version: Mapped[str] = mapped_column(default="")
    settings_hash: Mapped[str] = mapped_column(default="")
    route: Mapped[Route | None] = mapped_column(CleanText)
    use_rag: Mapped[bool] = mapped_column(default=True)
    use_sft: Mapped[bool] = mapped_column(default=False)
    question_id: Mapped[str | None] = mapped_column(ForeignKey("messages.id"))
    cited: Mapped[list[int]] = mapped_column(JSON, default=list)
    unknown_markers: Mapped[int] = mapped_column(default=0)
    trace_json: Mapped[str] = mapped_column(default="")
    closing_json: Mapped[str] = mapped_column(default="")
    citations: Mapped[list["CitationRow"]] = relationship(order_by="CitationRow.position", cascade="all, delete-orphan")


class CitationRow(Row):
    """A card as it was shown with an answer."""

    __tablename__ = "citations"

    message_id: Mapped[str] = mapped_column(ForeignKey("messages.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    card_id: Mapped[str] = mapped_column(index=True)
    proved: Mapped[bool]
    """The text of a complete answer cites it."""
    citation_json: Mapped[str]


class RatingRow(Row):
    """The latest rating of an answer."""

    __tablename__ = "ratings"

    message_id: Mapped[str] = mapped_column(ForeignKey("messages.id"), primary_key=True)
    value: Mapped[RatingValue] = mapped_column(CleanText)
    reason: Mapped[str]
    note: Mapped[str]
    at: Mapped[datetime]
