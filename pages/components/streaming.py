"""Streams one answer onto the page and keeps it, whatever happens on the way."""

from collections.abc import Generator, Iterator
from contextlib import closing

import streamlit as st

from pages.components.conversation import Asked, open_conversation
from pages.components.language import current_language
from pages.components.ready import engine, history
from pages.components.words import Words
from rag.answer.neutralise import NeutralStream
from rag.config import Settings
from rag.history.recording import Recording
from rag.history.records import StoredMessage
from rag.pipeline import ALL, Question
from rag.types import Citation, Delta, Event, Meta, Turn

STREAMING = "chat.streaming"
"""Session state: the answer that this session streams, or streamed last."""


def stream_answer(asked: Asked, settings: Settings, w: Words) -> StoredMessage:
    """Ask, draw the words as they come inside an `answer_bubble`, and return the answer as it was stored.

    Stopping, closing the tab or clicking elsewhere ends the script inside this call, at the next piece from the
    model; what was shown is kept, and the model's stream is closed.

    Raises:
        EmbedderError: the embedder failed; the answer is kept as failed.
    """
    store = history()
    conversation = open_conversation(asked.bundle)
    turns = tuple(Turn(message.role, message.text) for message in store.messages(conversation))
    question_id = store.add_question(conversation, asked.text)
    question = Question(
        text=asked.text,
        bundle=asked.bundle,
        history=turns,
        language=current_language(),
        card_id=asked.card_id,
        alone=asked.alone,
        inputs=asked.inputs,
        zone=st.context.timezone or "",
    )
    with closing(engine().ask(question, settings)) as events:
        meta = next(events)
        if not isinstance(meta, Meta):
            raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
        shown = st.session_state[STREAMING] = Recording(store, conversation, question_id, meta)
        try:
            st.write_stream(_words(shown.through(events), _Progress(asked.bundle, w)))
        finally:
            shown.keep()
    stored = store.message(shown.message_id)
    if stored is None:
        raise LookupError(f"answer {shown.message_id} was stored and is gone")
    return stored


def keep_interrupted() -> None:
    """Keep what an answer showed whose script this run interrupts; call it before messages are read.

    Streamlit starts a run at once, beside the interrupted one, which may still wait for the model.
    """
    shown: Recording | None = st.session_state.pop(STREAMING, None)
    if shown is not None:
        shown.keep()


class _Progress:
    """Says what is being done, and that nothing is finished, for as long as this is true; offers to stop it."""

    def __init__(self, bundle: str, w: Words) -> None:
        self._w = w
        with st.container(horizontal=True, vertical_alignment="center"):
            self._words, self._stop = st.empty(), st.empty()
        cards = engine().index().manifest
        self._say(w.searching.format(count=cards.cards if bundle == ALL else cards.bundles[bundle]))
        # a click starts the next run of the page, which draws what was kept with its label
        self._stop.button(w.stop, key="chat.stop", icon=":material/stop_circle:", type="tertiary")

    def writing(self, cards: int) -> None:
        """Tell from how many cards the answer is being written."""
        self._say(self._w.writing.format(count=cards))

    def end(self) -> None:
        """Take words and button away."""
        self._words.empty()
        self._stop.empty()

    def _say(self, doing: str) -> None:
        self._words.caption(f"{doing} · {self._w.not_checked}")


def _words(events: Iterator[Event], progress: _Progress) -> Generator[str]:
    """Yield inert markdown for each piece of the answer."""
    neutral = NeutralStream()
    evidence = 0
    for event in events:
        if isinstance(event, Citation) and event.role == "evidence":
            evidence += 1
            progress.writing(evidence)
        elif isinstance(event, Delta):
            yield neutral.feed(event.content)
    yield neutral.finish()
    progress.end()
