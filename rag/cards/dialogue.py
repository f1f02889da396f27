"""Reads a dialogue card's body back as turns: who says which line."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rag.cards.blocks import read_blocks
from rag.types import Language

DIALOGUE = "Dialogue"
"""The `type` of a card that is a customer and an agent talking."""

Speaker = Literal["customer", "agent"]

SIDES: Mapping[Language, Mapping[Speaker, str]] = {
    "zh": {"customer": "客户", "agent": "客服"},
    "ko": {"customer": "고객", "agent": "상담원"},
    "en": {"customer": "Customer", "agent": "Agent"},
}
"""How the sides are named in a card, by its language; the importer writes them and `turns_in` reads them."""

_NAMES: Mapping[str, Speaker] = {name: side for names in SIDES.values() for side, name in names.items()}
_NAMED = re.compile(rf"({'|'.join(_NAMES)}): ")


@dataclass(frozen=True, slots=True)
class Said:
    """One line of a dialogue."""

    line: str
    """Word for word as `quotable_units` gives it, the speaker's name included."""
    speaker: Speaker | None
    """None when the line names none: it goes on from another line, or was cut."""
    text: str
    """The line without its speaker's name."""


def read_said(line: str) -> Said:
    """Return a line with its speaker."""
    named = _NAMED.match(line)
    return Said(line, _NAMES[named[1]], line[named.end() :]) if named else Said(line, None, line)


def turns_in(body: str) -> tuple[Said, ...]:
    """Return the lines of a body that is a dialogue, in order; empty when it is none.

    A dialogue is a list and nothing else, its first line names a speaker, and both sides speak. It may be cut off
    anywhere behind that.
    """
    blocks = read_blocks(body)
    if any(block.kind != "item" for block in blocks):
        return ()
    said = tuple(read_said(block.text) for block in blocks)
    both = {"customer", "agent"} <= {one.speaker for one in said}
    return said if both and said[0].speaker else ()


def answers_in(lines: Iterable[str]) -> tuple[tuple[int, ...], ...]:
    """Return the places of the lines that hold together: what the customer asked and what the agent answered to it.

    A line that only asks back ("Which number is it?") and what is said to it are passed over: the answer that comes
    later belongs to what was asked first. A question without an answer gives nothing; an agent's words before any
    question stand alone, and so does each line before a speaker is named. Empty when only customers speak.
    """
    found: list[tuple[int, ...]] = []
    asked: tuple[int, ...] = ()
    answered: list[int] = []
    speaker: Speaker | None = None
    for place, said in enumerate(map(read_said, lines)):
        speaker = said.speaker or speaker
        if speaker is None:
            found.append((place,))
        elif speaker == "agent":
            answered += [] if said.text.rstrip().endswith(("?", "？")) else [place]
        else:
            if answered:
                found.append((*asked, *answered))
                asked, answered = (), []
            asked = asked or (place,)
    if answered:
        found.append((*asked, *answered))
    return tuple(found)
