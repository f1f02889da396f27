"""Draws a card's body: structure and words, nothing active in it, links to cards as buttons below."""

import streamlit as st

from pages.components.corpus.card_list import draw_opener
from pages.components.corpus_words import CorpusWords
from pages.components.dialogue import draw_turns
from rag.browse.body_view import Code, view_body
from rag.cards.dialogue import DIALOGUE, turns_in
from rag.types import Card


def draw_body(card: Card, c: CorpusWords) -> None:
    """Draw the body of a card; that of a dialogue as turns."""
    said = turns_in(card.body) if card.type == DIALOGUE else ()
    if said:
        if draw_turns(said):
            st.caption(c.body_cut)
        return
    view = view_body(card)
    for number, piece in enumerate(view.pieces):
        if isinstance(piece, Code):
            st.code(piece.text, language=None, wrap_lines=True)
            continue
        if piece.wide:
            with st.container(horizontal=True, wrap=False):  # scrolls sideways instead of leaving the page
                st.markdown(piece.markdown)
        elif piece.markdown:
            st.markdown(piece.markdown)
        if piece.links:
            with st.container(gap=None):
                for link in piece.links:
                    draw_opener(link.card_id, link.text or link.card_id, place=f"body.{number}")
    if view.cut:
        st.caption(c.body_cut)
