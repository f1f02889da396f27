"""The settings in force for this session: the file's, with what its maintainer is trying out."""

from collections.abc import Iterable

import streamlit as st

from pages.components.ready import engine, settings_file
from rag.config import Settings
from rag.errors import ConfigError
from rag.tuning.diff import Change, changed_keys
from rag.tuning.overrides import Value, with_overrides
from rag.tuning.settings_file import FileVersion
from rag.tuning.tunables import tunables, value_of

KEY = "tuning.overrides"
"""Session state: dotted key to value."""

BASE = "tuning.base"
"""Session state: the file as it was when this session began to try something."""


def overrides() -> dict[str, Value]:
    """Return what this session tries out; change it only through `set_override` and `drop_overrides`."""
    tried: dict[str, Value] = st.session_state.setdefault(KEY, {})
    return tried


def current_settings() -> Settings:
    """Return the settings this session's questions are answered under.

    They are the file's where what is tried no longer fits a file that was edited since; `tried_problem` says so.
    """
    try:
        return with_overrides(engine().settings, overrides())
    except ConfigError:
        return engine().settings


def tried_problem() -> str:
    """Return why what this session tries is not in force, or nothing."""
    try:
        with_overrides(engine().settings, overrides())
    except ConfigError as exc:
        return str(exc)
    return ""


def tried_changes() -> tuple[Change, ...]:
    """Return what this session tries that the file does not hold, in force or not."""
    saved, tried = engine().settings, overrides()
    pairs = ((tunable.key, value_of(saved, tunable.key)) for tunable in tunables() if tunable.key in tried)
    return tuple(Change(key, held, tried[key]) for key, held in pairs if held != tried[key])


def set_override(key: str, value: Value) -> str:
    """Try a value in this session from now on; return why not when it does not fit the other settings."""
    tried = {**overrides(), key: value}
    try:
        with_overrides(engine().settings, tried)
    except ConfigError as exc:
        return str(exc)
    if not tried_changes():
        rebase()
    st.session_state[KEY] = tried
    return ""


def drop_overrides(keys: Iterable[str]) -> None:
    """Go back to the file's values of some keys."""
    gone = set(keys)
    st.session_state[KEY] = {key: value for key, value in overrides().items() if key not in gone}


def base() -> FileVersion:
    """Return the file as this session knows it: what it must still hold when the session saves."""
    if BASE not in st.session_state or not tried_changes():
        rebase()
    known: FileVersion = st.session_state[BASE]
    return known


def rebase() -> None:
    """Take the file's present state for known."""
    st.session_state[BASE] = settings_file().version


def changed_underneath() -> tuple[str, ...]:
    """Return the keys that changed in the file since this session began to try something."""
    return changed_keys(base().settings, settings_file().version.settings)
