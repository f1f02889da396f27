"""The question whose answer is watched while settings move; the address holds it, so that a link shows the same."""

import streamlit as st

from pages.components.language import current_language
from pages.components.question_bar import bundle_label
from pages.components.safe import label
from pages.components.thresholds_words import ThresholdsWords
from pages.components.words import Words
from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.pipeline import ALL, Question

QUESTION = "thresholds.question"
BUNDLE = "thresholds.bundle"
LINKED = "thresholds.linked"
"""Session state: the (q, b) of the address that the widgets already follow."""


def watched_question(words: ThresholdsWords, w: Words, found: OpenIndex, settings: Settings) -> Question | None:
    """Draw the question box and the bundle choice; return what to watch, or None while there is no question."""
    names = (ALL, *found.bundles)
    limit = settings.limits.question_chars
    _follow_address(names, limit)
    st.text_input(words.question, key=QUESTION, max_chars=limit, on_change=_write_address, persist_state="session")
    st.pills(
        w.ask_from,
        names,
        required=True,
        format_func=lambda name: bundle_label(name, w, settings),
        key=BUNDLE,
        label_visibility="collapsed",
        on_change=_write_address,
        persist_state="session",
    )
    text = str(st.session_state[QUESTION])
    if text.strip():
        return Question(text, str(st.session_state[BUNDLE]))
    st.caption(words.question_hint)
    _offer_sample(words, settings, found)
    return None


def _follow_address(names: tuple[str, ...], limit: int) -> None:
    linked = (st.query_params.get("q", ""), st.query_params.get("b", ALL))
    if linked[0] and linked != st.session_state.get(LINKED):
        st.session_state[QUESTION], st.session_state[BUNDLE] = linked[0][:limit], linked[1]
        st.session_state[LINKED] = linked
    if st.session_state.get(BUNDLE) not in names:
        st.session_state[BUNDLE] = ALL


def _write_address() -> None:
    linked = (str(st.session_state[QUESTION]), str(st.session_state[BUNDLE]))
    st.query_params["q"], st.query_params["b"] = linked
    st.session_state[LINKED] = linked


def _offer_sample(words: ThresholdsWords, settings: Settings, found: OpenIndex) -> None:
    """A first question to click, from a bundle in the reader's language where there is one."""
    samples = [
        (settings.bundles[name].language != current_language(), name, settings.bundles[name].samples[0])
        for name in found.bundles
        if name in settings.bundles and settings.bundles[name].samples
    ]
    for _, name, text in sorted(samples)[:1]:
        st.button(
            words.try_sample.format(question=label(text)),
            key="thresholds.sample",
            icon=":material/lightbulb:",
            type="tertiary",
            on_click=_watch,
            args=(text, name),
        )


def _watch(text: str, bundle: str) -> None:
    st.session_state[QUESTION], st.session_state[BUNDLE] = text, bundle
    _write_address()
