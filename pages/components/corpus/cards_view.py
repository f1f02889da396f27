"""The view of the cards: filters and list on the left, the open card on the right."""

import streamlit as st

from pages.components.card import draw_card
from pages.components.corpus.address import current_card, current_filters
from pages.components.corpus.card_list import draw_line
from pages.components.corpus.filter_panel import draw_facets, draw_folders, draw_text_filter
from pages.components.corpus.opened import CARD, LIST, show_from_top
from pages.components.corpus.pager import choose_page, draw_pager
from pages.components.corpus.screen import Screen
from pages.components.safe import safe
from rag.browse.card_lines import lines_at
from rag.browse.selection import Selection, select

PAGE_SIZE = 12
"""Cards a page: a list that ends about where a desk screen does, so that the card beside it stays in sight."""


def draw_cards(screen: Screen) -> None:
    """Draw both sides."""
    left, right = st.columns([2, 3], gap="medium")
    wanted = current_card()
    with left, st.container(key=LIST):
        _draw_list(screen, opened=wanted)
    with right, st.container(key=CARD):
        card = screen.found.cards.get(wanted) if wanted else None
        if card is not None:
            show_from_top(card.card_id)
            draw_card(card, screen)
        elif wanted:
            st.warning(screen.w.card_missing.format(card=safe(wanted)))
        else:
            st.caption(screen.c.choose)


def _draw_list(screen: Screen, *, opened: str) -> None:
    filters = current_filters()
    selection = select(screen.catalogue, filters, now=screen.now)
    draw_text_filter(filters, screen.c)
    draw_facets(filters, selection, screen)
    draw_folders(filters, selection.folders, screen)
    _draw_page(selection, screen, opened=opened)


def _draw_page(selection: Selection, screen: Screen, *, opened: str) -> None:
    total = len(selection.rows)
    if not total:
        st.info(screen.c.none_found)
        return
    offset = choose_page(total, size=PAGE_SIZE)
    with st.container(key="corpus-lines", gap="small", border=True):
        for line in lines_at(screen.found.cards, selection.rows[offset : offset + PAGE_SIZE].tolist()):
            draw_line(line, screen, place="list", opened=line.card_id == opened)
    draw_pager(total, offset, size=PAGE_SIZE, c=screen.c)
