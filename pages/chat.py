"""Ask in your own words: a cited answer that streams, or a plain refusal."""

import streamlit as st

from pages.components.conversation import (
    asked_question,
    conversation_id,
    stored_messages,
    stored_ratings,
)
from pages.components.exchanges import draw_exchanges, draw_new_exchange
from pages.components.first_screen import draw_first_screen
from pages.components.language import current_words
from pages.components.question_bar import draw_question_bar
from pages.components.ready import engine
from pages.components.session_settings import current_settings
from pages.components.streaming import keep_interrupted
from pages.components.trying import draw_trying

w = current_words()
found = engine().index()
settings = current_settings()

draw_trying()
typed = draw_question_bar(w, found, settings)
asked = asked_question(typed, settings)
keep_interrupted()
messages, ratings = stored_messages(), stored_ratings()

first_screen = st.empty()  # always the first element, so that it vanishes before the first answer streams
if not messages and asked is None:
    with first_screen.container():
        if conversation_id():
            st.info(w.no_conversation)
        draw_first_screen(w, found, settings)
draw_exchanges(messages, w, ratings=ratings)
if asked is not None:
    draw_new_exchange(asked, settings, w, ratings=ratings)
