"""Asks the labelled questions on the script's own thread, some at a time, so that a click comes through."""

import time
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.evaluation.sources import measured, run_key
from pages.components.evaluation_words import EvaluationWords
from pages.components.ready import engine, evaluation_runs
from rag.config import Settings
from rag.evaluation.cases import Case, ask_all
from rag.evaluation.labels import Labelled
from rag.evaluation.runs import RunKey

WANTED = "evaluation.wanted"
"""Session state: (where it was asked for, settings to measure one after the other)."""

PARTIAL = "evaluation.partial"
"""Session state: (key, cases so far) of a run that a click interrupted."""

CHUNK = 5
"""Questions between two looks at the stop button: about 0.2 s."""


def measure_button(place: str, text: str, wanted: Sequence[Settings], ew: EvaluationWords) -> DeltaGenerator | None:
    """Draw the button that starts measuring, or the progress and the button that stops it.

    Returns:
        Where progress is drawn while it was this place that asked for it, else None.
    """
    origin, _ = _wanted()
    running = origin == place
    with st.container(horizontal=True, vertical_alignment="center", key=f"evaluation-measuring-{place}"):
        bar = st.empty()
        st.button(  # one for both, since a second would stand beside its stale forerunner as long as the run lasts
            ew.stop if running else text,
            key=f"evaluation.measure.{place}",
            icon=":material/stop:" if running else ":material/play_arrow:",
            disabled=bool(origin) and not running,
            on_click=_stop if running else _start,
            args=() if running else (place, tuple(wanted)),
        )
    return bar if running else None


def measure_wanted(bar: DeltaGenerator | None, labels: Sequence[Labelled], ew: EvaluationWords) -> None:
    """Measure what was asked for, then draw the page anew. Call it last: a click meanwhile ends the run here.

    Without a `bar` what was asked for is there already or can no longer be had, and is dropped.
    """
    _, wanted = _wanted()
    if not wanted:
        return
    if bar is None:
        _stop()
        st.rerun()
    total = len(labels) * len(wanted)
    for number, settings in enumerate(wanted):
        _measure(settings, labels, _Progress(bar, number * len(labels), total, ew))
    _stop()
    st.rerun()


class _Progress:
    """Draws how far all runs together are, and how long they will take at this pace."""

    def __init__(self, bar: DeltaGenerator, before: int, total: int, ew: EvaluationWords) -> None:
        self._bar, self._before, self._total, self._ew = bar, before, total, ew
        self._began: tuple[float, int] | None = None

    def draw(self, done: int) -> None:
        done += self._before
        now = time.monotonic()
        began, first = self._began = self._began or (now, done)
        text = self._ew.measuring.format(done=done, total=self._total)
        if done > first:
            seconds = (now - began) / (done - first) * (self._total - done)
            text = f"{text} · {self._ew.left.format(seconds=round(seconds))}"
        self._bar.progress(done / self._total, text=text)


def _measure(settings: Settings, labels: Sequence[Labelled], progress: _Progress) -> None:
    while measured(settings, labels) is None:
        key = run_key(settings, labels)
        cases = _partial(key)
        progress.draw(len(cases))
        cases += ask_all(labels[len(cases) : len(cases) + CHUNK], engine(), settings)
        if run_key(settings, labels) != key:
            continue  # another index was published meanwhile: from the start
        st.session_state[PARTIAL] = (key, cases)
        if len(cases) == len(labels):
            evaluation_runs().put(key, cases)


def _partial(key: RunKey) -> tuple[Case, ...]:
    held: tuple[RunKey, tuple[Case, ...]] | None = st.session_state.get(PARTIAL)
    return held[1] if held is not None and held[0] == key else ()


def _wanted() -> tuple[str, tuple[Settings, ...]]:
    found: tuple[str, tuple[Settings, ...]] = st.session_state.get(WANTED, ("", ()))
    return found


def _start(place: str, wanted: tuple[Settings, ...]) -> None:
    st.session_state[WANTED] = (place, wanted)


def _stop() -> None:
    st.session_state.pop(WANTED, None)
    st.session_state.pop(PARTIAL, None)
