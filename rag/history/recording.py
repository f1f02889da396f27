"""Keeps an answer while it is given, whatever happens on the way; a page and the HTTP API record alike."""

import threading
import time
from collections.abc import Generator, Iterator

from rag.errors import EmbedderError
from rag.history.store import HistoryStore
from rag.types import Citation, Delta, Done, Ending, Event, Failed, Meta

SAVE_S = 1.0
"""Seconds between two saves of an unfinished answer; a killed process loses at most this much."""


class Recording:
    """One answer on its way to a reader; threads may share it.

    Args:
        store: Keeps it.
        conversation_id: Holds the question.
        question_id: From `HistoryStore.add_question`.
        meta: First event of the answer.

    Raises:
        HistoryError: as for `HistoryStore.begin_answer`.
    """

    def __init__(self, store: HistoryStore, conversation_id: str, question_id: str, meta: Meta) -> None:
        self.message_id = store.begin_answer(conversation_id, question_id, meta=meta)
        self._store = store
        self._lock = threading.Lock()
        self._kept = False
        self._text = ""
        self._citations: list[Citation] = []
        self._done: Done | None = None
        self._failure = ""
        self._saved = time.monotonic()

    def through(self, events: Iterator[Event]) -> Generator[Event]:
        """Yield the events that follow `Meta`; words count as shown once the next event is asked for.

        Raises:
            EmbedderError: passed on; the answer is kept as failed.
        """
        try:
            for event in events:
                self._before(event)
                yield event
                if isinstance(event, Delta):
                    self._text += event.content
                    self._save_progress()
        except EmbedderError:
            self._failure = "embedder"
            raise

    def keep(self) -> None:
        """Keep what was shown, for good; only the first call counts."""
        with self._lock:
            if self._kept:
                return
            self._kept = True
            self._finish()

    def _before(self, event: Event) -> None:
        match event:
            case Citation():
                self._citations.append(event)
            case Delta():
                self._save_citations()
            case Failed():
                self._failure = event.kind
            case Done():
                self._done = event

    def _finish(self) -> None:
        citations = tuple(self._citations)
        if self._done is not None:
            self._store.finish_answer(self.message_id, self._text, citations=citations, done=self._done)
            return
        ending: Ending = "failed" if self._failure else "stopped"
        self._store.finish_partial(
            self.message_id, self._text, citations=citations, ending=ending, failure=self._failure
        )

    def _save_citations(self) -> None:
        with self._lock:
            if not self._text and not self._kept:
                self._store.save_citations(self.message_id, tuple(self._citations))

    def _save_progress(self) -> None:
        with self._lock:
            if time.monotonic() - self._saved >= SAVE_S and not self._kept:
                self._store.save_progress(self.message_id, self._text)
                self._saved = time.monotonic()
