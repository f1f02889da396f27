"""Draws, on demand, how much of the exact order the approximate search finds."""

import pandas as pd
import streamlit as st

from pages.components.inspection.on_demand import on_demand
from pages.components.inspection.source import Inspected
from pages.components.inspector_words import InspectorWords
from pages.components.ready import engine
from pages.components.safe import safe
from rag.inspection.exactness import against_exact

K = 10
"""Cards compared: twice what the default top k presents."""


def draw_exact(found: Inspected, iw: InspectorWords) -> None:
    """Draw both lists of nearest cards beside each other."""
    with st.expander(iw.exact_heading, key="inspector.exact.box"):
        index = engine().index()
        st.caption(iw.exact_help)
        overlap = on_demand(
            "inspector.exact",
            iw.exact_run,
            (found.trace.normalised, index.manifest.version),
            lambda: against_exact(engine().embedder.embed_question(found.trace.normalised), index, k=K),
            help=iw.exact_help,
        )
        if overlap is None:
            return
        st.markdown(f"**{iw.exact_result.format(k=len(overlap.exact), share=f'{overlap.share:.0%}')}**")
        lists = [
            [safe(card.title) if (card := index.cards.get(one)) else safe(one) for one in side]
            for side in (overlap.exact, overlap.approximate)
        ]
        frame = pd.DataFrame({iw.columns["exact"]: pd.Series(lists[0]), iw.columns["approximate"]: pd.Series(lists[1])})
        st.table(frame.fillna(iw.absent), border="horizontal", hide_index=True)
