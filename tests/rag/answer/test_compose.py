import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rag.answer.compose import Composer
from rag.answer.refusal import partial_note, refusal
from rag.reading import ComparedTarget, EvidenceCheck
from rag.types import Closing, Delta, Done, Evidence, Failed, FusedHit, Hit, Language, Trace, Turn, Verdict
from tests.fakes.chat_model import QueuedChatModel, broken
from tests.fakes.corpus import make_card
from tests.rag.history.shown_values import a_trace

CLOSING = Closing("Not legal advice.", "199", "https://town.example")
QUOTES = ("A permit costs 30 euros.", "A dog costs 12 euros.", "A cat is free.")


def trace_of(cards: int = 3) -> Trace:
    """A trace with that many cards as evidence and one to read on; only the first stands out."""
    evidence = [
        Evidence(number, make_card(f"town/fees/{number}", quote), 1 / number, (quote,), quote, "evidence", False)
        for number, quote in enumerate(QUOTES[:cards], start=1)
    ]
    further = Evidence(cards + 1, make_card("town/fees/further"), 0.0, ("More.",), "More.", "further", False)
    fused = tuple(
        FusedHit(item.card.card_id, item.number, item.score, 0.0, None, Hit(item.card.card_id, 1, item.score, "vector"))
        for item in (*evidence, further)
    )
    return replace(a_trace("What does it cost?"), evidence=(*evidence, further), fused=fused)


def compose(
    model: QueuedChatModel | None,
    trace: Trace | None = None,
    *,
    language: Language = "en",
    history: Sequence[Turn] = (),
) -> tuple[list[Delta | Failed], Done]:
    composer = Composer(model, "Town", language)
    asked = trace or trace_of()
    return list(composer.answer(asked, history)), composer.done(asked, CLOSING)


def text(events: Sequence[Delta | Failed]) -> str:
    return "".join(event.content for event in events if isinstance(event, Delta))


def test_without_a_model_the_cards_own_words_are_the_answer() -> None:
    events, done = compose(None)
    assert text(events) == "A permit costs 30 euros. [1]"
    assert (done.answerer, done.ending, done.cited, done.failure) == ("extractive", "complete", (1,), "")
    assert done.closing == CLOSING


def test_a_models_words_pass_piece_by_piece() -> None:
    events, done = compose(QueuedChatModel(("A permit ", "costs 30 euros [1]", ".")))
    assert text(events) == "A permit costs 30 euros [1]."
    assert len(events) > 2
    assert (done.status, done.answerer, done.ending, done.cited) == ("answerable", "model", "complete", (1,))


def test_only_markers_of_evidence_are_kept_and_the_others_are_counted() -> None:
    events, done = compose(QueuedChatModel(("One [1], further [4], none [9], zero [0] and minus [-1].",)))
    assert text(events) == "One [1], further, none, zero and minus."
    assert (done.cited, done.unknown_markers) == ((1,), 4)


def test_markers_may_be_cut_by_the_stream_and_are_cited_in_order_once() -> None:
    events, done = compose(QueuedChatModel(("Two [", "2", "] one [1", ", 2", "].")))
    assert text(events) == "Two [2] one [1][2]."
    assert done.cited == (1, 2)


@pytest.mark.parametrize("pieces", [(), ("NO_",), ("  \n", "NO_ANS")])
def test_a_model_that_fails_before_its_first_word_is_replaced_by_quotes(pieces: Sequence[str]) -> None:
    events, done = compose(QueuedChatModel((*pieces, broken("timeout"))))
    assert text(events) == "A permit costs 30 euros. [1]"
    assert not any(isinstance(event, Failed) for event in events)
    assert (done.answerer, done.ending, done.failure, done.cited) == (
        "extractive-fallback",
        "complete",
        "timeout",
        (1,),
    )


def test_a_model_that_breaks_off_leaves_its_words_and_says_how() -> None:
    events, done = compose(QueuedChatModel(("A permit [1] ", broken("length"))))
    assert text(events) == "A permit [1]"
    assert events[-1] == Failed("length", "The chat model 'queued' failed: length.")
    assert (done.answerer, done.ending, done.failure, done.cited) == ("model", "cut-off", "length", (1,))


