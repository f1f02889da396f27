"""Turns stored messages into what a next question may lean on."""

from collections.abc import Sequence

from rag.history.records import StoredMessage
from rag.types import Turn


def turns_of(messages: Sequence[StoredMessage], *, grounded: bool = True) -> tuple[Turn, ...]:
    """Return a conversation's turns in their order.

    Args:
        messages: As stored, in reading order.
        grounded: Whether the next answer comes from cards; then answers of the model alone are left out, so that
            nothing unproven is told on.
    """
    about_itself = {message.question_id for message in messages if message.status == "direct"}
    return tuple(
        Turn(message.role, message.text, _stands(message, about_itself))
        for message in messages
        if message.role == "user" or message.use_rag or not grounded
    )


def _stands(message: StoredMessage, about_itself: set[str | None]) -> bool:
    if message.role == "user":
        return message.id not in about_itself
    return message.status == "answerable" and message.ending == "complete"
