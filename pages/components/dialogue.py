"""Draws a dialogue as turns, each under the name of who speaks; the agent's, which answer, stand in a box."""

from collections.abc import Collection, Sequence
from itertools import groupby

import streamlit as st

from pages.components.dialogue_words import DialogueWords, dialogue_words
from pages.components.language import current_language
from pages.components.safe import marked, safe
from rag.cards.dialogue import Said, Speaker

_ICONS: dict[Speaker, str] = {"customer": ":material/person:", "agent": ":material/support_agent:"}

MAX_TURNS = 200
"""Turns drawn of one dialogue; each costs the browser two elements."""


def draw_turns(said: Sequence[Said], quotes: Collection[str] = ()) -> bool:
    """Draw the turns of a dialogue, lines of `quotes` marked; return whether there were more than `MAX_TURNS`.

    Who speaks is said in words of the interface's language, not only by icon and box.
    """
    words = dialogue_words(current_language())
    turns = [(speaker, tuple(lines)) for speaker, lines in groupby(said, key=lambda one: one.speaker)]
    with st.container(gap="xsmall"):
        st.caption(words.note)
        for speaker, lines in turns[:MAX_TURNS]:
            with st.container(border=speaker == "agent"):
                st.markdown(_turn(speaker, lines, quotes, words))
    return len(turns) > MAX_TURNS


def _turn(speaker: Speaker | None, lines: Sequence[Said], quotes: Collection[str], words: DialogueWords) -> str:
    """Return what one side says at a stretch; a line that names no speaker stands without a name."""
    name = [f"{_ICONS[speaker]} **{words.sides[speaker]}**"] if speaker else []
    return "  \n".join([*name, *(marked(one.text) if one.line in quotes else safe(one.text) for one in lines)])
