"""Draws the prompt as a chat model gets it, character for character."""

import streamlit as st

from pages.components.inspection.source import Inspected, earlier_turns
from pages.components.inspector_words import InspectorWords
from pages.components.ready import engine
from rag.inspection.final_prompt import final_prompt
from rag.pipeline import bundle_title


def draw_prompt(found: Inspected, iw: InspectorWords) -> None:
    """Draw every message with the size of all."""
    with st.expander(iw.prompt_heading, key="inspector.prompt"):
        title = bundle_title(found.trace, found.settings or engine().settings)
        prompt = final_prompt(found.trace, earlier_turns(found.message), title=title)
        if prompt is None:
            st.markdown(iw.prompt_none)
            return
        sizes = {"messages": len(prompt.messages), "chars": prompt.chars, "bytes": prompt.utf8_bytes}
        st.caption(iw.prompt_size.format(**sizes))
        for message in prompt.messages:
            st.markdown(f"**{iw.roles[message.role]}**")
            st.code(message.content, language=None, wrap_lines=True)
