"""Which conversation this is and what was just asked in it; the address holds the id, the store the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages.components.answering import AS_USUAL, Answering, chosen_answering
from pages.components.ready import history
from rag.config import Settings
from rag.discretion import kept
from rag.history.records import Rating, StoredMessage

PARAMETER = "c"
"""Query parameter with the conversation's id; whoever has the link can read the conversation."""

CONVERSATION = "chat.conversation"
"""The same id in the session: the way to another page and back drops the parameter."""

PENDING = "chat.pending"
"""A question clicked rather than typed, waiting for the next run."""

BUNDLE = "chat.bundle"
"""Widget key of the bundle choice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of this run, not yet stored."""

    text: str
    bundle: str
    card_id: str = ""
    """The card chosen after being asked back."""
    alone: bool = False
    """Whether the conversation must lend nothing to it."""
    inputs: Mapping[str, str] | None = None
    """What a computation's form holds; None when none was sent."""
    answering: Answering = AS_USUAL


@dataclass(frozen=True, slots=True)
class Clicked:
    """A question clicked rather than typed; the bundle is the one chosen when it is asked."""

    text: str
    card_id: str = ""
    alone: bool = False
    inputs: Mapping[str, str] | None = None


def conversation_id() -> str:
    """Return the id in the address, or the one this session was in, or nothing."""
    known = str(st.query_params.get(PARAMETER) or st.session_state.get(CONVERSATION, ""))
    if known:
        _enter(known)
    return known


def open_conversation(bundle: str) -> str:
    """Return this page's conversation, begun when there is none or when the address names an unknown one."""
    known = conversation_id()
    if known and history().conversation(known):
        return known
    started = history().start_conversation(bundle)
    _enter(started)
    return started


def leave_conversation() -> None:
    """Forget the conversation; the store keeps it."""
    st.query_params.pop(PARAMETER, None)
    st.session_state.pop(CONVERSATION, None)


def stored_messages() -> tuple[StoredMessage, ...]:
    """Return what was said so far, as it was shown."""
    return history().messages(conversation_id()) if conversation_id() else ()


def stored_ratings() -> dict[str, Rating]:
    """Return this conversation's ratings by the answer's id."""
    rated = history().ratings(conversation_id()) if conversation_id() else ()
    return {rating.message_id: rating for rating in rated}


def ask_next(text: str, bundle: str, card_id: str = "", alone: bool = False) -> None:
    """Ask a clicked question in the next run, with the bundle choice following it."""
    st.session_state[PENDING] = Clicked(text, card_id, alone)
    st.session_state[BUNDLE] = bundle


def compute_next(text: str, bundle: str, card_id: str, inputs: Mapping[str, str]) -> None:
    """Ask in the next run for the computation whose form was sent, with the bundle choice following it."""
    st.session_state[PENDING] = Clicked(text, card_id, inputs=inputs)
    st.session_state[BUNDLE] = bundle


def asked_question(typed: str | None, settings: Settings) -> Asked | None:
    """Return the question of this run, the typed one, else the clicked one, of the bundles and switches chosen now.

    The number of a parcel or a case is masked before anything else sees it.

    Call it when the bundle choice is drawn: a bundle that left the index is no longer chosen then.
    """
    clicked: Clicked | None = st.session_state.pop(PENDING, None)
    bundle, answering = str(st.session_state[BUNDLE]), chosen_answering(settings)
    if typed is not None:
        return Asked(kept(typed), bundle, answering=answering)
    if clicked is None:
        return None
    return Asked(clicked.text, bundle, clicked.card_id, clicked.alone, clicked.inputs, answering)


def _enter(conversation: str) -> None:
    st.session_state[CONVERSATION] = conversation
    if st.query_params.get(PARAMETER) != conversation:
        st.query_params[PARAMETER] = conversation
