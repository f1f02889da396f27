"""Work that is done when a button asks for it and kept until what it is about changes."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

Result = TypeVar("Result")


def on_demand(key: str, label: str, about: Hashable, compute: Callable[[], Result], *, help: str) -> Result | None:
    """Draw a button and return what it computed, or None before it was pressed.

    Args:
        key: Of the button; its result is kept beside it in the session.
        label: What the button says.
        about: What the result depends on; a result about something else is not shown.
        compute: Called when the button is pressed.
        help: Its tooltip.
    """
    kept_under = f"{key}.kept"
    if st.button(label, key=key, help=help):
        st.session_state[kept_under] = (about, compute())
    kept: tuple[Hashable, Result] | None = st.session_state.get(kept_under)
    return kept[1] if kept is not None and kept[0] == about else None
