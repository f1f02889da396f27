"""Draws the index versions on disk, what answers they gave, and the way back to one."""

from datetime import UTC, datetime

import streamlit as st

from pages.components.corpus.screen import Screen
from pages.components.ready import history
from pages.components.safe import safe
from rag.browse.version_list import VersionLine, list_versions, switch_version
from rag.engine import configured_identity, index_folder
from rag.errors import RagError
from rag.history.records import VersionUse

CHOSEN = "corpus.version"
SWITCHED = "corpus.switched"
"""Session state: what came of the last switch, as (worked, message)."""

SHOWN_ANSWERS = 50


def draw_versions(screen: Screen) -> None:
    """Draw the table of versions, the switch, and the answers of the chosen one."""
    c = screen.c
    st.subheader(c.versions, anchor=False)
    st.caption(c.versions_help)
    lines = list_versions(index_folder(screen.settings), configured_identity(screen.settings.embedder))
    uses = {use.version: use for use in history().version_uses()}
    st.dataframe([_row(line, uses.get(line.version), screen) for line in lines], hide_index=True)
    names = {line.version: _name(line, screen) for line in lines}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(c.switch_to, list(names), key=CHOSEN, format_func=names.__getitem__)
        line = next((line for line in lines if line.version == chosen), None)
        st.button(
            c.switch,
            key="corpus.switch",
            icon=":material/published_with_changes:",
            disabled=line is None or line.serving or not line.fits,
            on_click=_switch,
            args=(screen, chosen),
        )
    _draw_switched(screen)
    if line is not None:
        _draw_answers(line.version, screen)


def _row(line: VersionLine, use: VersionUse | None, screen: Screen) -> dict[str, object]:
    c = screen.c
    state = c.serving if line.serving else "" if line.fits else c.unfit
    return {
        c.version: line.version,
        "": state,
        c.built_at: _instant(line.built_at),
        c.cards: line.cards,
        c.size: round(line.mebibytes, 1),
        c.answers: use.answers if use else 0,
        c.last_answer: _instant(use.latest) if use else "",
    }


def _instant(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _name(line: VersionLine, screen: Screen) -> str:
    serving = f" · {screen.c.serving}" if line.serving else ""
    return f"{line.version} · {_instant(line.built_at)}{serving}"


def _switch(screen: Screen, version: str) -> None:
    settings = screen.settings
    try:
        switch_version(index_folder(settings), version, configured_identity(settings.embedder))
    except RagError as exc:
        st.session_state[SWITCHED] = (False, str(exc))
    else:
        st.session_state[SWITCHED] = (True, screen.c.switched.format(version=version))


def _draw_switched(screen: Screen) -> None:
    worked, message = st.session_state.pop(SWITCHED, (True, ""))
    if message and worked:
        st.success(safe(message), icon=":material/check:")
    elif message:
        st.error(f"**{screen.c.failed}**", icon=":material/error:")
        st.code(message, language=None, wrap_lines=True)  # verbatim: the remedy may be a command


def _draw_answers(version: str, screen: Screen) -> None:
    c = screen.c
    with st.expander(c.answers_of.format(version=version), key="corpus.answers", on_change="rerun") as place:
        if not place.open:
            return
        answers = history().answers_from(version, limit=SHOWN_ANSWERS)
        if not answers:
            st.caption(c.no_answers)
            return
        rows = [
            {
                c.when: answer.created_at,
                c.asked: answer.question,
                "": screen.w.refusals.get(answer.status or "answerable"),
            }
            for answer in answers
        ]
        st.dataframe(rows, hide_index=True)
