"""Draws one card: what it is, where it comes from, what it says."""

import streamlit as st

from pages.components.safe import host, safe
from pages.components.words import Words
from rag.cards.body import quotable_units
from rag.types import Card


def draw_card(card: Card, w: Words) -> None:
    """Draw a card from the index."""
    st.title(safe(card.title), anchor=False)
    st.caption(f"{safe(card.type)} · {safe(card.card_id)} · {w.trust[card.trust]}")
    st.markdown(safe(card.description))
    for line in quotable_units(card.body):
        st.markdown(f"> {safe(line)}")
    if card.link:
        st.link_button(w.official_page.format(host=host(card.link)), card.link, icon=":material/open_in_new:")
