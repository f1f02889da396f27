"""Draws how the cards moved from leg to leg, as a bump chart and as a table that says the same."""

from collections.abc import Collection, Sequence

import pandas as pd
import streamlit as st

from pages.components.inspector_words import InspectorWords
from pages.components.safe import safe
from rag.inspection.paths import CardPath, card_paths
from rag.types import Card, Trace

HEIGHT = 320
TICKS = [1, 2, 3, 5, 10, 20, 50, 100]
"""Ranks that are labelled; the scale is logarithmic, since first places matter most."""


def draw_chart(trace: Trace, cited: Collection[int], titles: dict[str, Card], iw: InspectorWords) -> None:
    """Draw the paths of the best fused cards; cards of the answer are coloured, the others grey.

    Args:
        trace: Of the question.
        cited: Numbers the answer's text cites; empty when there is none.
        titles: Cards by id, as far as they are known.
        iw: The words of the screen.
    """
    paths = card_paths(trace, cited)
    if not paths:
        return
    steps = [iw.steps["bm25"], iw.steps["vector"], iw.steps["fused"], iw.steps["cited" if cited else "citable"]]
    with st.expander(iw.chart_heading, key="inspector.chart"):
        st.vega_lite_chart(
            pd.DataFrame([point for path in paths for point in _points(path, titles, steps)]),
            _spec(steps, iw),
            height=HEIGHT,
            alt=iw.chart_alt.format(count=len(paths)),
        )
        st.caption(iw.chart_table)
        st.table(_table(paths, titles, steps, iw), border="horizontal", hide_index=True)


def _points(path: CardPath, titles: dict[str, Card], steps: Sequence[str]) -> list[dict[str, str | int | bool]]:
    return [
        {"card": _title(path, titles), "step": step, "rank": rank, "cited": path.cited is not None}
        for step, rank in zip(steps, _ranks(path), strict=True)
        if rank is not None
    ]


def _spec(steps: Sequence[str], iw: InspectorWords) -> dict[str, object]:
    colour = {
        "condition": {"test": "datum.cited", "value": "#3b8bc2"},
        "value": "#9aa5b1",
    }
    rank = {
        "field": "rank",
        "type": "quantitative",
        "title": iw.chart_rank,
        "scale": {"type": "log", "reverse": True, "nice": False, "padding": 12},
        "axis": {"values": TICKS, "grid": False, "format": "d"},
    }
    step = {
        "field": "step",
        "type": "nominal",
        "scale": {"domain": list(steps)},
        "title": None,
        "axis": {"labelAngle": 0},
    }
    tooltip = [{"field": "card", "title": iw.columns["card"]}, {"field": "rank", "title": iw.chart_rank}]
    shared = {"x": step, "y": rank, "detail": {"field": "card"}, "color": colour, "tooltip": tooltip}
    return {
        "encoding": shared,
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2}},
            {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 1}},
            {"mark": {"type": "text", "dx": 12, "dy": -6}, "encoding": {"text": {"field": "rank"}}},
        ],
    }


def _table(
    paths: Sequence[CardPath], titles: dict[str, Card], steps: Sequence[str], iw: InspectorWords
) -> pd.DataFrame:
    rows = [
        {
            iw.columns["card"]: safe(_title(path, titles)),
            **{step: iw.absent if rank is None else str(rank) for step, rank in zip(steps, _ranks(path), strict=True)},
        }
        for path in paths
    ]
    return pd.DataFrame(rows)


def _ranks(path: CardPath) -> tuple[int | None, ...]:
    return (path.bm25, path.vector, path.fused, path.cited)


def _title(path: CardPath, titles: dict[str, Card]) -> str:
    card = titles.get(path.card_id)
    return card.title if card else path.card_id
