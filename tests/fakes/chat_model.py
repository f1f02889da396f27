"""A chat model that says what it was told to, and remembers what it was asked."""

from collections import deque
from collections.abc import Generator, Sequence

from rag.errors import ModelError
from rag.protocols import Message

Reply = Sequence[str | ModelError]
"""Pieces in order; an error is raised where it stands."""


class QueuedChatModel:
    """Answers each prompt with the next reply of its queue."""

    def __init__(self, *replies: Reply) -> None:
        self.name = "queued"
        self.prompts: list[tuple[Message, ...]] = []
        self.closed = 0
        """Streams that ended or were closed."""
        self.given = 0
        """Pieces that were taken from the model."""
        self._replies = deque(replies)

    def stream(self, messages: Sequence[Message]) -> Generator[str]:
        """Yield the pieces of the next reply."""
        self.prompts.append(tuple(messages))
        reply = self._replies.popleft()
        try:
            for piece in reply:
                if isinstance(piece, ModelError):
                    raise piece
                self.given += 1
                yield piece
        finally:
            self.closed += 1


def broken(kind: str = "timeout") -> ModelError:
    """Return a failure of the model."""
    return ModelError(f"The chat model 'queued' failed: {kind}.", kind=kind)
