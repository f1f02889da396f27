from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.errors import EmbedderError
from rag.history.recording import Recording
from rag.history.records import StoredMessage
from rag.history.store import HistoryStore, open_history
from rag.types import Delta, Event, Failed
from tests.rag.history.shown_values import META, a_citation, a_done


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HistoryStore]:
    with open_history(f"sqlite:///{tmp_path / 'history.sqlite'}") as opened:
        yield opened


@pytest.fixture
def recording(store: HistoryStore) -> Recording:
    conversation = store.start_conversation("consular")
    return Recording(store, conversation, store.add_question(conversation, META.question), META)


def stored(store: HistoryStore, recording: Recording) -> StoredMessage:
    found = store.message(recording.message_id)
    assert found is not None
    return found


def test_a_whole_answer_is_kept_with_its_verdict(store: HistoryStore, recording: Recording) -> None:
    events: list[Event] = [a_citation(), Delta("It takes "), Delta("7 days. [1]"), a_done()]
    assert list(recording.through(iter(events))) == events
    recording.keep()
    answer = stored(store, recording)
    assert (answer.text, answer.ending, answer.status) == ("It takes 7 days. [1]", "complete", "answerable")
    assert answer.citations == (a_citation(),)


def test_words_count_as_shown_once_the_next_event_is_asked_for(store: HistoryStore, recording: Recording) -> None:
    events = recording.through(iter([a_citation(), Delta("one "), Delta("two "), Delta("three")]))
    assert [next(events) for _ in range(3)][-1] == Delta("two ")
    recording.keep()
    answer = stored(store, recording)
    assert (answer.text, answer.ending, answer.citations) == ("one ", "stopped", (a_citation(),))


def test_cards_are_kept_before_the_first_word_is_given(store: HistoryStore, recording: Recording) -> None:
    events = recording.through(iter([a_citation(), Delta("one")]))
    next(events), next(events)
    assert stored(store, recording).citations == (a_citation(),)


def test_what_comes_after_keeping_changes_nothing(store: HistoryStore, recording: Recording) -> None:
    events = recording.through(iter([Delta("one "), Delta("two"), a_done()]))
    next(events), next(events)
    recording.keep()
    list(events)
    recording.keep()
    assert (stored(store, recording).text, stored(store, recording).ending) == ("one ", "stopped")


def test_a_failed_embedder_and_a_broken_model_are_named(store: HistoryStore, recording: Recording) -> None:
    def failing() -> Iterator[Event]:
        yield Failed("timeout", "No answer.")
        raise EmbedderError("The embedder failed.")

    with pytest.raises(EmbedderError):
        list(recording.through(failing()))
    recording.keep()
    assert (stored(store, recording).ending, stored(store, recording).failure) == ("failed", "embedder")
