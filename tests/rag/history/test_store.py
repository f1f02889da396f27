from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from rag.errors import HistoryError
from rag.history.records import Conversation, Rating, StoredMessage
from rag.history.store import HistoryStore, open_history
from rag.history.trace_json import trace_from_json
from tests.rag.history.shown_values import (
    CLOSING,
    META,
    SteppingClock,
    a_citation,
    a_done,
    a_trace,
)

TWO_CARDS = (a_citation(1, "consular/a"), a_citation(2, "consular/b"))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'made' / 'on the way' / 'history.sqlite'}"


@pytest.fixture
def store(url: str) -> Iterator[HistoryStore]:
    with open_history(url, now=SteppingClock()) as history:
        yield history


def asked(store: HistoryStore, question: str = META.question) -> tuple[str, str]:
    conversation_id = store.start_conversation("consular")
    question_id = store.add_question(conversation_id, question)
    return conversation_id, store.begin_answer(conversation_id, question_id, meta=META)


def read(store: HistoryStore, message_id: str) -> StoredMessage:
    message = store.message(message_id)
    assert message is not None
    return message


def test_a_reload_gives_exactly_what_was_shown(store: HistoryStore, url: str) -> None:
    conversation_id, answer_id = asked(store)
    shown = "갱신은 7일 걸립니다 [1].\r\n\n  `a -> b` \t끝 "
    store.finish_answer(answer_id, shown, citations=TWO_CARDS, done=a_done())
    with open_history(url) as reloaded:
        question, answer = reloaded.messages(conversation_id)
    assert (question.role, question.text, question.position) == ("user", META.question, 1)
    assert (question.status, question.ending, question.citations) == (None, None, ())
    assert answer == StoredMessage(
        id=answer_id,
        conversation_id=conversation_id,
        position=2,
        role="assistant",
        text=shown,
        # The clock's third tick: conversation, question, answer.
        created_at=datetime(2026, 11, 30, 0, 0, 3, tzinfo=UTC),
        status="answerable",
        answerer="model",
        ending="complete",
        failure="",
        bundle="consular",
        index_version="v-1",
        settings_hash="abc123def456",
        question_id=question.id,
        citations=TWO_CARDS,
        cited=(1,),
        unknown_markers=2,
        trace_json=answer.trace_json,
        closing=CLOSING,
        route="LIGHT_RAG",
        use_rag=True,
        use_sft=True,
    )
    assert trace_from_json(answer.trace_json) == a_trace()


