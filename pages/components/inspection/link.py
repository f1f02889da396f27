"""Draws the way from an answer to the search behind it."""

from pathlib import Path

import streamlit as st

from pages.components.inspection.source import MESSAGE
from pages.components.inspector_words import inspector_words
from pages.components.language import current_language
from pages.components.safe import safe
from rag.history.records import StoredMessage

INSPECTOR_PAGE = Path(__file__).resolve().parents[2] / "inspector.py"


def draw_inspect_link(message: StoredMessage) -> None:
    """Draw the link and what the answer was found with; nothing for an answer that broke off without a trace."""
    if not message.trace_json:
        return
    iw = inspector_words(current_language())
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.page_link(
            INSPECTOR_PAGE,
            label=iw.inspect_answer,
            icon=":material/troubleshoot:",
            query_params={MESSAGE: message.id},
        )
        st.caption(
            iw.versions.format(index=safe(message.index_version), settings=safe(message.settings_hash)), width="content"
        )
