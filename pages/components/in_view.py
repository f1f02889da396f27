"""Scrolls to the question that was just asked: on a page with earlier answers its own answer starts out of sight."""

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_SCRIPT = """
export default ({ parentElement }) => {
  const place = parentElement.getRootNode().host ?? parentElement;
  const question = place.closest('[data-testid="stChatMessage"]');
  const page = place.closest('[data-testid="stMainBlockContainer"]');
  if (!question || !page) return;
  const room = place.closest('[data-testid="stElementContainer"]');
  if (room) Object.assign(room.style, { position: "absolute", width: "0", overflow: "hidden" });
  question.style.scrollMarginTop = "4rem";
  const growth = new ResizeObserver(() => question.scrollIntoView({ block: "start" }));
  const leave = () => growth.disconnect();
  growth.observe(page);
  for (const sign of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(sign, leave, { once: true, passive: true });
  return leave;
};
"""
"""The answer grows below the question, which stays at the top until the reader touches anything.

The margin is the height of Streamlit's header; out of the flow, the component itself takes no room."""


def keep_in_view() -> None:
    """Keep the chat message in which this is called at the top of the window while the page grows below it."""
    _component()(key="chat.in-view")


@cache
def _component() -> "ComponentRenderer":
    return st.components.v2.component("touchstone_in_view", js=_SCRIPT)
