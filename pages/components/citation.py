"""Draws the proof of an answer: the card's text with the quoted lines marked, its official page, its standing."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from pages.components.dialogue import draw_turns
from pages.components.safe import host, label, marked, safe
from pages.components.words import Words
from rag.cards.body import quotable_units
from rag.cards.dialogue import read_said, turns_in
from rag.types import Citation

CORPUS_PAGE = Path(__file__).resolve().parents[1] / "corpus.py"


def draw_citation(citation: Citation, place: str, w: Words) -> None:
    """Draw one citation as an expander titled with number, card title, trust tier and warnings."""
    with st.expander(title(citation, w), key=f"chat.citation.{place}.{citation.number}"):
        draw_proof(citation, w)


def draw_further(heading: str, citations: Sequence[Citation], place: str, w: Words) -> None:
    """Draw cards to read on, folded together."""
    with st.expander(f"{heading} ({len(citations)})", key=f"chat.further.{place}"):
        for citation in citations:
            st.markdown(f"**{title(citation, w, numbered=False)}**")
            draw_proof(citation, w)


def title(citation: Citation, w: Words, *, numbered: bool = True) -> str:
    """Return the one line that names a citation."""
    number = f"\\[{citation.number}\\] " if numbered else ""
    marks = [w.trust[citation.trust]]
    if citation.stale:
        marks.append(f"⚠ {w.stale}")
    if citation.fictional:
        marks.append(w.fictional)
    return f"{number}{label(citation.title)} · {' · '.join(marks)}"


def draw_proof(citation: Citation, w: Words) -> None:
    """Draw the card's lines, the quoted ones marked, then where to read the original."""
    said = turns_in(citation.text)
    lines = quotable_units(citation.text)
    cut_off = [quote for quote in citation.quotes if quote not in lines]
    if said:
        draw_turns((*said, *map(read_said, cut_off)), citation.quotes)
    else:
        for line in (*lines, *cut_off):
            st.markdown(marked(line) if line in citation.quotes else safe(line))
    if citation.stale and citation.stale_after:
        st.warning(w.stale_since.format(date=citation.stale_after.date().isoformat()), icon=":material/event_busy:")
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        if citation.link:
            st.link_button(
                w.official_page.format(host=host(citation.link)),
                citation.link,
                icon=":material/open_in_new:",
                type="tertiary",
            )
        else:
            st.caption(w.no_official_page)
        st.page_link(
            CORPUS_PAGE,
            label=w.open_card,
            icon=":material/article:",
            query_params={"card": citation.card_id},
        )
