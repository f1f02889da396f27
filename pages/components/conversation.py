"""Which conversation this is and what was just asked in it; the address holds the id, the store the rest."""

from dataclasses import dataclass

import streamlit as st

from pages.components.ready import history
from rag.history.records import Rating, StoredMessage

PARAMETER = "c"
"""Query parameter with the conversation's id; whoever has the link can read the conversation."""

PENDING = "chat.pending"
"""A question clicked rather than typed, as (text, bundle), waiting for the next run."""

BUNDLE = "chat.bundle"
"""Widget key of the bundle choice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of this run, not yet stored."""

    text: str
    bundle: str


def conversation_id() -> str:
    """Return the id in the address, or nothing."""
    return str(st.query_params.get(PARAMETER, ""))


def open_conversation(bundle: str) -> str:
    """Return this page's conversation, begun when there is none or when the address names an unknown one."""
    known = conversation_id()
    if known and history().conversation(known):
        return known
    started = history().start_conversation(bundle)
    st.query_params[PARAMETER] = started
    return started


def leave_conversation() -> None:
    """Forget the conversation; the store keeps it."""
    st.query_params.pop(PARAMETER, None)


def stored_messages() -> tuple[StoredMessage, ...]:
    """Return what was said so far, as it was shown."""
    return history().messages(conversation_id()) if conversation_id() else ()


def stored_ratings() -> dict[str, Rating]:
    """Return this conversation's ratings by the answer's id."""
    rated = history().ratings(conversation_id()) if conversation_id() else ()
    return {rating.message_id: rating for rating in rated}


def ask_next(text: str, bundle: str) -> None:
    """Ask a clicked question in the next run, with the bundle choice following it."""
    st.session_state[PENDING] = Asked(text, bundle)
    st.session_state[BUNDLE] = bundle


def asked_question(typed: str | None) -> Asked | None:
    """Return the question of this run: the typed one, else the clicked one."""
    pending: Asked | None = st.session_state.pop(PENDING, None)
    if typed is not None:
        return Asked(typed, str(st.session_state[BUNDLE]))
    return pending
