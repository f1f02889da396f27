"""Draws what is tried against the saved file, with undo for each setting, and saves it."""

from datetime import UTC, datetime

import streamlit as st

from pages.components.ready import engine
from pages.components.safe import safe
from pages.components.session_settings import (
    base,
    changed_underneath,
    drop_overrides,
    overrides,
    rebase,
    tried_changes,
    tried_problem,
)
from pages.components.thresholds_controls import shown_value
from pages.components.thresholds_words import ThresholdsWords
from rag.errors import ConfigError
from rag.process import config_path
from rag.tuning.change_log import ChangeLog, Entry, open_change_log
from rag.tuning.diff import Change
from rag.tuning.saving import Order, revert, save

WHO = "thresholds.who"
TOLD = "thresholds.told"
"""Session state: (went well, words) about the save just done, drawn in the next run."""


def change_log() -> ChangeLog:
    """Return the log of saved changes, in the data folder."""
    return open_change_log(engine().settings.data.path)


def draw_changes(words: ThresholdsWords) -> None:
    """Draw the diff with its buttons, and how the last save went."""
    file = safe(config_path().name)
    st.subheader(words.changes, anchor=False)
    _draw_told()
    tried, underneath = tried_changes(), changed_underneath()
    if tried_problem():
        st.error(words.tried_not_in_force, icon=":material/error:")
        st.code(tried_problem(), language=None, wrap_lines=True)
    if not tried:
        st.caption(words.nothing_tried)
        return
    for change in tried:
        _draw_change(change, words)
    if underneath:
        keys = ", ".join(safe(key) for key in underneath)
        st.warning(words.changed_underneath.format(file=file, keys=keys), icon=":material/sync_problem:")
        st.button(words.seen, key="thresholds.seen", on_click=rebase)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if not _account():
            st.text_input(words.who, key=WHO, help=words.who_help, max_chars=60, persist_state="session", width=220)
        blocked = bool(underneath or tried_problem())
        if st.button(words.save.format(file=file), type="primary", disabled=blocked, key="thresholds.save"):
            _save(tried, words)
        if len(tried) > 1:
            st.button(words.undo_all, key="thresholds.undo", on_click=drop_overrides, args=(tuple(overrides()),))


def revert_entry(entry: Entry, words: ThresholdsWords) -> None:
    """Put back the values from before a log entry, for everyone, and draw the page anew."""
    try:
        revert(config_path(), base(), entry, _order({}), change_log())
    except ConfigError as exc:
        _tell(False, f"**{words.not_saved}.** {safe(str(exc))}")
    else:
        _tell(True, words.reverted)


def describe(change: Change, words: ThresholdsWords) -> str:
    """Return one line of markdown: what is changed, from what to what."""
    explained = words.tunables.get(change.key)
    name = f"{explained.name} " if explained else ""
    old, new = safe(shown_value(change.old, words)), safe(shown_value(change.new, words))
    return f"{name}:gray[{safe(change.key)}]: {old} → **{new}**"


def _draw_change(change: Change, words: ThresholdsWords) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"thresholds-change-{change.key}"):
        st.markdown(describe(change, words))
        st.button(
            words.undo,
            key=f"thresholds.undo.{change.key}",
            icon=":material/undo:",
            type="tertiary",
            on_click=drop_overrides,
            args=((change.key,),),
        )


def _save(tried: tuple[Change, ...], words: ThresholdsWords) -> None:
    try:
        save(config_path(), base(), _order({change.key: change.new for change in tried}), change_log())
    except ConfigError as exc:
        _tell(False, f"**{words.not_saved}.** {safe(str(exc))}")
    else:
        drop_overrides(change.key for change in tried)
        _tell(True, words.saved.format(file=safe(config_path().name)))


def _order(values: dict[str, bool | int | float | str]) -> Order:
    return Order(values, _account() or str(st.session_state.get(WHO, "")).strip(), datetime.now(UTC))


def _account() -> str:
    """Return who is logged in, or nothing where nobody has to log in."""
    user = st.user.to_dict()
    return str(user.get("email") or user.get("name") or "") if user.get("is_logged_in") else ""


def _tell(went_well: bool, text: str) -> None:
    engine().notice_settings()
    if went_well:
        rebase()
    st.session_state[TOLD] = (went_well, text)
    st.rerun()


def _draw_told() -> None:
    told: tuple[bool, str] | None = st.session_state.pop(TOLD, None)
    if told is not None:
        if told[0]:
            st.success(told[1], icon=":material/check:")
        else:
            st.error(told[1], icon=":material/error:")
