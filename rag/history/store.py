"""Keeps conversations: what is shown is written here first, and a reload reads it back."""

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import Self, get_args

from sqlalchemy import Engine, distinct, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased, selectinload

from rag.errors import HistoryError
from rag.history.failures import reporting
from rag.history.message_rows import (
    append_message,
    citation_rows,
    hold_answer,
    hold_conversation,
    hold_unfinished,
    question_in,
)
from rag.history.opening import open_engine, writing
from rag.history.records import Conversation, GivenAnswer, Rating, RatingValue, StoredMessage, VersionUse
from rag.history.rows_as_records import as_conversation, as_message, as_rating
from rag.history.tables import CitationRow, ConversationRow, MessageRow, RatingRow
from rag.history.trace_json import to_json, trace_to_json
from rag.types import Citation, Done, Ending, Meta

TITLE_CHARS = 80
"""About what one line of a sidebar holds."""

_CONVERSATION_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")


def _utc_now() -> datetime:
    return datetime.now(UTC)


def open_history(url: str, *, now: Callable[[], datetime] = _utc_now) -> "HistoryStore":
    """Return the store of a SQLAlchemy URL such as `sqlite:///data/history.sqlite`, made when there is none.

    The folder of a SQLite file is made too. `now` gives aware instants.

    Raises:
        HistoryError: the URL cannot be used, the file is damaged, or its schema is another release's. Nothing
            is overwritten then.
    """
    return HistoryStore(open_engine(url), now=now)


