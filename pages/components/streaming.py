"""Streams one answer onto the page and keeps it, whatever happens on the way."""

import time
from collections.abc import Iterator

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.conversation import Asked, open_conversation
from pages.components.ready import engine, history
from pages.components.words import Words
from rag.answer.neutralise import NeutralStream
from rag.config import Settings
from rag.history.records import StoredMessage
from rag.pipeline import Question
from rag.types import Citation, Delta, Done, Ending, Event, Failed, Meta, Turn

SAVE_S = 1.0
"""Seconds between two saves of an unfinished answer; a killed process loses at most this much."""


def stream_answer(asked: Asked, settings: Settings, w: Words) -> StoredMessage:
    """Ask, draw the words as they come inside an `answer_bubble`, and return the answer as it was stored.

    Stopping, closing the tab or clicking elsewhere ends the script inside this call; what was shown is kept.
    """
    store = history()
    conversation = open_conversation(asked.bundle)
    turns = _turns(store.messages(conversation))
    question_id = store.add_question(conversation, asked.text)
    shown = _Shown(w)
    events = engine().ask(Question(asked.text, asked.bundle, turns), settings)
    meta = next(events)
    if not isinstance(meta, Meta):
        raise TypeError(f"an answer begins with Meta, got {type(meta).__name__}")
    message_id = store.begin_answer(conversation, question_id, meta=meta)
    try:
        status = st.empty()
        status.caption(w.searching.format(count=engine().index().manifest.cards))
        st.write_stream(shown.words(events, message_id, status))
    finally:
        shown.keep(message_id)
    stored = store.message(message_id)
    if stored is None:
        raise LookupError(f"answer {message_id} was stored and is gone")
    return stored


class _Shown:
    """What is on the page of one answer so far."""

    def __init__(self, w: Words) -> None:
        self._w = w
        self._text = ""
        self._citations: list[Citation] = []
        self._done: Done | None = None
        self._failed: Failed | None = None
        self._saved = time.monotonic()

    def words(self, events: Iterator[Event], message_id: str, status: DeltaGenerator) -> Iterator[str]:
        neutral = NeutralStream()
        for event in events:
            match event:
                case Citation():
                    self._citations.append(event)
                    evidence = sum(citation.role == "evidence" for citation in self._citations)
                    if evidence:
                        status.caption(self._w.writing.format(count=evidence))
                case Delta():
                    if not self._text:
                        history().save_citations(message_id, tuple(self._citations))
                    self._text += event.content
                    self._save_progress(message_id)
                    yield neutral.feed(event.content)
                case Failed():
                    self._failed = event
                case Done():
                    self._done = event
        yield neutral.finish()
        status.empty()

    def keep(self, message_id: str) -> None:
        citations = tuple(self._citations)
        if self._done is not None:
            history().finish_answer(message_id, self._text, citations=citations, done=self._done)
        else:
            ending: Ending = "failed" if self._failed else "stopped"
            kind = self._failed.kind if self._failed else ""
            history().finish_partial(message_id, self._text, citations=citations, ending=ending, failure=kind)

    def _save_progress(self, message_id: str) -> None:
        if time.monotonic() - self._saved >= SAVE_S:
            history().save_progress(message_id, self._text)
            self._saved = time.monotonic()


def _turns(messages: tuple[StoredMessage, ...]) -> tuple[Turn, ...]:
    return tuple(Turn(message.role, message.text) for message in messages)