def test_an_answer_is_labelled_stopped_from_its_first_moment(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    answer = read(store, answer_id)
    assert (answer.text, answer.ending, answer.status, answer.closing) == ("", "stopped", None, None)


def test_progress_and_cards_shown_so_far_are_kept(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    store.save_citations(answer_id, TWO_CARDS)
    store.save_progress(answer_id, "Half an ans")
    answer = read(store, answer_id)
    assert (answer.text, answer.ending, answer.citations) == ("Half an ans", "stopped", TWO_CARDS)


def test_cards_kept_again_replace_the_earlier_ones(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    store.save_citations(answer_id, TWO_CARDS)
    store.save_citations(answer_id, TWO_CARDS[1:])
    assert read(store, answer_id).citations == TWO_CARDS[1:]


def test_a_broken_off_answer_keeps_its_text_and_its_label(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    store.finish_partial(answer_id, "Half", citations=TWO_CARDS, ending="cut-off", failure="timeout")
    answer = read(store, answer_id)
    assert (answer.text, answer.ending, answer.failure) == ("Half", "cut-off", "timeout")
    assert (answer.status, answer.cited, answer.citations) == (None, (), TWO_CARDS)


def test_a_finished_answer_never_changes(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    store.finish_answer(answer_id, "Whole", citations=TWO_CARDS, done=a_done())
    before = store.message(answer_id)
    with pytest.raises(HistoryError, match="finished"):
        store.save_progress(answer_id, "Other")
    with pytest.raises(HistoryError, match="finished"):
        store.finish_partial(answer_id, "Other", citations=(), ending="stopped", failure="")
    assert store.message(answer_id) == before


def test_a_partial_answer_cannot_be_called_complete(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    with pytest.raises(ValueError, match="finish_answer"):
        store.finish_partial(answer_id, "Half", citations=(), ending="complete", failure="")


def test_a_megabyte_of_answer_comes_back_whole(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    # "한" takes 3 bytes of UTF-8, so this is 1,048,578 bytes.
    long = "한" * 349_526
    assert len(long.encode()) == 1_048_578
    store.finish_answer(answer_id, long, citations=(), done=a_done())
    assert read(store, answer_id).text == long


def test_nul_and_lone_surrogates_become_the_replacement_character(store: HistoryStore) -> None:
    conversation_id, answer_id = asked(store, "a\x00b\ud800c")
    store.finish_answer(answer_id, "\udfff😀\x00", citations=(), done=a_done())
    question, answer = store.messages(conversation_id)
    assert (question.text, answer.text) == ("a\ufffdb\ufffdc", "\ufffd😀\ufffd")
    assert store.conversations()[0].title == "a\ufffdb\ufffdc"


def test_the_title_is_the_first_question_with_words_on_one_line_cut_to_80(store: HistoryStore) -> None:
    conversation_id = store.start_conversation("all")
    store.add_question(conversation_id, "  \n")
    store.add_question(conversation_id, "How\n do " + "I " * 80)
    store.add_question(conversation_id, "Another")
    conversation = store.conversation(conversation_id)
    assert conversation is not None
    # "How do " is 7 characters, 36 times "I " are 72, and one "I" makes 80.
    assert conversation.title == "How do " + "I " * 36 + "I"


def test_conversations_come_last_changed_first_and_in_pages(store: HistoryStore) -> None:
    first, second, third = (store.start_conversation("all") for _ in range(3))
    for conversation_id in (first, second, third, first):
        store.add_question(conversation_id, "Hello")
    listed = [conversation.id for conversation in store.conversations()]
    assert listed == [first, third, second]
    assert [conversation.id for conversation in store.conversations(limit=1, offset=1)] == [third]


def test_a_conversation_without_a_message_is_not_listed_but_found(store: HistoryStore) -> None:
    conversation_id = store.start_conversation("consular")
    at = datetime(2026, 11, 30, 0, 0, 1, tzinfo=UTC)
    assert store.conversations() == ()
    assert store.conversation(conversation_id) == Conversation(conversation_id, "", "consular", at, at)


def test_a_conversation_has_the_bundle_of_its_latest_answer(store: HistoryStore) -> None:
    conversation_id = store.start_conversation("all")
    store.begin_answer(conversation_id, store.add_question(conversation_id, "Hello"), meta=META)
    assert store.conversations()[0].bundle == "consular"


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (-1, 0), (1, -1)])
def test_a_page_out_of_range_is_a_callers_mistake(store: HistoryStore, limit: int, offset: int) -> None:
    with pytest.raises(ValueError, match="limit must be at least 1"):
        store.conversations(limit=limit, offset=offset)


def test_answers_follow_their_questions_when_two_tabs_asked_at_once(store: HistoryStore) -> None:
    conversation_id = store.start_conversation("all")
    one, two = (store.add_question(conversation_id, text) for text in ("One?", "Two?"))
    to_two = store.begin_answer(conversation_id, two, meta=META)
    to_one = store.begin_answer(conversation_id, one, meta=META)
    messages = store.messages(conversation_id)
    assert [message.id for message in messages] == [one, to_one, two, to_two]
    assert [message.position for message in messages] == [1, 4, 2, 3]


def test_a_conversation_starts_once_under_an_id_from_outside(store: HistoryStore) -> None:
    store.ensure_conversation("from-a-link_0123", "consular")
    before = store.conversation("from-a-link_0123")
    store.ensure_conversation("from-a-link_0123", "all")
    assert before is not None
    assert store.conversation("from-a-link_0123") == before


HOSTILE_IDS = [
    "",
    "short",
    "x" * 65,
    "a" * 16 + "\n",
    "../../../../etc/passwd",
    "'; DROP TABLE messages; --",
    "aaaaaaaaaaaaaaaa\x00",
    "aaaaaaaaaaaaaaaa\ud800",
    "가나다라마바사아자차카타파하가나",
    "１２３４５６７８９０１２３４５６",
]


@pytest.mark.parametrize("hostile", HOSTILE_IDS)
def test_a_hostile_id_is_refused_for_writing_and_unknown_for_reading(store: HistoryStore, hostile: str) -> None:
    with pytest.raises(HistoryError, match="start a new conversation"):
        store.ensure_conversation(hostile, "all")
    with pytest.raises(HistoryError, match="no conversation"):
        store.add_question(hostile, "Hello")
    with pytest.raises(HistoryError, match="no answer"):
        store.save_progress(hostile, "Hello")
    assert (store.conversation(hostile), store.message(hostile)) == (None, None)
    assert (store.messages(hostile), store.ratings(hostile)) == ((), ())
    assert store.used_in_answers(hostile) == 0


def test_writes_to_what_is_unknown_are_refused(store: HistoryStore) -> None:
    unknown = "u" * 22
    conversation_id = store.start_conversation("all")
    with pytest.raises(HistoryError, match=f"no conversation '{unknown}'"):
        store.begin_answer(unknown, unknown, meta=META)
    with pytest.raises(HistoryError, match=f"no question '{unknown}'"):
        store.begin_answer(conversation_id, unknown, meta=META)
    with pytest.raises(HistoryError, match="no answer"):
        store.save_citations(unknown, ())
    with pytest.raises(HistoryError, match="no answer"):
        store.finish_answer(unknown, "", citations=(), done=a_done())
    with pytest.raises(HistoryError, match="no answer"):
        store.finish_partial(unknown, "", citations=(), ending="failed", failure="server")
    with pytest.raises(HistoryError, match="no answer"):
        store.rate(unknown, "up")
    assert store.messages(conversation_id) == ()


def test_an_answer_belongs_to_a_question_of_its_own_conversation(store: HistoryStore) -> None:
    here, answer_here = asked(store)
    question_elsewhere = store.add_question(store.start_conversation("all"), "Elsewhere")
    for not_a_question_here in (question_elsewhere, answer_here):
        with pytest.raises(HistoryError, match="no question"):
            store.begin_answer(here, not_a_question_here, meta=META)


def test_a_later_rating_replaces_the_earlier_one(store: HistoryStore) -> None:
    conversation_id, answer_id = asked(store)
    store.rate(answer_id, "down", reason="wrong", note="7일이 아니라\n10일")
    store.rate(answer_id, "up")
    # Fifth tick: conversation, question, answer, first rating, second rating.
    at = datetime(2026, 11, 30, 0, 0, 5, tzinfo=UTC)
    assert store.ratings(conversation_id) == (Rating(answer_id, "up", "", "", at),)


def test_ratings_come_newest_first_for_one_conversation_or_all(store: HistoryStore) -> None:
    one, answer_one = asked(store)
    _, answer_two = asked(store)
    store.rate(answer_one, "up")
    store.rate(answer_two, "down")
    assert [rating.message_id for rating in store.ratings(one)] == [answer_one]
    assert [rating.message_id for rating in store.ratings()] == [answer_two, answer_one]


def test_a_rating_does_not_move_its_conversation_up(store: HistoryStore) -> None:
    older, answer_id = asked(store)
    newer, _ = asked(store)
    store.rate(answer_id, "up")
    assert [conversation.id for conversation in store.conversations()] == [newer, older]


def test_only_answers_are_rated_and_only_up_or_down(store: HistoryStore) -> None:
    conversation_id, answer_id = asked(store)
    question_id = store.messages(conversation_id)[0].id
    with pytest.raises(HistoryError, match="no answer"):
        store.rate(question_id, "up")
    with pytest.raises(ValueError, match="'up' or 'down', got 'meh'"):
        store.rate(answer_id, "meh")  # type: ignore[arg-type]


def test_a_card_counts_once_for_each_complete_answer_that_cites_it(store: HistoryStore) -> None:
    for done in (a_done(cited=(1,)), a_done(cited=(1, 2)), a_done(ending="cut-off", cited=(1, 2))):
        _, answer_id = asked(store)
        store.finish_answer(answer_id, "Text", citations=TWO_CARDS, done=done)
    _, broken_off = asked(store)
    store.finish_partial(broken_off, "Text", citations=TWO_CARDS, ending="stopped", failure="")
    # Two complete answers cite card a, one cites card b; the cut-off and the stopped answer prove nothing.
    assert (store.used_in_answers("consular/a"), store.used_in_answers("consular/b")) == (2, 1)


def test_a_failed_write_leaves_nothing_half_done(store: HistoryStore) -> None:
    _, answer_id = asked(store)
    store.save_citations(answer_id, TWO_CARDS)
    before = store.message(answer_id)
    timings = cast(Mapping[str, float], {"all": object()})
    unstorable = replace(a_done(), trace=replace(a_trace(), timings_ms=timings))
    with pytest.raises(TypeError, match="object cannot be kept"):
        store.finish_answer(answer_id, "Whole", citations=TWO_CARDS, done=unstorable)
    assert store.message(answer_id) == before
