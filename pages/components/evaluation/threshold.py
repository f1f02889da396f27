"""Draws the threshold to move, what it does to every labelled question, and the two curves it stands in."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from pages.components.evaluation.curves import draw_risk, draw_spread
from pages.components.evaluation.question_list import cards_of, draw_questions
from pages.components.evaluation_words import EvaluationWords
from pages.components.session_settings import set_override
from rag.evaluation.cases import Case
from rag.evaluation.outcomes import OUTCOMES, judged, tally
from rag.evaluation.sweep import Turned, rescored, turned
from rag.retrieval.confidence import Logistic

THRESHOLD = "evaluation.threshold"
"""Widget key, and the query parameter that keeps a moved threshold in a link."""

KEY = "confidence.threshold"


@st.fragment
def draw_threshold(cases: Sequence[Case], logistic: Logistic, ew: EvaluationWords) -> None:
    """Draw the section; moving the slider draws only this section anew.

    Args:
        cases: As measured.
        logistic: Of the saved settings.
        ew: The words of the screen.
    """
    st.subheader(ew.threshold_heading, anchor=False)
    known = sum(map(judged, cases))
    st.caption(ew.threshold_help.format(judged=known, other=len(cases) - known))
    chosen = st.slider(ew.threshold, 0.0, 1.0, logistic.threshold, 0.01, "%.3f", key=THRESHOLD, bind="query-params")
    before = rescored(cases, logistic)
    after = rescored(cases, replace(logistic, threshold=chosen))
    _draw_outcomes(before, after, (logistic.threshold, chosen), ew)
    _draw_turned(turned(before, after), ew)
    if chosen != logistic.threshold:
        st.button(
            ew.threshold_try.format(value=f"{chosen:.2f}"),
            key="evaluation.try",
            icon=":material/tune:",
            on_click=_try,
            args=(chosen,),
        )
    risk, spread = st.columns(2, gap="medium")
    with risk:
        draw_risk(after, (logistic.threshold, chosen), ew)
    with spread:
        draw_spread(after, (logistic.threshold, chosen), ew)


def _try(chosen: float) -> None:
    set_override(KEY, chosen)  # always fits: no other setting bounds it


def _draw_outcomes(
    before: Sequence[Case], after: Sequence[Case], thresholds: tuple[float, float], ew: EvaluationWords
) -> None:
    was, now = tally(before), tally(after)
    saved, here = (f"{value:g}" for value in thresholds)
    st.table(
        pd.DataFrame(
            {
                ew.outcome: [ew.outcomes[name] for name in OUTCOMES],
                ew.at_saved.format(value=saved): [str(was[name]) for name in OUTCOMES],
                ew.at_chosen.format(value=here): [str(now[name]) for name in OUTCOMES],
                ew.difference: [f"{now[name] - was[name]:+d}" if now[name] != was[name] else "0" for name in OUTCOMES],
            }
        ),
        border="horizontal",
        hide_index=True,
    )


def _draw_turned(flips: Sequence[Turned], ew: EvaluationWords) -> None:
    if not flips:
        st.caption(ew.turned_none)
        return
    with st.expander(ew.turned.format(count=len(flips)), key="evaluation.turned"):
        draw_questions("turned", flips, lambda flip: flip.case, lambda flip: _note(flip, ew), ew)


def _note(flip: Turned, ew: EvaluationWords) -> str:
    turn = ew.turn.format(before=ew.outcomes[flip.before], after=ew.outcomes[flip.after])
    cards = cards_of(flip.case, ew) if flip.case.covered else ""
    badge = f":{'green' if flip.better else 'orange'}-badge[{turn}]"
    return " · ".join(part for part in (badge, cards) if part)
