"""Reads the body of a streamed chat completion: text out, and the word that says how it ended."""

import time
from collections.abc import Generator, Iterable
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

Finish = Literal["complete", "truncated", "length", "content-filter", "empty", "malformed", "server", "deadline"]
"""`complete` is the only good one; the others are kinds of `rag.errors.ModelError`."""

_FINISHES: Final[dict[str, Finish]] = {
    "stop": "complete",
    "length": "length",
    "content_filter": "content-filter",
}
"""finish_reason to our word; every other reason (tool calls, say) is an answer we did not ask for."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class _Delta(_Part):
    content: str | None = None


class _Choice(_Part):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Chunk(_Part):
    choices: tuple[_Choice, ...] | None = None
    error: object = None


def read_pieces(lines: Iterable[str], *, ends: float) -> Generator[str, None, Finish]:
    """Yield the non-empty pieces of text; the generator's return value says how the stream ended.

    Comments, chunks without choices (the usage report) and deltas without content are passed over. Reading
    stops at the finish reason: what a server sends or forgets behind it changes nothing.

    Args:
        lines: Lines of a `text/event-stream` body without their line ends.
        ends: Value of `time.monotonic()` after which every further line, a comment too, is too late.
    """
    chunks, words = 0, False
    for line in lines:
        if time.monotonic() > ends:
            return "deadline"
        data = line.removeprefix("data:").strip()
        if not line.startswith("data:") or not data:
            continue
        if data == "[DONE]":
            break
        try:
            chunk = _Chunk.model_validate_json(data)
        except ValidationError:
            return "malformed"
        if chunk.error is not None:
            return "server"
        chunks += 1
        choice = chunk.choices[0] if chunk.choices else _Choice()
        if choice.delta is not None and choice.delta.content:
            words = words or not choice.delta.content.isspace()
            yield choice.delta.content
        if choice.finish_reason:
            finish = _FINISHES.get(choice.finish_reason, "malformed")
            return "empty" if finish == "complete" and not words else finish
    return "truncated" if chunks else "malformed"
