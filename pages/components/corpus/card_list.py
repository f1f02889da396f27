"""Draws cards as lines: a button that opens the card, and what kind of card it is."""

from collections.abc import Sequence

import streamlit as st

from pages.components.corpus.address import open_card
from pages.components.corpus.screen import Screen
from pages.components.corpus_words import CorpusWords
from pages.components.safe import label
from rag.browse.card_lines import CardLine


def draw_line(line: CardLine, screen: Screen, *, place: str, note: str = "", opened: bool = False) -> None:
    """Draw a card of a list.

    Args:
        line: The card.
        screen: What the page draws from.
        place: Which list, so that one card may stand in several.
        note: What this list says of it; fit for a markdown widget.
        opened: Whether it is the card that is open.
    """
    with st.container(gap=None):
        draw_opener(line.card_id, line.title, place=place, opened=opened)
        said = [label(line.type, 40), *_marks(line, screen), note, label(line.path)]
        st.caption(" · ".join(filter(None, said)), wrap=False)


def draw_opener(card_id: str, title: str, *, place: str, opened: bool = False) -> None:
    """Draw a button that opens a card."""
    st.button(
        f"**{label(title)}**" if opened else label(title),
        key=f"corpus.open.{place}.{card_id}",
        icon=":material/arrow_right:" if opened else ":material/article:",
        type="tertiary",
        wrap=False,
        on_click=open_card,
        args=(card_id,),
    )


def draw_openers(lines: Sequence[CardLine], *, place: str, total: int, c: CorpusWords) -> None:
    """Draw openers of some cards, and how many more there are."""
    with st.container(gap=None):
        for line in lines:
            draw_opener(line.card_id, line.title, place=place)
        if total > len(lines):
            st.caption(c.and_more.format(count=total - len(lines)))


def _marks(line: CardLine, screen: Screen) -> list[str]:
    w, c = screen.w, screen.c
    marks = []
    if line.status != "stable":
        marks.append(label(c.status.get(line.status, line.status), 30))
    if line.stale(screen.now):
        marks.append(f"⚠ {w.stale}")
    if line.fictional:
        marks.append(w.fictional)
    if line.findings:
        marks.append(f"⚠ {c.facets['finding']} {line.findings}")
    return marks
