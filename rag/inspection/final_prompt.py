"""The prompt a chat model would get for a trace, with its size."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.answer.prompt import build_messages
from rag.protocols import Message
from rag.types import Trace, Turn


@dataclass(frozen=True, slots=True)
class FinalPrompt:
    """Messages as sent."""

    messages: tuple[Message, ...]

    @property
    def chars(self) -> int:
        """Return the characters of all messages."""
        return sum(len(message.content) for message in self.messages)

    @property
    def utf8_bytes(self) -> int:
        """Return their size as UTF-8; a lone surrogate counts as one byte."""
        return sum(len(message.content.encode("utf-8", "replace")) for message in self.messages)


def final_prompt(trace: Trace, history: Sequence[Turn], *, title: str) -> FinalPrompt | None:
    """Return the prompt, or None when the question was refused, since then no model is asked.

    Args:
        trace: Of the question.
        history: Earlier turns of the conversation.
        title: What the searched bundles are about; `rag.pipeline.bundle_title`.
    """
    if not trace.verdict.passed:
        return None
    return FinalPrompt(
        build_messages(trace.question, trace.evidence, history, language=trace.language, bundle_title=title)
    )
