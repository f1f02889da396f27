"""Brings a card that was just opened into sight: on a narrow screen in place of the list, anywhere from its top."""

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

CARD = "corpus-card"
LIST = "corpus-list"
"""Container keys of the two sides; Streamlit makes them the CSS classes `st-key-…`."""

_STYLE = f"""
@media (max-width: 640px) {{
  .st-key-{LIST} {{ display: none; }}
}}
"""
"""Up to 640 px Streamlit stacks columns (`st.columns`), the list above the card."""

_SCRIPT = f"""
export default ({{ parentElement }}) => {{
  parentElement.closest('[data-testid="stElementContainer"]')?.style.setProperty("position", "absolute");
  const card = parentElement.closest(".st-key-{CARD}");
  if (!card) return;
  card.style.scrollMarginTop = "4rem";
  const frame = requestAnimationFrame(() => {{
    const top = card.getBoundingClientRect().top;
    if (top < 0 || top > window.innerHeight / 2) card.scrollIntoView({{ block: "start" }});
  }});
  return () => cancelAnimationFrame(frame);
}};
"""
"""The margin is the height of Streamlit's header; out of the flow, the component itself takes no room."""


def show_from_top(card_id: str) -> None:
    """Call it inside the container `CARD`; it acts once for each card that is opened."""
    _component()(key=f"corpus.opened.{card_id}")


@cache
def _component() -> "ComponentRenderer":
    return st.components.v2.component("touchstone_opened", css=_STYLE, js=_SCRIPT, isolate_styles=False)
