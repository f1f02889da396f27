"""Draws an answer that is a computation, and the computation that an answer from cards offers."""

import streamlit as st

from pages.components.computing.form import draw_form
from pages.components.computing.result import draw_failed, draw_result, draw_sources
from pages.components.computing.words import computing_words
from pages.components.language import current_language
from pages.components.safe import safe
from pages.components.words import Words
from rag.computed.telling import tell_computation
from rag.history.records import StoredMessage
from rag.types import Trace


def is_computation(trace: Trace) -> bool:
    """Tell whether an answer is a computation itself, not one that only offers it."""
    return trace.computation is not None and trace.verdict.status == trace.computation.state


def draw_computation(message: StoredMessage, trace: Trace, w: Words) -> None:
    """Draw a computation exactly as it was stored: its number with its proof, its failure, or its form."""
    found = trace.computation
    if found is None:
        return
    cw = computing_words(current_language())
    with st.container(key=f"computed-{message.id}"):
        if found.receipt is not None:
            draw_result(found, found.receipt, _cards(message), message.id)
            draw_sources(message.citations, message.id, w)
            with st.expander(cw.change, key=f"chat.change.{message.id}", icon=":material/tune:"):
                draw_form(found, message)
        elif found.state == "unattested":
            draw_failed(found)
            draw_sources(message.citations, message.id, w)
        else:
            if not found.problems:
                st.markdown(safe(tell_computation(found, current_language())))
            draw_form(found, message)
            draw_sources(message.citations, message.id, w)


def _cards(message: StoredMessage) -> dict[int, str]:
    return {citation.number: citation.card_id for citation in message.citations}


def draw_offer(message: StoredMessage, trace: Trace) -> None:
    """Draw the form of a computation that goes with an answer from cards."""
    if trace.computation is None:
        return
    cw = computing_words(current_language())
    st.markdown(f"**{cw.offer}**")
    st.caption(cw.offer_hint)
    draw_form(trace.computation, message)
