"""Draws the cards around a card: linked, linking, and nearest in meaning."""

import streamlit as st

from pages.components.corpus.card_list import draw_opener, draw_openers
from pages.components.corpus.screen import Screen
from pages.components.corpus_words import CorpusWords
from rag.browse.card_lines import citing_lines, lines_of
from rag.browse.nearest import nearest_cards
from rag.index.opening import OpenIndex
from rag.types import Card

MAX_RELATED = 20
"""Cards shown of a relation; a hub of a large corpus is cited by hundreds."""

NEAREST = 5


def draw_relations(card: Card, screen: Screen) -> None:
    """Draw the three lists."""
    found, c = screen.found, screen.c
    _heading(c.links_out, len(card.links), c)
    draw_openers(lines_of(found.cards, card.links[:MAX_RELATED]), place="out", total=len(card.links), c=c)
    citing = int(screen.catalogue.cited_by[found.cards.row_of[card.card_id]])
    _heading(c.cited_by, citing, c)
    draw_openers(citing_lines(found.cards, card.card_id, limit=MAX_RELATED), place="in", total=citing, c=c)
    st.markdown(f"**{c.nearest}**", help=c.nearest_help)
    exact_limit = screen.settings.vectors.exact_limit
    cosines = dict(_nearest(found.manifest.version, card.card_id, exact_limit, _found=found))
    with st.container(gap=None):
        for line in lines_of(found.cards, cosines):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                draw_opener(line.card_id, line.title, place="near")
                st.caption(f"{cosines[line.card_id]:.3f}", width="content")


def _heading(title: str, count: int, c: CorpusWords) -> None:
    st.markdown(f"**{title}** · {f'{count:,}' if count else c.none}")


@st.cache_data(show_spinner=False, max_entries=256)
def _nearest(version: str, card_id: str, exact_limit: int, *, _found: OpenIndex) -> tuple[tuple[str, float], ...]:
    """Remember the neighbours: a version never changes, and a rerun should not search again."""
    return nearest_cards(_found, card_id, limit=NEAREST, exact_limit=exact_limit)
