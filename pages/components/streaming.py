"""Streams one answer onto the page and keeps it, whatever happens on the way."""

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import closing

import streamlit as st

from pages.components.conversation import Asked, open_conversation
from pages.components.language import current_language
from pages.components.ready import engine, history
from pages.components.words import Words
from rag.answer.neutralise import NeutralStream
from rag.config import Settings
from rag.errors import EmbedderError
from rag.history.records import StoredMessage
from rag.pipeline import ALL, Question
from rag.types import Citation, Delta, Done, Ending, Event, Failed, Meta, Turn

SAVE_S = 1.0
"""Seconds between two saves of an unfinished answer; a killed process loses at most this much."""

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
    question = Question(asked.text, asked.bundle, turns, current_language(), asked.card_id, asked.alone)
    with closing(engine().ask(question, settings)) as events:
        meta = next(events)
        if not isinstance(meta, Meta):
            raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
        message_id = store.begin_answer(conversation, question_id, meta=meta)
        shown = st.session_state[STREAMING] = _Shown(message_id)
        try:
            st.write_stream(shown.words(events, _Progress(asked.bundle, w)))
        finally:
            shown.keep()
    stored = store.message(message_id)
    if stored is None:
        raise LookupError(f"answer {message_id} was stored and is gone")
    return stored


def keep_interrupted() -> None:
    """Keep what an answer showed whose script this run interrupts; call it before messages are read.

    Streamlit starts a run at once, beside the interrupted one, which may still wait for the model.
    """
    shown: _Shown | None = st.session_state.pop(STREAMING, None)
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


class _Shown:
    """What is on the page of one answer so far; threads may share it."""

    def __init__(self, message_id: str) -> None:
        self._lock = threading.Lock()
        self._kept = False
        self._message_id = message_id
        self._text = ""
        self._citations: list[Citation] = []
        self._done: Done | None = None
        self._failure = ""
        self._saved = time.monotonic()

    def words(self, events: Iterator[Event], progress: _Progress) -> Generator[str]:
        """Yield inert markdown; what was yielded counts as shown once the next piece is asked for."""
        neutral = NeutralStream()
        try:
            for event in events:
                match event:
                    case Citation():
                        self._citations.append(event)
                        evidence = sum(citation.role == "evidence" for citation in self._citations)
                        if evidence:
                            progress.writing(evidence)
                    case Delta():
                        self._save_citations()
                        yield neutral.feed(event.content)
                        self._text += event.content
                        self._save_progress()
                    case Failed():
                        self._failure = event.kind
                    case Done():
                        self._done = event
        except EmbedderError:
            self._failure = "embedder"
            raise
        yield neutral.finish()
        progress.end()

    def keep(self) -> None:
        """Keep what is on the page, for good; only the first call counts."""
        with self._lock:
            if self._kept:
                return
            self._kept = True
            self._finish()

    def _finish(self) -> None:
        citations = tuple(self._citations)
        if self._done is not None:
            history().finish_answer(self._message_id, self._text, citations=citations, done=self._done)
            return
        ending: Ending = "failed" if self._failure else "stopped"
        history().finish_partial(
            self._message_id, self._text, citations=citations, ending=ending, failure=self._failure
        )

    def _save_citations(self) -> None:
        with self._lock:
            if not self._text and not self._kept:
                history().save_citations(self._message_id, tuple(self._citations))

    def _save_progress(self) -> None:
        with self._lock:
            if time.monotonic() - self._saved >= SAVE_S and not self._kept:
                history().save_progress(self._message_id, self._text)
                self._saved = time.monotonic()
