"""Draws the measures: tiles over all questions, and a table by bundle, with what changed since the saved report."""

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from pages.components.evaluation.question_list import bundle_name
from pages.components.evaluation_words import EvaluationWords
from rag.evaluation.measures import Measure, measures, points
from rag.evaluation.report import ALL_BUNDLES
from rag.evaluation.scores import BundleScores

TILE = 168
"""Pixels: two tiles stand beside each other on a phone."""


def draw_tiles(now: Sequence[BundleScores], before: Sequence[BundleScores], ew: EvaluationWords) -> None:
    """Draw a tile a measure of the last row, which is over all questions."""
    whole = now[-1]
    earlier = next((measures(row) for row in before if row.bundle == whole.bundle), ())
    with st.container(horizontal=True, gap="small", key="evaluation-tiles"):
        for at, measure in enumerate(measures(whole)):
            _draw_tile(measure, earlier[at] if earlier else None, ew)


def draw_bundles(now: Sequence[BundleScores], before: Sequence[BundleScores], ew: EvaluationWords) -> None:
    """Draw a row a bundle."""
    st.subheader(ew.bundles_heading, anchor=False)
    earlier = {row.bundle: measures(row) for row in before}
    if earlier:
        st.caption(ew.bundles_help)
    rows = [_row(row, earlier.get(row.bundle, ()), ew) for row in now]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height="content", alt=ew.bundles_heading)


def share_words(measure: Measure, ew: EvaluationWords) -> str:
    """Return a share as shown."""
    return ew.unknown if math.isnan(measure.share.mean) else f"{measure.share.mean:.0%}"


def _draw_tile(measure: Measure, earlier: Measure | None, ew: EvaluationWords) -> None:
    words, share = ew.measures[measure.name], measure.share
    change = points(earlier, measure) if earlier else None
    with st.container(border=True, width=TILE, height="stretch", gap="xsmall", key=f"evaluation-tile-{measure.name}"):
        st.markdown(words.name)  # a metric's own label does not wrap
        st.metric(
            words.name,
            share_words(measure, ew),
            label_visibility="collapsed",
            delta=None if change is None else f"{change:+.1f}" if change else "0",
            delta_color="off" if not change else "normal" if measure.more_is_better else "inverse",
            delta_arrow="auto" if change else "off",
            delta_description=None if change is None else ew.since_report,
        )
        lines = [words.meaning]
        if share.count:
            lines.append(ew.interval.format(low=f"{share.low:.0%}", high=f"{share.high:.0%}", count=share.count))
        st.caption("  \n".join(lines))


def _row(row: BundleScores, earlier: Sequence[Measure], ew: EvaluationWords) -> dict[str, str]:
    name = ew.all_bundles if row.bundle == ALL_BUNDLES else bundle_name(row.bundle)
    cells = {ew.bundle: name, ew.questions: str(row.questions)}
    for at, measure in enumerate(measures(row)):
        change = points(earlier[at], measure) if earlier else None
        moved = f" ({change:+.1f})" if change else ""
        cells[ew.measures[measure.name].name] = f"{share_words(measure, ew)}{moved}"
    return cells
