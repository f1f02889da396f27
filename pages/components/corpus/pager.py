"""Draws the way through a list that is longer than a screen."""

import streamlit as st

from pages.components.corpus.address import current_page, turn_to
from pages.components.corpus_words import CorpusWords


def choose_page(total: int, *, size: int) -> int:
    """Return how many entries come before the current page."""
    return (current_page(-(-total // size)) - 1) * size


def draw_pager(total: int, offset: int, *, size: int, c: CorpusWords) -> None:
    """Draw where the page stands, and buttons to its neighbours when there are any."""
    if not total:
        return
    last = min(offset + size, total)
    page = offset // size + 1
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if total > size:
            st.button(
                c.previous,
                key="corpus.previous",
                icon=":material/chevron_left:",
                icon_position="left",
                disabled=page == 1,
                on_click=turn_to,
                args=(page - 1,),
            )
            st.button(
                c.next,
                key="corpus.next",
                icon=":material/chevron_right:",
                icon_position="right",
                disabled=last == total,
                on_click=turn_to,
                args=(page + 1,),
            )
        st.caption(c.shown.format(first=f"{offset + 1:,}", last=f"{last:,}", total=f"{total:,}"), width="content")
