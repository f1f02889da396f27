"""How the next question is answered: from cards or by the model alone, by which model, one answer or both."""

from dataclasses import dataclass

import streamlit as st

from pages.components.ready import engine
from pages.components.safe import safe
from pages.components.words import Words
from rag.config import Settings

GROUNDED, BESIDE, FINE_TUNED = "chat.grounded", "chat.beside", "chat.fine_tuned"
"""Widget keys of the switches."""


@dataclass(frozen=True, slots=True)
class Answering:
    """What the switches say, as far as there are models for it."""

    grounded: bool = True
    beside: bool = False
    """Whether an answer without cards stands beside one from cards."""
    fine_tuned: bool = False


AS_USUAL = Answering()


def chosen_answering(settings: Settings) -> Answering:
    """Return how to answer now; a switch whose model is gone says nothing."""
    offers, state = engine().offers(settings), st.session_state
    grounded = bool(state.get(GROUNDED, True)) or not offers.model
    return Answering(
        grounded=grounded,
        beside=not grounded and bool(state.get(BESIDE, False)),
        fine_tuned=offers.fine_tuned and bool(state.get(FINE_TUNED, False)),
    )


def draw_answering(w: Words, settings: Settings) -> None:
    """Draw a button that opens the switches; it says in colour and word when answers will not be grounded."""
    offers, now = engine().offers(settings), chosen_answering(settings)
    label = f"{w.answering}" if now.grounded else f":orange[{w.not_grounded}]"
    with st.popover(label, icon=":material/tune:", type="tertiary", key="chat.answering"):
        st.toggle(
            w.grounded,
            value=True,
            key=GROUNDED,
            disabled=not offers.model,
            help=w.grounded_help,
            persist_state="session",
        )
        if not offers.model:
            st.caption(w.needs_model)
        st.toggle(w.beside, key=BESIDE, disabled=now.grounded, persist_state="session")
        if offers.fine_tuned:
            named = w.fine_tuned_help.format(model=safe(settings.chat_model.fine_tuned))
            st.toggle(w.fine_tuned, key=FINE_TUNED, help=named, persist_state="session")
