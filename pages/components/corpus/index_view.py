"""The view of the index: disk against index, building beside the app, and the versions to go back to."""

import streamlit as st

from pages.components.corpus.screen import Screen
from pages.components.corpus.version_table import draw_versions
from pages.components.ready import index_job
from pages.components.safe import safe
from rag.browse.index_job import JobState, Task
from rag.browse.version_list import building
from rag.engine import index_folder
from rag.index.build import Difference, Progress

LOOK_S = 1.0
"""Seconds between two looks at a running task."""

SHOWN_IDS = 50
"""Card ids listed of a difference; the counts are always whole."""


def draw_index(screen: Screen) -> None:
    """Draw the three parts."""
    state = index_job().state
    running = state is not None and state.running
    st.subheader(screen.c.disk, anchor=False)
    st.caption(screen.c.disk_help)
    with st.container(horizontal=True):
        _start_button("compare", screen.c.compare, ":material/difference:", running=running)
        _start_button("build", screen.c.build, ":material/construction:", running=running)
    st.caption(screen.c.build_help)
    if running:
        _watch(screen)
    elif state is not None:
        _draw_outcome(state, screen)
    elif building(index_folder(screen.settings)):
        st.info(screen.c.building_elsewhere, icon=":material/hourglass_top:")
    draw_versions(screen)


def _start_button(task: Task, text: str, icon: str, *, running: bool) -> None:
    st.button(text, key=f"corpus.{task}", icon=icon, disabled=running, on_click=_start, args=(task,))


def _start(task: Task) -> None:
    index_job().start(task)


@st.fragment(run_every=LOOK_S)
def _watch(screen: Screen) -> None:
    """Draw the progress of the running task, and the whole page anew once it has ended."""
    state = index_job().state
    if state is None or not state.running:
        st.rerun()
        return
    text = screen.c.building if state.task == "build" else screen.c.comparing
    progress = state.progress
    share = progress.done / progress.total if progress and progress.total else 0.0
    st.progress(min(share, 1.0), text=f"{text} · {_step(progress, screen)}" if progress else text)


def _step(progress: Progress, screen: Screen) -> str:
    left = f" · {screen.w.build_left.format(seconds=round(progress.seconds_left))}" if progress.seconds_left else ""
    counts = f" {progress.done:,}/{progress.total:,}" if progress.total > 1 else ""
    return f"{screen.w.build_steps[progress.step]}{counts}{left}"


def _draw_outcome(state: JobState, screen: Screen) -> None:
    c = screen.c
    if state.ended_at is not None:
        st.caption(c.as_of.format(time=f"{state.ended_at:%Y-%m-%d %H:%M:%S} UTC"))
    if state.failure is not None:
        if state.failure.kind == "IndexBusy":
            st.info(c.building_elsewhere, icon=":material/hourglass_top:")
            return
        st.error(f"**{c.failed}**", icon=":material/error:")
        st.code(state.failure.message, language=None, wrap_lines=True)  # verbatim: the remedy may be a command
    elif state.built is not None:
        done = state.built
        st.success(
            c.built.format(
                version=safe(done.version),
                cards=f"{done.cards:,}",
                embedded=f"{done.embedded:,}",
                seconds=f"{done.seconds:.1f}",
            ),
            icon=":material/check:",
        )
    if state.difference is not None:
        _draw_difference(state.difference, screen, built=state.built is not None)


def _draw_difference(found: Difference, screen: Screen, *, built: bool) -> None:
    c = screen.c
    if found.none and not built:
        st.success(c.agree.format(unchanged=f"{found.unchanged:,}"), icon=":material/check:")
        return
    if not built:
        cards_agree = not (found.new or found.changed or found.deleted)
        st.warning(c.beside if cards_agree else c.differ, icon=":material/difference:")
    groups = ((c.new, found.new), (c.changed, found.changed), (c.deleted, found.deleted))
    counts = [f"{name} {len(ids):,}" for name, ids in groups]
    st.markdown(" · ".join([*counts, f"{c.unchanged} {found.unchanged:,}"]))
    for name, ids in groups:
        if ids:
            with st.expander(f"{name} · {len(ids):,}"):
                st.code("\n".join(ids[:SHOWN_IDS]), language=None)
                if len(ids) > SHOWN_IDS:
                    st.caption(c.first_of.format(shown=SHOWN_IDS, total=f"{len(ids):,}"))
