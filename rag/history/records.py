"""What the history gives back: conversations, messages, ratings; every instant is aware and in UTC."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rag.types import Answerer, Citation, Closing, Ending, Route, Status

Role = Literal["user", "assistant"]
RatingValue = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One line of the list of conversations."""

    id: str
    """Unguessable; whoever knows it may read the conversation."""
    title: str
    """The first question that is not blank, on one line, at most 80 characters; empty before there is one."""
    bundle: str
    """The bundle of the latest answer; before the first answer, the one the conversation started with."""
    created_at: datetime
    updated_at: datetime
    """When a message was last written; a rating does not count."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A question, or an answer exactly as it was shown.

    On a question the fields from `status` on are None, empty or 0.
    """

    id: str
    conversation_id: str
    position: int
    """Order of writing inside the conversation; 1 is the first."""
    role: Role
    text: str
    created_at: datetime
    status: Status | None
    """None on an answer that broke off before its verdict was stored."""
    answerer: Answerer | None
    """None as for `status`."""
    ending: Ending | None
    """`stopped` from the first moment of an answer until it is finished."""
    failure: str
    bundle: str
    """Bundle the question was asked of, or `all`."""
    index_version: str
    settings_hash: str
    question_id: str | None
    """The message this one answers."""
    citations: tuple[Citation, ...]
    """In the order shown."""
    cited: tuple[int, ...]
    unknown_markers: int
    trace_json: str
    """For `trace_from_json`; empty when the answer broke off."""
    closing: Closing | None
    route: Route | None = None
    """The route taken at first; None on a question, and on an answer of a release without routes."""
    use_rag: bool = True
    """False on an answer of the model alone, which no card proves."""
    use_sft: bool = False
    """True on an answer that the fine-tuned model was to write."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What a reader thought of an answer; a later rating of the same answer replaces it."""

    message_id: str
    value: RatingValue
    reason: str
    note: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VersionUse:
    """How far the answers of the history rest on one index version."""

    version: str
    answers: int
    """Answers and refusals, finished or not; at least 1."""
    latest: datetime


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer, without its words and without the way to its conversation."""

    question: str
    """Empty when it is not known any more."""
    status: Status | None
    """None as in `StoredMessage`."""
    created_at: datetime
