"""Draws a comparison made of quotes as a table: a row for each card, its own lines, its marker."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from pages.components.safe import safe
from pages.components.words import Words
from rag.answer.comparison import Target, compared
from rag.history.records import StoredMessage
from rag.types import Trace


def compared_in(message: StoredMessage, trace: Trace | None) -> tuple[Target, ...]:
    """Return what a stored answer sets against each other; empty when its text is drawn as it is."""
    if trace is None or message.ending != "complete":
        return ()
    return compared(trace, message.text, answerer=message.answerer, citations=message.citations, cited=message.cited)


def draw_comparison(targets: Sequence[Target], w: Words) -> None:
    """Draw the table; its cells read markdown, hence every one of them is made inert."""
    card, says, marker = w.compared
    st.table(
        pd.DataFrame(
            {
                card: [safe(target.title) for target in targets],
                says: ["  \n".join(safe(line) for line in target.lines) for target in targets],
                marker: [f"\\[{target.number}\\]" for target in targets],
            }
        ),
        border="horizontal",
        hide_index=True,
    )
