"""Draws what the numbers of the screen were measured with, and the way to measure them anew."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.evaluation.measuring import measure_button
from pages.components.evaluation.sources import Source, labelled, saved_report
from pages.components.evaluation_words import EvaluationWords
from pages.components.ready import engine
from pages.components.safe import safe
from rag.errors import ConfigError
from rag.evaluation.labels import Labelled

LONG = 600
"""Characters from which on a message scrolls in its own box: a file of wrong labels names every line."""

BOX = 180
"""Pixels."""


def draw_source_bar(shown: Source | None, labels: Sequence[Labelled], ew: EvaluationWords) -> DeltaGenerator | None:
    """Draw where the numbers come from; the button is left out where they are of this very moment.

    Returns:
        As `measure_button`.
    """
    if shown is None:
        st.info(ew.nothing_yet)
    else:
        _draw_origin(shown, ew)
    if not labels or (shown is not None and not shown.saved):
        return None
    text = ew.measure if shown is None else ew.measure_again
    return measure_button("all", text.format(count=len(labels)), [engine().settings], ew)


def usable_labels(ew: EvaluationWords) -> tuple[Labelled, ...]:
    """Return the labelled questions; none where they cannot be used, and draw why."""
    try:
        return labelled()
    except ConfigError as exc:
        _draw_problem(ew.bad_labels, str(exc))
        return ()


def usable_report(ew: EvaluationWords) -> Source | None:
    """Return the saved report; None where there is none to be used, and draw why."""
    try:
        return saved_report()
    except ConfigError as exc:
        _draw_problem(ew.bad_report, str(exc))
        return None


def _draw_problem(heading: str, problem: str) -> None:
    st.warning(f"**{heading}**", icon=":material/warning:")
    st.code(problem, language=None, wrap_lines=True, height="content" if len(problem) < LONG else BOX)


def _draw_origin(shown: Source, ew: EvaluationWords) -> None:
    text = ew.from_report if shown.saved else ew.from_run
    st.caption(text.format(count=len(shown.cases), index=safe(shown.index_version), settings=safe(shown.settings_hash)))
    if shown.index_version != engine().index().manifest.version:
        st.info(ew.other_index, icon=":material/history:")
    elif shown.settings_hash != engine().settings.hash:
        st.info(ew.other_settings, icon=":material/history:")
