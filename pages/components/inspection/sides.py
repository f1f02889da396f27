"""Draws one question under two settings side by side: ranks, verdict, what moved."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from pages.components.inspection.ask_again import asking, same_question
from pages.components.inspection.source import Inspected
from pages.components.inspector_words import InspectorWords
from pages.components.ready import engine
from pages.components.safe import safe
from rag.config import Settings
from rag.errors import ConfigError
from rag.inspection.comparing import Comparison, compare
from rag.inspection.grids import choices, grid
from rag.inspection.why_not import Attempt
from rag.tuning.overrides import Value
from rag.tuning.tunables import value_of

WORDS = ("topics.mode", "fusion.method")
SLIDERS = ("fusion.bm25_weight", "fusion.vector_weight", "confidence.threshold", "context.top_k")
TYPED = ("fusion.rrf_k",)


def draw_sides(found: Inspected, settings: Settings, iw: InspectorWords) -> None:
    """Draw the controls of side B and what they change."""
    with st.expander(iw.sides_heading, key="inspector.sides"):
        st.caption(iw.sides_help)
        st.markdown(f"**{iw.side_b}**")
        changed = {key: value for key, value in _controls(settings, iw).items() if value != value_of(settings, key)}
        if not changed:
            st.caption(iw.sides_same)
            return
        asked = same_question(found)
        try:
            b = asking(found, settings)(Attempt(asked.question, asked.bundle, changed))
        except ConfigError as exc:
            st.error(safe(str(exc)))
            return
        _draw_comparison(compare(found.trace, b), iw)


def _controls(settings: Settings, iw: InspectorWords) -> Mapping[str, Value]:
    values: dict[str, Value] = {}
    columns = st.columns(2)
    for at, key in enumerate((*WORDS, *SLIDERS, *TYPED)):
        with columns[at % 2]:
            values[key] = _control(key, settings, iw)
    return values


def _control(key: str, settings: Settings, iw: InspectorWords) -> Value:
    name, now, widget = iw.settings[key], value_of(settings, key), f"inspector.b.{key}"
    if key in WORDS:
        options = choices(key)
        return st.selectbox(
            name,
            options,
            index=options.index(str(now)),
            key=widget,
            format_func=lambda word: iw.values.get(word, word),
        )
    span = grid(key)
    if not isinstance(now, int | float):
        raise ValueError(f"{key} is no number")
    if key in TYPED:
        return st.number_input(name, round(span.low), round(span.high), round(now), key=widget)
    if span.whole:
        return st.slider(name, round(span.low), round(span.high), round(now), key=widget)
    return st.slider(name, span.low, span.high, float(now), step=span.step, key=widget)


def _draw_comparison(moved: Comparison, iw: InspectorWords) -> None:
    words = iw.sides_verdict if moved.flipped else iw.sides_kept
    verdict = words.format(
        before=iw.statuses[moved.before],
        after=iw.statuses[moved.after],
        confidence_before=f"{moved.confidence_before:.2f}",
        confidence_after=f"{moved.confidence_after:.2f}",
    )
    st.markdown(f"**{verdict}**")
    cards = engine().index().cards
    rows = [
        {
            iw.columns["card"]: safe(card.title if (card := cards.get(row.card_id)) else row.card_id),
            iw.columns["rank_a"]: str(row.before or iw.absent),
            iw.columns["rank_b"]: str(row.after or iw.absent),
            iw.columns["moved"]: iw.absent if row.places is None else f"{row.places:+d}" if row.places else "0",
            iw.columns["presented_a"]: iw.yes if row.presented_before else iw.no,
            iw.columns["presented_b"]: iw.yes if row.presented_after else iw.no,
        }
        for row in moved.rows
    ]
    if rows:
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
