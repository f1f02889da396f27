"""Runs a computation card for a request; with a conversation the question and the result are kept in it."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from rag.api.answering import unknown_conversation
from rag.api.bodies import ComputeBody
from rag.history.recording import Recording
from rag.pipeline import Question
from rag.process import Opened
from rag.types import Citation, Delta, Done, Event, Meta
from rag.wire import Json, event_to_json


def compute(opened: Opened, body: ComputeBody) -> dict[str, Json]:
    """Return the end of the computation: its status, words, citations, and the values it was shown with.

    Raises:
        HTTPException: 404 for an unknown conversation, and for a card that is unknown or sanctions no computation.
        RagError: no index serves, or the history cannot be used.
    """
    inputs = {name: _text(value) for name, value in body.inputs.items()}
    if body.conversation_id and opened.history().conversation(body.conversation_id) is None:
        raise HTTPException(404, unknown_conversation(body.conversation_id))
    question = _question(opened, body, inputs)
    try:
        meta, *events = opened.engine().ask(question)
    except ValueError as exc:  # its contract fits no registered computation
        raise HTTPException(404, str(exc)) from exc
    if not isinstance(meta, Meta):
        raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
    message_id = _kept(opened, body.conversation_id, question, meta, events) if body.conversation_id else None
    done = next(event for event in events if isinstance(event, Done))
    return {
        **_values(done),
        "message_id": message_id,
        "content": "".join(event.content for event in events if isinstance(event, Delta)),
        "citations": [_values(event) for event in events if isinstance(event, Citation)],
    }


def _question(opened: Opened, body: ComputeBody, inputs: Mapping[str, str]) -> Question:
    index = opened.engine().index()
    card = index.cards.get(body.card_id)
    if card is None or not card.computes:
        version = index.manifest.version
        raise HTTPException(404, f"No Attested Computation {body.card_id!r:.200} is in index version {version}.")
    given = ", ".join(f"{name}: {text}" for name, text in inputs.items())
    return Question(f"{card.title} · {given}", card.bundle, card_id=card.card_id, inputs=inputs)


def _kept(opened: Opened, conversation: str, question: Question, meta: Meta, events: list[Event]) -> str:
    store = opened.history()
    recording = Recording(store, conversation, store.add_question(conversation, question.text), meta)
    for _ in recording.through(iter(events)):
        pass
    recording.keep()
    return recording.message_id


def _values(event: Event) -> dict[str, Json]:
    return {name: value for name, value in event_to_json(event).items() if name != "event"}


def _text(value: str | bool | int | list[int]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
