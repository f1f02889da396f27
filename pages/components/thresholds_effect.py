"""Draws what the saved and the tried settings make of one question, side by side."""

from collections.abc import Sequence

import streamlit as st

from pages.components.safe import label
from pages.components.thresholds_words import ThresholdsWords
from pages.components.words import Words
from rag.tuning.effect import Placed, arrived, left
from rag.types import Trace


def draw_effect(before: Trace, after: Trace, words: ThresholdsWords, w: Words) -> None:
    """Draw verdict, confidence and cards of both traces, and what moved on the way to the second."""
    saved, tried = st.columns(2)
    with saved, st.container(border=True, key="thresholds-saved", height="stretch", gap="xsmall"):
        _draw_side(words.saved_side, before, left(before, after), words, w)
    with tried, st.container(border=True, key="thresholds-tried", height="stretch", gap="xsmall"):
        _draw_side(words.tried_side, after, arrived(before, after), words, w)


def shown_confidence(value: float) -> str:
    """Return a confidence to three digits; more where it would look like a certainty it is not."""
    text = f"{value:.3f}"
    return f"{value:.6f}" if text == "1.000" and value < 1 else text


def _draw_side(heading: str, trace: Trace, cards: Sequence[Placed], words: ThresholdsWords, w: Words) -> None:
    st.markdown(f"**{heading}**")
    if trace.verdict.passed:
        st.badge(words.would_answer, icon=":material/check:", color="green")
    else:
        reason = w.refusals[trace.verdict.status]
        st.badge(words.would_refuse.format(reason=reason), icon=":material/block:", color="orange")
    sure = trace.confidence
    st.caption(
        words.confidence.format(
            value=shown_confidence(sure.value), word=w.bands[sure.band], threshold=f"{trace.verdict.threshold:g}"
        )
    )
    lines = [_line(card, words, further=trace.verdict.passed and card.role == "further") for card in cards]
    st.markdown("\n".join(lines) or words.nothing_found)


def _line(card: Placed, words: ThresholdsWords, *, further: bool) -> str:
    move = words.moves[card.move].format(steps=card.steps)
    marks = [f":gray[{words.further}]"] if further else []
    if move:
        marks.append(f":{'gray' if card.move == 'gone' else 'blue'}-badge[{move}]")
    return " ".join((f"{card.number}. {label(card.title)}", *marks))