@pytest.mark.parametrize("pieces", [(), ("",), (" \n",), ("[9]",)])
def test_a_model_that_ends_without_a_word_is_replaced_by_quotes(pieces: Sequence[str]) -> None:
    events, done = compose(QueuedChatModel(pieces))
    assert text(events) == "A permit costs 30 euros. [1]"
    assert (done.answerer, done.failure) == ("extractive-fallback", "empty")


def test_the_reason_of_a_failure_is_logged_without_question_and_answer(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        compose(QueuedChatModel(("A secret answer", broken("auth"))))
    assert [record.getMessage() for record in caplog.records] == ["The chat model 'queued' failed: auth."]


@pytest.mark.parametrize(
    "pieces", [("NO_ANSWER\nThe fee is missing.",), ("NO_", "ANSWER", "\n", "more"), ("**NO_ANSWER**",)]
)
@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_a_model_that_declines_is_a_refusal_in_our_words(pieces: Sequence[str], language: Language) -> None:
    model = QueuedChatModel(pieces)
    events, done = compose(model, language=language)
    assert events == [Delta(refusal("declined", language))]
    assert (done.status, done.answerer, done.ending, done.cited) == ("declined", "model", "complete", ())
    assert model.closed == 1


def test_a_word_that_only_begins_like_declining_is_an_answer() -> None:
    events, done = compose(QueuedChatModel(("NO", " fee is due [1].")))
    assert text(events) == "NO fee is due [1]."
    assert done.status == "answerable"


def test_a_stream_that_ends_inside_the_declining_word_is_shown_as_it_is() -> None:
    events, done = compose(QueuedChatModel(("NO",)))
    assert (text(events), done.status) == ("NO", "answerable")


def test_an_answer_that_cites_nothing_says_so() -> None:
    events, done = compose(QueuedChatModel(("It is free.",)))
    assert (text(events), done.cited, done.unknown_markers) == ("It is free.", (), 0)


def test_closing_the_answer_closes_the_model_at_once() -> None:
    model = QueuedChatModel(("one ", "two ", "three"))
    answer = Composer(model, "Town", "en").answer(trace_of(), ())
    assert next(answer) == Delta("one")
    answer.close()
    assert (model.closed, model.given) == (1, 1)


def test_further_cards_are_not_told_to_the_model_and_earlier_turns_are() -> None:
    model = QueuedChatModel(("Yes [1].",))
    compose(model, trace_of(2), history=(Turn("user", "And dogs?"), Turn("assistant", "Twelve [2].")))
    roles = [message.role for message in model.prompts[0]]
    assert roles == ["system", "user", "assistant", "user"]
    assert "More." not in model.prompts[0][-1].content
    assert model.prompts[0][2].content == "Twelve."


def partial(trace: Trace) -> Trace:
    """The trace of an answer that leaves something out."""
    return replace(
        trace,
        verdict=Verdict("partial_topic_grounding", 0.5, ""),
        check=EvidenceCheck("partial_topic_grounding", (), ("drones",), ""),
    )


def test_an_answer_in_part_ends_with_what_the_cards_do_not_hold_whoever_writes_it() -> None:
    note = "\n\n" + partial_note(("drones",), "en")
    quoted, done = compose(None, partial(trace_of()))
    assert (text(quoted), done.status) == ("A permit costs 30 euros. [1]" + note, "partial_topic_grounding")
    written, done = compose(QueuedChatModel(("It costs 30 euros [1].",)), partial(trace_of()))
    assert (text(written), done.status) == ("It costs 30 euros [1]." + note, "partial_topic_grounding")


def test_what_broke_off_or_was_declined_has_no_such_end() -> None:
    broken_off, _ = compose(QueuedChatModel(("It costs", broken("timeout"))), partial(trace_of()))
    assert text(broken_off) == "It costs"
    declined, done = compose(QueuedChatModel(("NO_ANSWER",)), partial(trace_of()))
    assert (text(declined), done.status) == (refusal("declined", "en"), "declined")


def test_of_a_comparison_each_thing_with_evidence_is_quoted_once() -> None:
    trace = replace(
        trace_of(), targets=(ComparedTarget("A", (1,)), ComparedTarget("B", (3, 2)), ComparedTarget("C", ()))
    )
    events, done = compose(None, trace)
    assert text(events) == "A permit costs 30 euros. [1]\n\nA cat is free. [3]"
    assert done.cited == (1, 3)
