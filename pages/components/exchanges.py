"""Draws a conversation: each question with its answer, or with two answers side by side where both were wanted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.answer import answer_bubble, draw_answer, draw_kind, draw_question, trace_of
from pages.components.comparison import compared_in
from pages.components.computing.answer import is_computation
from pages.components.conversation import Asked
from pages.components.streaming import pose, stream_answer
from pages.components.words import Words
from rag.config import Settings
from rag.history.records import Rating, StoredMessage


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to one question: from cards, and by the model alone."""

    grounded: StoredMessage
    ungrounded: StoredMessage


def exchanges(messages: Sequence[StoredMessage]) -> Iterator[StoredMessage | Pair]:
    """Yield questions and answers in reading order, the two answers of one question as a pair."""
    for _, group in groupby(messages, key=lambda message: message.question_id or message.id):
        said = list(group)
        answers = [message for message in said if message.role == "assistant"]
        paired = [answer.use_rag for answer in answers] == [True, False]
        yield from (message for message in said if message.role == "user" or not paired)
        if paired:
            yield Pair(*answers)


def draw_exchanges(messages: Sequence[StoredMessage], w: Words, *, ratings: Mapping[str, Rating]) -> None:
    """Draw what was said, exactly as it was shown."""
    for said in exchanges(messages):
        if isinstance(said, Pair):
            for place, message in zip(_sides(), (said.grounded, said.ungrounded), strict=True):
                with place, answer_bubble():
                    draw_answer(message, w, ratings=ratings, beside=True)
        elif said.role == "user":
            draw_question(said.text)
        else:
            with answer_bubble():
                draw_answer(said, w, ratings=ratings)


def draw_new_exchange(asked: Asked, settings: Settings, w: Words, *, ratings: Mapping[str, Rating]) -> None:
    """Draw a question asked just now and stream its answer, or first the one from cards and then the other."""
    draw_question(asked.text, just_asked=True)
    posed = pose(asked)
    if asked.answering.beside:
        for place, grounded in zip(_sides(), (True, False), strict=True):
            with place, answer_bubble():
                draw_kind(w, grounded=grounded, beside=True)
                answer = stream_answer(posed, settings, w, grounded=grounded)
                draw_answer(answer, w, ratings=ratings, text_drawn=True)
        return
    with answer_bubble():
        draw_kind(w, grounded=asked.answering.grounded)
        streamed = st.empty()
        with streamed.container():
            answer = stream_answer(posed, settings, w, grounded=asked.answering.grounded)
        trace = trace_of(answer)
        as_table = bool(compared_in(answer, trace)) or (trace is not None and is_computation(trace))
        if as_table:
            streamed.empty()  # the lines came one by one; now that all are there they stand side by side
        draw_answer(answer, w, ratings=ratings, text_drawn=not as_table)


def _sides() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return two places beside each other, on a narrow screen one above the other."""
    left, right = st.columns(2)
    return left, right
