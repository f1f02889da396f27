"""Draws questions with their way to the inspector, a few at a time."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from pages.components.evaluation_words import EvaluationWords
from pages.components.inspection.link import INSPECTOR_PAGE
from pages.components.inspection.source import BUNDLE, CARD, QUESTION
from pages.components.ready import engine
from pages.components.safe import label, safe
from rag.evaluation.cases import Case

PAGE_SIZE = 10


Item = TypeVar("Item")


def draw_questions(
    key: str,
    items: Sequence[Item],
    case_of: Callable[[Item], Case],
    note_of: Callable[[Item], str],
    ew: EvaluationWords,
) -> None:
    """Draw one line a question with a note below it, and pages where there are more than fit.

    Args:
        key: Of the list.
        items: What is listed.
        case_of: The question of an item.
        note_of: Markdown of ours that says why it is listed.
        ew: The words of the screen.
    """
    pages = -(-len(items) // PAGE_SIZE)
    chosen, widget = 1, f"evaluation.page.{key}"
    if pages > 1:
        if st.session_state.get(widget, 1) > pages:
            st.session_state[widget] = 1
        chosen = int(st.session_state.get(widget, 1))
    with st.container(key=f"evaluation-list-{key}", gap="xsmall"):
        for item in items[(chosen - 1) * PAGE_SIZE : chosen * PAGE_SIZE]:
            _draw_line(case_of(item), note_of(item), ew)
    if pages > 1:
        st.pagination(pages, key=widget)


def cards_of(case: Case, ew: EvaluationWords) -> str:
    """Return which card was expected and which was found first, as markdown of ours."""
    parts: list[str] = []
    if case.expected:
        parts.append(ew.expected.format(title=_title(case.expected[0])))
    if not case.right_first:
        parts.append(ew.found.format(title=_title(case.fused[0])) if case.fused else ew.nothing_found)
    return " · ".join(parts)


def bundle_name(name: str) -> str:
    """Return what people call a bundle, or its name."""
    bundles = engine().settings.bundles
    return label(bundles[name].label if name in bundles else name)


def _draw_line(case: Case, note: str, ew: EvaluationWords) -> None:
    address = {QUESTION: case.question, BUNDLE: case.bundle}
    if case.expected:
        address[CARD] = case.expected[0]
    with st.container(gap=None):
        st.page_link(
            INSPECTOR_PAGE, label=label(case.question, 200), icon=":material/troubleshoot:", query_params=address
        )
        sure = ew.sure.format(value=f"{case.confidence:.2f}")
        st.caption(" · ".join(part for part in (bundle_name(case.bundle), sure, note) if part))


def _title(card_id: str) -> str:
    card = engine().index().cards.get(card_id)
    return label(card.title) if card else safe(card_id)
