"""Says on other screens that this session tries settings that are not saved."""

from pathlib import Path

import streamlit as st

from pages.components.language import current_language
from pages.components.session_settings import tried_changes
from pages.components.thresholds_words import thresholds_words

THRESHOLDS_PAGE = Path(__file__).resolve().parents[1] / "thresholds.py"


def draw_trying() -> None:
    """Draw one line with a link above the input when answers come from unsaved settings; nothing otherwise."""
    tried = tried_changes()
    if tried:
        text = thresholds_words(current_language()).trying.format(count=len(tried))
        st.bottom.page_link(THRESHOLDS_PAGE, label=text, icon=":material/tune:")
