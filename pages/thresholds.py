"""Try settings on a question, see what they change, save them, put them back."""

import streamlit as st

from pages.components.language import current_language, current_words
from pages.components.ready import engine
from pages.components.safe import safe
from pages.components.session_settings import current_settings
from pages.components.thresholds_changes import draw_changes
from pages.components.thresholds_controls import draw_controls
from pages.components.thresholds_effect import draw_effect
from pages.components.thresholds_log import draw_log
from pages.components.thresholds_question import watched_question
from pages.components.thresholds_words import thresholds_words
from rag.process import config_path
from rag.tuning.facts import facts_of
from rag.tuning.reachability import findings

w = current_words()
words = thresholds_words(current_language())
found = engine().index()
saved, tried = engine().settings, current_settings()

st.title(words.title, anchor=False)
st.caption(words.intro.format(file=safe(config_path().name)))
question = watched_question(words, w, found, saved)
if question is not None:
    draw_effect(engine().retrieve(question, saved), engine().retrieve(question, tried), words, w)
facts = facts_of(found, chat_model=engine().chat_model is not None)
draw_controls(saved, tried, findings(tried, facts), words)
draw_changes(words)
draw_log(words)
