"""The settings in force for this session: the file's, with what its maintainer is trying out."""

import streamlit as st

from pages.components.ready import engine
from rag.config import Settings
from rag.tuning.overrides import Value, with_overrides

KEY = "tuning.overrides"
"""Session state: dotted key to value."""


def overrides() -> dict[str, Value]:
    """Return what this session tries out; change it only through `set_override` and `drop_override`."""
    tried: dict[str, Value] = st.session_state.setdefault(KEY, {})
    return tried


def current_settings() -> Settings:
    """Return the settings this session's questions are answered under."""
    return with_overrides(engine().settings, overrides())
