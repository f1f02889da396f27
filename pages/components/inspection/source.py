"""What the inspector looks at: a stored answer's trace, or a question in the address asked now."""

from dataclasses import dataclass
from itertools import takewhile

import streamlit as st

from pages.components.inspector_words import InspectorWords
from pages.components.language import current_language
from pages.components.question_bar import bundle_label
from pages.components.ready import engine, history
from pages.components.safe import safe
from pages.components.session_settings import current_settings
from pages.components.words import Words
from rag.config import Settings
from rag.history.records import StoredMessage
from rag.history.trace_json import trace_from_json
from rag.history.turns import turns_of
from rag.pipeline import ALL, Question
from rag.types import Trace, Turn

MESSAGE, QUESTION, BUNDLE, CARD = "m", "q", "b", "card"
"""Query parameters: an answer's id; or a question and its bundle; and the card in focus."""

CARD_KEY = "inspector.card"
"""Widget key that holds the id of the card in focus."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """One question's trace and what is still known of where it came from."""

    trace: Trace
    bundle: str
    message: StoredMessage | None
    """None for a question asked on this page."""
    index_open: bool
    """Whether the index version of the trace is the one that serves."""
    settings: Settings | None
    """Those of the trace; None when they are neither this session's nor the file's."""


def inspected(iw: InspectorWords) -> Inspected | None:
    """Return what the address names; say so in words when it names nothing that can be shown."""
    message_id = st.query_params.get(MESSAGE, "")
    if message_id:
        return _stored(history().message(message_id), iw)
    text = st.query_params.get(QUESTION, "").strip()
    if not text:
        st.info(iw.begin)
        return None
    bundle = st.query_params.get(BUNDLE, ALL)
    if bundle not in (ALL, *engine().index().bundles):
        st.warning(iw.unknown_bundle.format(bundle=safe(bundle)))
        bundle = ALL
    settings = current_settings()
    trace = engine().retrieve(Question(text, bundle, language=current_language()), settings)
    return Inspected(trace, bundle, None, True, settings)


def draw_question_form(found: Inspected | None, iw: InspectorWords, w: Words) -> None:
    """Draw the question and its bundle, to be asked anew; they follow the address."""
    _follow_address(found)
    names = (ALL, *engine().index().bundles)
    with st.form("inspector.form", border=False):
        asked, chosen, ready = st.columns([6, 2, 1.8], vertical_alignment="bottom")
        limit = engine().settings.limits.question_chars
        asked.text_input(iw.question, key="inspector.question", max_chars=limit)
        chosen.selectbox(
            iw.bundle,
            names,
            key="inspector.bundle",
            format_func=lambda name: bundle_label(name, w, engine().settings),
        )
        ready.form_submit_button(iw.inspect, key="inspector.ask", icon=":material/troubleshoot:", on_click=_ask_typed)


def draw_source(found: Inspected, iw: InspectorWords) -> None:
    """Draw where the trace comes from, and what can no longer be worked out."""
    trace = found.trace
    st.caption(iw.versions.format(index=safe(trace.index_version), settings=safe(trace.settings_hash)))
    if found.message is None:
        return
    st.caption(iw.from_answer.format(time=found.message.created_at.strftime("%Y-%m-%d %H:%M")))
    if not found.index_open:
        st.warning(iw.old_index.format(version=safe(trace.index_version)))
    elif found.settings is None:
        st.warning(iw.old_settings.format(then=safe(trace.settings_hash), now=current_settings().hash))
    st.button(
        iw.ask_again,
        key="inspector.again",
        icon=":material/refresh:",
        type="tertiary",
        on_click=_ask,
        args=(trace.question, found.bundle),
    )


def earlier_turns(message: StoredMessage | None) -> tuple[Turn, ...]:
    """Return what was said in an answer's conversation before its question."""
    if message is None:
        return ()
    said = history().messages(message.conversation_id)
    before = takewhile(lambda one: one.id != message.question_id, said)
    return turns_of(tuple(before), grounded=message.use_rag)


def choose_card(card_id: str) -> None:
    """Put a card into focus, on the page and in the address."""
    st.session_state[CARD_KEY] = card_id
    st.query_params[CARD] = card_id


def _stored(message: StoredMessage | None, iw: InspectorWords) -> Inspected | None:
    if message is None:
        st.warning(iw.unknown_answer)
        return None
    if not message.trace_json:
        st.warning(iw.no_trace)
        return None
    trace = trace_from_json(message.trace_json)
    known = (current_settings(), engine().settings)
    settings = next((one for one in known if one.hash == trace.settings_hash), None)
    index_open = trace.index_version == engine().index().manifest.version
    return Inspected(trace, message.bundle, message, index_open, settings)


def _follow_address(found: Inspected | None) -> None:
    """Set the widgets anew whenever the address names another question; a widget alone keeps its old text."""
    state, params = st.session_state, st.query_params
    address = tuple(params.get(name, "") for name in (MESSAGE, QUESTION, BUNDLE))
    if state.get("inspector.address") == address and "inspector.question" in state:
        return
    state["inspector.address"] = address
    state["inspector.question"] = found.trace.question if found else params.get(QUESTION, "")
    state["inspector.bundle"] = found.bundle if found else ALL
    best = found.trace.evidence[0].card.card_id if found and found.trace.evidence else None
    state[CARD_KEY] = params.get(CARD) or best


def _ask_typed() -> None:
    _ask(str(st.session_state["inspector.question"]), str(st.session_state["inspector.bundle"]))


def _ask(text: str, bundle: str) -> None:
    for name in (MESSAGE, CARD):
        st.query_params.pop(name, None)
    st.query_params[QUESTION] = text
    st.query_params[BUNDLE] = bundle
