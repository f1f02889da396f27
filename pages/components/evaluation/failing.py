"""Draws the questions that failed, by cause, each one click from the inspector."""

from collections.abc import Sequence

import streamlit as st

from pages.components.evaluation.question_list import cards_of, draw_questions
from pages.components.evaluation_words import EvaluationWords
from rag.evaluation.cases import Case
from rag.evaluation.outcomes import CAUSES, Cause, failures

CAUSE = "evaluation.cause"
"""Widget key, and the query parameter that keeps a chosen cause in a link."""


def draw_failures(cases: Sequence[Case], ew: EvaluationWords) -> None:
    """Draw the causes with their counts, and the questions of the chosen one."""
    st.subheader(ew.failures_heading, anchor=False)
    st.caption(ew.failures_help)
    found = failures(cases)
    first = next((cause for cause in CAUSES if found[cause]), CAUSES[0])

    def name_of(cause: Cause) -> str:
        return f"{ew.causes[cause]} · {len(found[cause])}"

    chosen: Cause | None = st.pills(
        ew.failures_heading,
        CAUSES,
        default=first,
        required=True,
        format_func=name_of,
        key=CAUSE,
        label_visibility="collapsed",
        persist_state="session",
    )
    cause = chosen or first
    st.caption(ew.causes_help[cause])
    if not found[cause]:
        st.success(ew.failures_none, icon=":material/check:")
    draw_questions(f"failed.{cause}", found[cause], lambda case: case, lambda case: cards_of(case, ew), ew)
