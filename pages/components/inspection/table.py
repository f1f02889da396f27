"""Draws the one table: the cards near the cut with every rank and sum; a selected row puts its card into focus."""

import hashlib
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from pages.components.inspection.source import choose_card
from pages.components.inspector_words import Column, InspectorWords
from pages.components.words import Words
from rag.inspection.arithmetic import Sum
from rag.inspection.candidates import Candidate

GREY = "color: #8a94a0"
"""Readable on the light and on the dark ground."""

_WIDTHS: dict[Column, int] = {"card": 260, "context": 190, "rrf_sum": 330, "fused_sum": 470}


def draw_candidates(rows: Sequence[Candidate], iw: InspectorWords, w: Words) -> None:
    """Draw the table. Its key names the cards in their order: a selection never passes to other cards."""
    st.subheader(iw.table_heading, anchor=False)
    st.caption(iw.table_help)
    ids = tuple(row.hit.card_id for row in rows)
    key = f"inspector.table.{hashlib.sha256(repr(ids).encode()).hexdigest()[:12]}"
    cells = [_cells(row, iw, w) for row in rows]
    frame = pd.DataFrame({iw.columns[name]: [row[name] for row in cells] for name in cells[0]})
    styled = frame.style.apply(lambda row: [_look(rows[int(str(row.name))])] * len(row), axis=1)
    st.dataframe(
        styled,
        key=key,
        hide_index=True,
        height="content",
        alt=iw.table_heading,
        selection_mode="single-row",
        on_select=partial(_select, key, ids),
        column_config={iw.columns[name]: st.column_config.Column(width=width) for name, width in _WIDTHS.items()},
    )


def sum_words(amount: Sum | None, iw: InspectorWords) -> str:
    """Return a sum written out, or that it is not known."""
    if amount is None:
        return iw.no_arithmetic
    return iw.at_most.format(terms=amount.terms, value=amount.value, most=amount.most)


def _cells(row: Candidate, iw: InspectorWords, w: Words) -> dict[Column, str]:
    hit, card = row.hit, row.card
    return {
        "fused_rank": str(hit.rank),
        "card": card.title if card else iw.card_unknown,
        "context": iw.standings[row.standing],
        "bm25_rank": str(hit.bm25.rank) if hit.bm25 else iw.absent,
        "bm25_score": f"{hit.bm25.score:.2f}" if hit.bm25 else iw.absent,
        "vector_rank": str(hit.vector.rank) if hit.vector else iw.absent,
        "vector_score": f"{hit.vector.score:.4f}" if hit.vector else iw.absent,
        "rrf_rank": str(row.rrf_rank),
        "rrf_sum": sum_words(row.reciprocal, iw) if row.reciprocal else f"{hit.rrf:.4f}",
        "fused_sum": sum_words(row.fused, iw) if row.fused else f"{hit.score:.4f}",
        "trust": w.trust[card.trust] if card else iw.absent,
        "stale": (iw.yes if row.stale else iw.no) if card else iw.absent,
    }


def _look(row: Candidate) -> str:
    return "" if row.above_cut else GREY


def _select(key: str, ids: Sequence[str]) -> None:
    chosen = st.session_state[key]["selection"]["rows"]
    if chosen and chosen[0] < len(ids):
        choose_card(ids[chosen[0]])
