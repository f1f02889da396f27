"""Ask in your own words: a cited answer that streams, or a plain refusal."""

import streamlit as st

from pages.components.answer import answer_bubble, draw_answer, draw_question, trace_of
from pages.components.comparison import compared_in
from pages.components.computing.answer import is_computation
from pages.components.conversation import (
    Asked,
    asked_question,
    conversation_id,
    stored_messages,
    stored_ratings,
)
from pages.components.first_screen import draw_first_screen
from pages.components.language import current_words
from pages.components.question_bar import draw_question_bar
from pages.components.ready import engine
from pages.components.session_settings import current_settings
from pages.components.streaming import keep_interrupted, stream_answer
from pages.components.trying import draw_trying

w = current_words()
found = engine().index()
settings = current_settings()

draw_trying()
typed = draw_question_bar(w, found, settings)
asked: Asked | None = asked_question(typed)
keep_interrupted()
messages, ratings = stored_messages(), stored_ratings()

first_screen = st.empty()  # always the first element, so that it vanishes before the first answer streams
if not messages and asked is None:
    with first_screen.container():
        if conversation_id():
            st.info(w.no_conversation)
        draw_first_screen(w, found, settings)
for message in messages:
    if message.role == "user":
        draw_question(message.text)
    else:
        with answer_bubble():
            draw_answer(message, w, ratings=ratings)
if asked is not None:
    draw_question(asked.text, just_asked=True)
    with answer_bubble():
        streamed = st.empty()
        with streamed.container():
            answer = stream_answer(asked, settings, w)
        trace = trace_of(answer)
        as_table = bool(compared_in(answer, trace)) or (trace is not None and is_computation(trace))
        if as_table:
            streamed.empty()  # the lines came one by one; now that all are there they stand side by side
        draw_answer(answer, w, ratings=ratings, text_drawn=not as_table)
