"""Thumbs up or down on an answer, with a reason."""

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from pages.components.ready import history
from pages.components.words import Words
from rag.history.records import Rating

REASONS = ("wrong-answer", "wrong-card", "out-of-date", "hard-to-understand")
"""What is stored of a reason, whatever language it was given in; `Words.reasons` holds their words in this order."""


def draw_rating(message_id: str, ratings: Mapping[str, Rating], w: Words) -> None:
    """Draw the rating of one answer; it belongs to the answer's id, wherever the answer is drawn.

    Args:
        message_id: The answer.
        ratings: What is stored for this conversation, by message id.
        w: The words of the screen.
    """
    key = f"chat.rating.{message_id}"
    known = ratings.get(message_id)
    st.caption(w.rate)
    chosen = st.feedback("thumbs", key=key, default=None if known is None else int(known.value == "up"))
    if chosen is None:
        return
    value: Literal["up", "down"] = "up" if chosen == 1 else "down"
    reason = known.reason if known and known.value == value else ""
    if value == "down":
        reason = _reason(key, reason, w)
    if known is None or (known.value, known.reason) != (value, reason):
        history().rate(message_id, value, reason=reason)
    st.caption(w.rate_thanks)


def _reason(key: str, known: str, w: Words) -> str:
    words = dict(zip(REASONS, w.reasons, strict=True))
    chosen = st.pills(
        w.rate_reason,
        REASONS,
        key=f"{key}.reason",
        default=known if known in REASONS else None,
        format_func=lambda reason: words[reason],
    )
    return chosen or ""
