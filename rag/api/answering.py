"""One question of the API: stored, answered, and kept as it is sent."""

from collections.abc import Generator, Iterator

from starlette.exceptions import HTTPException

from rag.api.bodies import ChatBody
from rag.api.event_stream import event_bytes
from rag.discretion import kept
from rag.errors import RagError
from rag.history.recording import Recording
from rag.history.store import HistoryStore
from rag.history.turns import turns_of
from rag.index.opening import OpenIndex
from rag.pipeline import ALL, Question
from rag.process import Opened
from rag.types import Done, Event, Meta
from rag.wire import Json, event_to_json

_BROKEN: dict[str, Json] = {
    "status": None,
    "route": None,
    "escalated": False,
    "confidence": None,
    "threshold": None,
    "answerer": None,
    "ending": "failed",
    "cited": [],
    "unknown_markers": 0,
    "failure": "unavailable",
    "computation": None,
    "closing": None,
}
"""What `done` says after an error that left no verdict."""


class Answering:
    """A question that is stored already and whose answer is about to be given.

    Args:
        opened: Answers and keeps.
        body: The request.

    Raises:
        HTTPException: 404 for an unknown conversation, bundle or card, 422 for a card of another bundle than the
            one asked or a model that is not there; nothing is stored then.
        RagError: no index serves, or the history cannot be written.
    """

    def __init__(self, opened: Opened, body: ChatBody) -> None:
        check_bundle(opened, body.bundle)
        _check_models(opened, body)
        if body.card_id is not None:
            _check_card(opened.engine().index(), body.card_id, body.bundle)
        store = opened.history()
        self._conversation = _conversation(store, body)
        turns = turns_of(store.messages(self._conversation), grounded=body.use_rag)
        message = kept(body.message)  # the number of a parcel or a case is nobody's to keep
        question_id = store.add_question(self._conversation, message)
        question = Question(
            message,
            body.bundle,
            turns,
            card_id=body.card_id or "",
            alone=body.alone,
            grounded=body.use_rag,
            fine_tuned=body.use_sft,
        )
        self._events = opened.engine().ask(question)
        meta = next(self._events)
        if not isinstance(meta, Meta):
            raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
        self._meta = meta
        self._recording = Recording(store, self._conversation, question_id, meta)
        self._pieces = self._sent()

    @property
    def pieces(self) -> Iterator[bytes]:
        """The stream's events: `meta`, `citation`*, `delta`*, perhaps `error`, then `done`."""
        return self._pieces

    def close(self) -> None:
        """Stop the model and keep what was sent; call it in the end, whatever the end was."""
        self._pieces.close()
        self._events.close()
        self._recording.keep()

    def _sent(self) -> Generator[bytes]:
        yield self._piece(self._meta, {"conversation_id": self._conversation})
        try:
            for event in self._recording.through(self._events):
                if isinstance(event, Done):
                    self._recording.keep()  # first, so that who read `done` can read the message
                    yield self._piece(event, {"message_id": self._recording.message_id})
                else:
                    yield self._piece(event, {})
        except RagError as exc:
            yield event_bytes("error", {"kind": "unavailable", "message": str(exc)})
            yield event_bytes("done", {"message_id": self._recording.message_id, **_BROKEN})

    def _piece(self, event: Event, more: dict[str, Json]) -> bytes:
        value = event_to_json(event)
        return event_bytes(str(value.pop("event")), {**more, **value})


def check_bundle(opened: Opened, bundle: str) -> None:
    """Return when cards of that name serve. Raises `HTTPException` 404 naming those that do, and `RagError`."""
    bundles = opened.engine().index().bundles
    if bundle not in (ALL, *bundles):
        raise HTTPException(404, f"bundle: there is no {bundle!r}; there are {', '.join(bundles)}, or {ALL}.")


def _check_models(opened: Opened, body: ChatBody) -> None:
    offers = opened.engine().offers()
    if not body.use_rag and not offers.model:
        raise HTTPException(
            422,
            "use_rag: false needs a chat model: set OPENAI_API_KEY where the server runs and start it again, "
            "or send true.",
        )
    if body.use_sft and not offers.fine_tuned:
        raise HTTPException(
            422,
            "use_sft: true needs a fine-tuned model: name it as chat_model.fine_tuned in config.yaml, set "
            "OPENAI_API_KEY where the server runs and start it again, or send false.",
        )


def _conversation(store: HistoryStore, body: ChatBody) -> str:
    if body.conversation_id is None:
        return store.start_conversation(body.bundle)
    if store.conversation(body.conversation_id) is None:
        raise HTTPException(404, unknown_conversation(body.conversation_id))
    return body.conversation_id


def _check_card(index: OpenIndex, card_id: str, bundle: str) -> None:
    card = index.cards.get(card_id)
    if card is None:
        raise HTTPException(404, f"card_id: {unknown_card(card_id, index)}")
    if bundle not in (ALL, card.bundle):
        asked = f"{bundle!r} was asked; send bundle {card.bundle!r} or {ALL!r}."
        raise HTTPException(422, f"card_id: {card_id!r:.200} is a card of {card.bundle!r}, but {asked}")


def unknown_card(card_id: str, index: OpenIndex) -> str:
    """Return the words for a card that does not serve."""
    return f"No card {card_id!r:.200} is in index version {index.manifest.version}; POST /api/search finds cards."


def unknown_conversation(conversation_id: str) -> str:
    """Return the words for a conversation that is not there."""
    return (
        f"There is no conversation {conversation_id!r:.80}; POST /api/chat/stream without conversation_id begins one."
    )
