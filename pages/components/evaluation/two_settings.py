"""Compares the saved settings with others over the whole labelled set."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.evaluation.flips import draw_flips
from pages.components.evaluation.measuring import measure_button
from pages.components.evaluation.numbers import share_words
from pages.components.evaluation.sources import Source, known
from pages.components.evaluation_words import EvaluationWords
from pages.components.language import current_language
from pages.components.ready import engine
from pages.components.session_settings import current_settings, tried_changes
from pages.components.thresholds_changes import describe
from pages.components.thresholds_controls import shown_value
from pages.components.thresholds_words import thresholds_words
from pages.components.trying import THRESHOLDS_PAGE
from rag.config import Settings
from rag.evaluation.alternatives import alternatives
from rag.evaluation.labels import Labelled
from rag.evaluation.measures import measures, points
from rag.evaluation.scores import BundleScores
from rag.tuning.diff import Change
from rag.tuning.overrides import with_overrides

SIDE = "evaluation.side"
TRIED = "tried"


def draw_two_settings(labels: Sequence[Labelled], report: Source | None, ew: EvaluationWords) -> DeltaGenerator | None:
    """Draw the choice of side B, and what differs once both sides are measured; return like `measure_button`."""
    st.subheader(ew.two_heading, anchor=False)
    st.caption(ew.two_help)
    settings = _chosen(ew)
    saved = engine().settings
    a, b = known(saved, labels, report), known(settings, labels, report)
    if a is None or b is None:
        return measure_button("two", ew.compare, [one for one, had in ((saved, a), (settings, b)) if had is None], ew)
    _draw_table(a.scores[-1], b.scores[-1], ew)
    draw_flips("two", a.cases, b.cases, ew)
    return None


def _chosen(ew: EvaluationWords) -> Settings:
    """Draw side B and return its settings."""
    tried, tw = tried_changes(), thresholds_words(current_language())
    others = {_id(change): change for change in alternatives(engine().settings)}
    options = [*([TRIED] if tried else []), *others]
    if st.session_state.get(SIDE) not in options:
        st.session_state[SIDE] = options[0]

    def name_of(option: str) -> str:
        if option == TRIED:
            return ew.side_tried
        change = others[option]
        return f"{tw.tunables[change.key].name}: {shown_value(change.new, tw)}"

    side: str = st.selectbox(ew.side_b, options, format_func=name_of, key=SIDE, persist_state="session")
    changes = tried if side == TRIED else (others[side],)
    for change in changes:
        st.markdown(describe(change, tw))
    if not tried:
        st.page_link(THRESHOLDS_PAGE, label=ew.side_none, icon=":material/tune:")
    return (
        current_settings() if side == TRIED else with_overrides(engine().settings, {others[side].key: others[side].new})
    )


def _draw_table(a: BundleScores, b: BundleScores, ew: EvaluationWords) -> None:
    rows: list[Mapping[str, str]] = []
    for one, other in zip(measures(a), measures(b), strict=True):
        change = points(one, other)
        rows.append(
            {
                ew.measure_column: ew.measures[one.name].name,
                ew.side_a_column: share_words(one, ew),
                ew.side_b_column: share_words(other, ew),
                ew.difference: ew.unknown if change is None else f"{change:+.1f}" if change else "0",
            }
        )
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def _id(change: Change) -> str:
    return f"{change.key}={change.new}"
