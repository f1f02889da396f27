"""Draws risk against coverage, and how confidences are spread, each with the threshold and a sentence of the same."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from pages.components.evaluation_words import EvaluationWords
from rag.evaluation.cases import Case
from rag.evaluation.outcomes import judged
from rag.evaluation.sweep import at_threshold, distribution, risk_curve

HEIGHT = 260
BLUE, ORANGE, GREY = "#3b8bc2", "#d08030", "#8a94a0"
"""Told apart by readers who do not see red and green, on the light and on the dark ground."""


def draw_risk(cases: Sequence[Case], thresholds: tuple[float, float], ew: EvaluationWords) -> None:
    """Draw the curve, with a mark at the saved and at the chosen threshold."""
    st.markdown(f"**{ew.risk_heading}**")
    points, (_, chosen) = risk_curve(cases), thresholds
    here = at_threshold(points, chosen)
    said = ew.risk_none.format(value=f"{chosen:g}")
    if here is not None:
        said = ew.risk_here.format(value=f"{chosen:g}", coverage=f"{here.coverage:.0%}", risk=f"{here.risk:.0%}")
    rows = [
        {"threshold": point.threshold, "coverage": point.coverage, "risk": point.risk, "mark": ""} for point in points
    ]
    for name, value in zip((ew.saved_rule, ew.chosen_rule), thresholds, strict=True):
        stands = at_threshold(points, value)
        if stands is not None and (name == ew.saved_rule or value != thresholds[0]):
            rows.append({"threshold": value, "coverage": stands.coverage, "risk": stands.risk, "mark": name})
    st.vega_lite_chart(pd.DataFrame(rows), _risk_spec(ew), height=HEIGHT, alt=said)
    st.caption(f"{said} {ew.risk_help}")


def draw_spread(cases: Sequence[Case], thresholds: tuple[float, float], ew: EvaluationWords) -> None:
    """Draw covered against not covered questions, with a line at the saved and at the chosen threshold."""
    st.markdown(f"**{ew.spread_heading}**")
    known, (_, chosen) = [case for case in cases if judged(case)], thresholds
    covered = [case.confidence >= chosen for case in known if case.covered]
    others = [case.confidence >= chosen for case in known if not case.covered]
    said = ew.spread_alt.format(
        covered=len(covered),
        covered_over=sum(covered),
        others=len(others),
        others_over=sum(others),
        value=f"{chosen:g}",
    )
    rows = [
        {"low": found.low, "high": found.high, "kind": kind, "count": count}
        for found in distribution(cases)
        for kind, count in ((ew.covered, found.covered), (ew.not_covered, found.not_covered))
    ]
    st.vega_lite_chart(pd.DataFrame(rows), _spread_spec(thresholds, ew), height=HEIGHT, alt=said)
    st.caption(f"{said} {ew.spread_help}")


def _risk_spec(ew: EvaluationWords) -> dict[str, object]:
    percent = {"format": ".0%", "grid": False}
    at = {
        "x": {
            "field": "coverage",
            "type": "quantitative",
            "title": ew.coverage,
            "scale": {"domain": [0, 1]},
            "axis": percent,
        },
        "y": {"field": "risk", "type": "quantitative", "title": ew.risk, "axis": percent},
        "tooltip": [
            {"field": "threshold", "title": ew.confidence, "format": ".2f", "type": "quantitative"},
            {"field": "coverage", "title": ew.coverage, "format": ".0%", "type": "quantitative"},
            {"field": "risk", "title": ew.risk, "format": ".0%", "type": "quantitative"},
        ],
    }
    marked = [{"filter": "datum.mark != ''"}]
    return {
        "encoding": at,
        "layer": [
            {
                "transform": [{"filter": "datum.mark == ''"}],
                "mark": {"type": "line", "interpolate": "step-after", "color": BLUE, "strokeWidth": 2},
            },
            {
                "transform": marked,
                "mark": {"type": "point", "filled": True, "size": 90, "color": ORANGE, "opacity": 1},
            },
            {
                "transform": marked,
                "mark": {"type": "text", "dy": -12, "align": "right", "color": GREY},
                "encoding": {"text": {"field": "mark"}},
            },
        ],
    }


def _spread_spec(thresholds: tuple[float, float], ew: EvaluationWords) -> dict[str, object]:
    bars = {
        "x": {
            "field": "low",
            "type": "quantitative",
            "title": ew.confidence,
            "scale": {"domain": [0, 1]},
            "axis": {"grid": False},
            "bin": "binned",
        },
        "x2": {"field": "high"},
        "y": {"field": "count", "type": "quantitative", "title": ew.count, "stack": None, "axis": {"tickMinStep": 1}},
        "color": {
            "field": "kind",
            "type": "nominal",
            "title": None,
            "scale": {"domain": [ew.covered, ew.not_covered], "range": [BLUE, ORANGE]},
            "legend": {"orient": "top"},
        },
        "tooltip": [{"field": "kind", "title": " "}, {"field": "count", "title": ew.count}],
    }
    names = dict(zip(thresholds, (ew.saved_rule, ew.chosen_rule), strict=True))
    names[thresholds[0]] = ew.saved_rule
    rules = [{"at": value} for value in names]
    at = {"x": {"field": "at", "type": "quantitative"}}
    labels = [
        {
            "data": {"values": [{"at": value, "name": name}]},
            "mark": {"type": "text", "align": "left", "dx": 4, "color": GREY},
            "encoding": {**at, "y": {"value": 8 + 14 * line}, "text": {"field": "name"}},
        }
        for line, (value, name) in enumerate(names.items())
    ]
    dashed = {"type": "rule", "color": GREY, "strokeDash": [4, 3], "strokeWidth": 2}
    return {
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.55}, "encoding": bars},
            {"data": {"values": rules}, "mark": dashed, "encoding": at},
            *labels,
        ]
    }
