"""Browse the cards."""

import streamlit as st

from pages.components.card import draw_card
from pages.components.language import current_words
from pages.components.ready import engine
from pages.components.safe import safe

w = current_words()
found = engine().index()
wanted = st.query_params.get("card", "")
card = found.cards.get(wanted) if wanted else None
if card is not None:
    draw_card(card, w)
elif wanted:
    st.warning(w.card_missing.format(card=safe(wanted)))
