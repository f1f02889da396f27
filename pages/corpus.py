"""Browse the cards, see their health, and build the index from here."""

import streamlit as st

from pages.components.corpus.address import VIEWS, current_view, open_view
from pages.components.corpus.cards_view import draw_cards
from pages.components.corpus.health_view import draw_health
from pages.components.corpus.index_view import draw_index
from pages.components.corpus.screen import open_screen

VIEW = "corpus.view"

screen = open_screen()
names = {"cards": screen.c.cards, "health": screen.c.health, "index": screen.c.index}

st.title(screen.w.corpus, anchor=False)
st.session_state[VIEW] = current_view()
st.segmented_control(
    screen.c.view,
    VIEWS,
    key=VIEW,
    required=True,
    format_func=names.__getitem__,
    label_visibility="collapsed",
    on_change=lambda: open_view(st.session_state[VIEW]),
)
match current_view():
    case "cards":
        draw_cards(screen)
    case "health":
        draw_health(screen)
    case "index":
        draw_index(screen)