class HistoryStore:
    """The conversations of one database; threads may share it, and other processes may write beside it.

    Every method is one transaction and raises `HistoryError` when the database fails. Text is kept as given,
    but NUL and lone surrogates, which a database cannot hold, become U+FFFD. Reading something unknown gives
    None or nothing; writing to it raises `HistoryError`. Ids made here are unguessable.
    """

    def __init__(self, engine: Engine, *, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now

    def close(self) -> None:
        """Give back every connection. Call it once no thread uses the store."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start_conversation(self, bundle: str) -> str:
        """Return the id of a new conversation about a bundle, or `all`."""
        conversation_id = secrets.token_urlsafe(16)
        self.ensure_conversation(conversation_id, bundle)
        return conversation_id

    def ensure_conversation(self, conversation_id: str, bundle: str) -> None:
        """Start a conversation under an id from outside, unless there is one; then nothing changes.

        Raises:
            HistoryError: the id is not 16 to 64 ASCII letters, digits, `_` or `-`.
        """
        if not _CONVERSATION_ID.fullmatch(conversation_id):
            raise HistoryError(
                f"{conversation_id!r:.80} is no conversation id: it needs 16 to 64 letters, digits, _ or -. "
                "Check the link, or start a new conversation."
            )
        now = self._now()
        row = ConversationRow(id=conversation_id, title="", bundle=bundle, created_at=now, updated_at=now)
        with self._writing() as session:
            if session.get(ConversationRow, conversation_id) is None:
                # Another process may have added it since: on a server the look above holds no lock.
                with suppress(IntegrityError), session.begin_nested():
                    session.add(row)

    def add_question(self, conversation_id: str, text: str) -> str:
        """Return the id of the question just stored; the first that is not blank becomes the title."""
        with self._writing() as session:
            conversation = hold_conversation(session, conversation_id, now=self._now())
            conversation.title = conversation.title or " ".join(text.split())[:TITLE_CHARS]
            return append_message(session, conversation, role="user", text=text).id

    def begin_answer(self, conversation_id: str, question_id: str, *, meta: Meta) -> str:
        """Return the id of an answer that is stored at once, empty and labelled `stopped`.

        If the process dies before `finish_answer` or `finish_partial`, that label stays true.

        Raises:
            HistoryError: the conversation is unknown, or the question is none of its questions.
        """
        with self._writing() as session:
            conversation = hold_conversation(session, conversation_id, now=self._now())
            question = question_in(session, conversation, question_id)
            conversation.bundle = meta.bundle
            row = append_message(session, conversation, role="assistant", text="")
            row.finished, row.ending, row.question_id = False, "stopped", question.id
            row.bundle, row.index_version = meta.bundle, meta.index_version
            row.settings_hash = meta.settings_hash
            row.route, row.use_rag, row.use_sft = meta.route, meta.use_rag, meta.use_sft
            return row.id

    def save_citations(self, message_id: str, citations: tuple[Citation, ...]) -> None:
        """Keep the cards shown with an unfinished answer, in place of those kept before."""
        with self._writing() as session:
            row = hold_unfinished(session, message_id, now=self._now())
            row.citations = citation_rows(citations, proving=())

    def save_progress(self, message_id: str, text: str) -> None:
        """Keep the whole text shown so far; a call writes all of it, so call at intervals, not per piece."""
        with self._writing() as session:
            hold_unfinished(session, message_id, now=self._now()).text = text

    def finish_answer(self, message_id: str, text: str, *, citations: tuple[Citation, ...], done: Done) -> None:
        """Keep an answer or a refusal for good, exactly as shown.

        Raises:
            HistoryError: the answer is unknown or already finished.
        """
        with self._writing() as session:
            row = hold_unfinished(session, message_id, now=self._now())
            row.finished = True
            row.text = text
            row.status, row.answerer, row.ending = done.status, done.answerer, done.ending
            row.failure, row.unknown_markers = done.failure, done.unknown_markers
            row.cited = list(done.cited)
            row.trace_json, row.closing_json = trace_to_json(done.trace), to_json(done.closing)
            proving = done.cited if done.ending == "complete" else ()
            row.citations = citation_rows(citations, proving=proving)

    def finish_partial(
        self, message_id: str, text: str, *, citations: tuple[Citation, ...], ending: Ending, failure: str
    ) -> None:
        """Keep what was shown of an answer that broke off; nothing in it counts as checked.

        Raises:
            ValueError: `ending` is `complete`.
            HistoryError: the answer is unknown or already finished.
        """
        if ending == "complete":
            raise ValueError("a complete answer has a verdict and a trace: use finish_answer")
        with self._writing() as session:
            row = hold_unfinished(session, message_id, now=self._now())
            row.finished = True
            row.text, row.ending, row.failure = text, ending, failure
            row.citations = citation_rows(citations, proving=())

    def rate(self, message_id: str, value: RatingValue, *, reason: str = "", note: str = "") -> None:
        """Keep what a reader thinks of an answer, in place of an earlier rating of it.

        Raises:
            ValueError: `value` is neither `up` nor `down`.
            HistoryError: there is no such answer; questions are not rated.
        """
        if value not in get_args(RatingValue):
            raise ValueError(f"a rating is 'up' or 'down', got {value!r}")
        with self._writing() as session:
            hold_answer(session, message_id)
            rating = RatingRow(message_id=message_id, value=value, reason=reason, note=note, at=self._now())
            session.merge(rating)

    def conversation(self, conversation_id: str) -> Conversation | None:
        """Return the conversation of an id, which may come from a link."""
        with self._reading() as session:
            row = session.get(ConversationRow, conversation_id)
            return None if row is None else as_conversation(row)

    def conversations(self, *, limit: int = 50, offset: int = 0) -> tuple[Conversation, ...]:
        """Return the conversations that hold a message, last changed first; ties go to the lower id.

        Raises:
            ValueError: `limit` is under 1 or `offset` under 0.
        """
        if limit < 1 or offset < 0:
            raise ValueError(f"limit must be at least 1 and offset at least 0, got {limit} and {offset}")
        spoken = select(MessageRow.id).where(MessageRow.conversation_id == ConversationRow.id).exists()
        newest_first = select(ConversationRow).where(spoken)
        newest_first = newest_first.order_by(ConversationRow.updated_at.desc(), ConversationRow.id)
        with self._reading() as session:
            rows = session.scalars(newest_first.limit(limit).offset(offset))
            return tuple(as_conversation(row) for row in rows)

    def messages(self, conversation_id: str) -> tuple[StoredMessage, ...]:
        """Return a conversation in reading order: each question, then its answers.

        Where two questions were asked at once in two tabs, this order is not that of `position`.
        """
        question = aliased(MessageRow)
        reading_order = (
            select(MessageRow)
            .outerjoin(question, MessageRow.question_id == question.id)
            .where(MessageRow.conversation_id == conversation_id)
            .order_by(func.coalesce(question.position, MessageRow.position), MessageRow.position)
            .options(selectinload(MessageRow.citations))
        )
        with self._reading() as session:
            return tuple(as_message(row) for row in session.scalars(reading_order))

    def message(self, message_id: str) -> StoredMessage | None:
        """Return one question or answer."""
        with self._reading() as session:
            row = session.get(MessageRow, message_id)
            return None if row is None else as_message(row)

    def ratings(self, conversation_id: str | None = None) -> tuple[Rating, ...]:
        """Return one conversation's ratings, or all, newest first; ties go to the lower message id."""
        newest_first = select(RatingRow).order_by(RatingRow.at.desc(), RatingRow.message_id)
        if conversation_id is not None:
            newest_first = newest_first.join(MessageRow, MessageRow.id == RatingRow.message_id)
            newest_first = newest_first.where(MessageRow.conversation_id == conversation_id)
        with self._reading() as session:
            return tuple(as_rating(row) for row in session.scalars(newest_first))

    def used_in_answers(self, card_id: str) -> int:
        """Return how many complete answers cite the card in their text; being shown alone does not count."""
        proved = select(func.count(distinct(CitationRow.message_id)))
        proved = proved.where(CitationRow.card_id == card_id, CitationRow.proved)
        with self._reading() as session:
            return session.scalars(proved).one()

    def version_uses(self) -> tuple[VersionUse, ...]:
        """Return how many answers each index version gave, the latest used first."""
        given = select(MessageRow.index_version, func.count(), func.max(MessageRow.created_at))
        given = given.where(MessageRow.role == "assistant", MessageRow.index_version != "")
        with self._reading() as session:
            uses = [VersionUse(*row) for row in session.execute(given.group_by(MessageRow.index_version))]
        return tuple(sorted(uses, key=lambda use: (use.latest, use.version), reverse=True))

    def answers_from(self, version: str, *, limit: int = 50) -> tuple[GivenAnswer, ...]:
        """Return the latest answers that an index version gave, newest first; ties go to the lower id."""
        question = aliased(MessageRow)
        given = select(question.text, MessageRow.status, MessageRow.created_at)
        given = given.outerjoin(question, MessageRow.question_id == question.id)
        given = given.where(MessageRow.role == "assistant", MessageRow.index_version == version)
        given = given.order_by(MessageRow.created_at.desc(), MessageRow.id).limit(limit)
        with self._reading() as session:
            return tuple(GivenAnswer(text or "", status, at) for text, status, at in session.execute(given))

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with reporting(self._engine), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with reporting(self._engine), Session(writing(self._engine)) as session, session.begin():
            yield session
