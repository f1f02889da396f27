"""Streams one answer onto the page and keeps it, whatever happens on the way."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

import streamlit as st

from pages.components.conversation import Asked, open_conversation
from pages.components.language import current_language
from pages.components.ready import engine, history
from pages.components.words import Words
from rag.answer.neutralise import NeutralStream
from rag.config import Settings
from rag.history.recording import Recording
from rag.history.records import StoredMessage
from rag.history.turns import turns_of
from rag.pipeline import ALL, Question
from rag.types import Citation, Delta, Event, Meta

STREAMING = "chat.streaming"
"""Session state: the answer that this session streams, or streamed last."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question that is stored and may be answered, more than once where answers are compared."""

    asked: Asked
    conversation: str
    question_id: str
    before: tuple[StoredMessage, ...]
    """What was said before it."""


def pose(asked: Asked) -> Posed:
    """Store a question in this page's conversation."""
    store = history()
    conversation = open_conversation(asked.bundle)
    before = store.messages(conversation)
    return Posed(asked, conversation, store.add_question(conversation, asked.text), before)


def stream_answer(posed: Posed, settings: Settings, w: Words, *, grounded: bool) -> StoredMessage:
    """Ask, draw the words as they come inside an `answer_bubble`, and return the answer as it was stored.

    Stopping, closing the tab or clicking elsewhere ends the script inside this call, at the next piece from the
    model; what was shown is kept, and the model's stream is closed.

    Raises:
        EmbedderError: the embedder failed; the answer is kept as failed.
    """
    store, asked = history(), posed.asked
    question = Question(
        text=asked.text,
        bundle=asked.bundle,
        history=turns_of(posed.before, grounded=grounded),
        language=current_language(),
        card_id=asked.card_id,
        alone=asked.alone,
        inputs=asked.inputs,
        zone=st.context.timezone or "",
        grounded=grounded,
        fine_tuned=asked.answering.fine_tuned,
    )
    with closing(engine().ask(question, settings)) as events:
        meta = next(events)
        if not isinstance(meta, Meta):
            raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
        shown = st.session_state[STREAMING] = Recording(store, posed.conversation, posed.question_id, meta)
        try:
            st.write_stream(_words(shown.through(events), _Progress(meta, w)))
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

    def __init__(self, meta: Meta, w: Words) -> None:
        self._w = w
        with st.container(horizontal=True, vertical_alignment="center"):
            self._words, self._stop = st.empty(), st.empty()
        cards = engine().index().manifest
        searched = cards.cards if meta.bundle == ALL else cards.bundles[meta.bundle]
        self._say(w.writing_alone if meta.route == "DIRECT" else w.searching.format(count=searched))
        # a click starts the next run of the page, which draws what was kept with its label
        key = "chat.stop" if meta.use_rag else "chat.stop.alone"  # both may be drawn in one run
        self._stop.button(w.stop, key=key, icon=":material/stop_circle:", type="tertiary")

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
