"""Reads server-sent events back."""

import json

from rag.wire import Json

Sent = tuple[str, dict[str, Json]]


def events_in(text: str) -> list[Sent]:
    """Return (name, data) of each event; comments are left out."""
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            name, data = lines
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def names_of(events: list[Sent]) -> list[str]:
    """Return the events' names in order, without repetition of neighbours."""
    names = [name for name, _ in events]
    return [name for number, name in enumerate(names) if number == 0 or names[number - 1] != name]


def words_of(events: list[Sent]) -> str:
    """Return the answer's words."""
    return "".join(str(data["content"]) for name, data in events if name == "delta")
