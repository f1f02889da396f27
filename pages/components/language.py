"""The language of the screens: chosen by the reader, else the browser's."""

import streamlit as st

from pages.components.words import LanguageChoice, Words, words

KEY = "lang"
"""Widget key and query parameter, so that a link keeps the language."""

LANGUAGES: tuple[LanguageChoice, ...] = ("en", "ko", "zh")


def current_language() -> LanguageChoice:
    """Return the chosen language, else the browser's, else English."""
    chosen = st.session_state.get(KEY) or st.query_params.get(KEY)
    for language in LANGUAGES:
        if chosen == language:
            return language
    locale = (st.context.locale or "en").lower()
    return next((language for language in LANGUAGES if locale.startswith(language)), "en")


def current_words() -> Words:
    """Return the words of the current language."""
    return words(current_language())


def choose_language() -> None:
    """Draw the switch in the sidebar."""
    language = current_language()
    with st.sidebar:
        st.segmented_control(
            words(language).language,
            LANGUAGES,
            default=language,
            required=True,
            format_func=lambda code: words(code).language_name,
            key=KEY,
            persist_state="session",
        )
