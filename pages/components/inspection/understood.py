"""Draws how a question was read: what it carries, its amounts and dates in both forms, the names it gives."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from pages.components.inspector_words import InspectorWords
from pages.components.language import current_language
from pages.components.safe import safe
from pages.components.understood_words import UnderstoodWords, understood_words
from rag.inspection.naming import FoundName, found_names
from rag.inspection.understanding import carry, with_values
from rag.reading import FilterAttempt, NamesFound
from rag.types import Card, Trace


def draw_understood(trace: Trace, cards: Callable[[str], Card | None], iw: InspectorWords) -> None:
    """Draw it folded together.

    Args:
        trace: Of the question.
        cards: Looks a card up; a card it does not know is shown by its id.
        iw: The words of the page.
    """
    words = understood_words(current_language())
    with st.expander(words.heading, key="inspector.understood"):
        if trace.names is not None:
            planned = words.plan.format(cards=trace.plan.budget) if trace.plan else ""
            st.write(f"{words.query_types[trace.names.query_type]} {planned}")
        st.write(words.carry.format(decision=iw.decisions[carry(trace)]))
        for heading, text in (
            (words.carried, trace.carried),
            (words.searched, trace.searched),
            (words.values, _with_values(trace)),
        ):
            if text:
                st.caption(heading)
                st.text(text)
        if trace.context is not None and trace.context.reused:
            st.write(words.lent.format(names=safe(", ".join(name for _, name in trace.context.reused))))
        if trace.names is None:
            st.caption(words.not_recorded)
        else:
            _draw_names(found_names(trace), words)
            _draw_cards(trace.names, cards, words)
        _draw_attempts(trace.filter_stage_attempts, words)
        if trace.check is not None:
            missing = safe(", ".join(trace.check.missing))
            st.write(words.check.format(status=words.checks[trace.check.status].format(missing=missing)))


def _with_values(trace: Trace) -> str:
    if trace.applied is None:
        return with_values(trace.question)
    return with_values(trace.question, anchor_year=trace.applied.anchor_year)


def _draw_attempts(attempts: tuple[FilterAttempt, ...], words: UnderstoodWords) -> None:
    if len(attempts) < 2 and all(attempt.stage == "relaxed" for attempt in attempts):
        return
    st.caption(words.attempts)
    cells = [
        (words.stages[one.stage], ", ".join(one.filters), one.candidates, one.top_k, " ".join(one.reasons))
        for one in attempts
    ]
    st.dataframe(
        pd.DataFrame(cells, columns=list(words.attempts_table)),
        hide_index=True,
        key="inspector.attempts",
        height="content",
    )


def _draw_names(names: tuple[FoundName, ...], words: UnderstoodWords) -> None:
    if not names:
        return
    cells = [
        (one.name, f"{one.score:.2f}", one.spelling, words.how[one.how].format(likeness=one.likeness)) for one in names
    ]
    st.dataframe(
        pd.DataFrame(cells, columns=list(words.names_table)), hide_index=True, key="inspector.names", height="content"
    )


def _draw_cards(names: NamesFound, cards: Callable[[str], Card | None], words: UnderstoodWords) -> None:
    if names.unknown:
        st.write(words.unknown.format(agency=safe(names.unknown)))
    if names.too_close:
        st.write(words.too_close)
    fates = [*((one, words.left) for one in names.cards), *((one, words.barred) for one in names.barred)]
    if not fates:
        return
    st.caption(words.cards.format(left=len(names.cards), barred=len(names.barred)))
    cells = [(card.title if (card := cards(one)) else one, fate) for one, fate in fates]
    st.dataframe(pd.DataFrame(cells, columns=list(words.cards_table)), hide_index=True, key="inspector.names.cards")
