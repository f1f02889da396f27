"""Where questions are typed, and the bundles they are asked of."""

import streamlit as st

from pages.components.answering import draw_answering
from pages.components.conversation import BUNDLE, leave_conversation
from pages.components.words import Words
from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.pipeline import ALL


def draw_question_bar(w: Words, found: OpenIndex, settings: Settings) -> str | None:
    """Draw the bundle choice and the input at the bottom; return what was typed in this run."""
    names = (ALL, *found.bundles)
    if st.session_state.get(BUNDLE) not in names:
        st.session_state[BUNDLE] = ALL
    with st.sidebar:
        st.button(
            w.new_conversation,
            icon=":material/add_comment:",
            on_click=leave_conversation,
            width="stretch",
            key="chat.new",
        )
    with st.bottom, st.container(horizontal=True, vertical_alignment="center", key="chat-choices"):
        if len(names) > 2:
            st.pills(
                w.ask_from,
                names,
                required=True,
                format_func=lambda name: bundle_label(name, w, settings),
                key=BUNDLE,
                label_visibility="collapsed",
                persist_state="session",
                wrap=True,  # on a phone; scrolled sideways, the last bundles would be out of sight
            )
        draw_answering(w, settings)
    with st.bottom:
        typed = st.chat_input(w.input, key="chat.input", max_chars=settings.limits.question_chars)
    return typed if isinstance(typed, str) else None


def bundle_label(name: str, w: Words, settings: Settings) -> str:
    """Return the short name of a bundle as shown."""
    if name == ALL:
        return w.all_bundles
    return settings.bundles[name].label if name in settings.bundles else name
