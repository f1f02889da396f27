"""Reads who said what in a dialogue: from one text with numbered speakers, or from a list."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rag.cards.dialogue import Speaker
from rag.importing.escaping import one_line

_SPEAKERS: Mapping[str, Speaker] = {
    "用户": "customer",
    "客户": "customer",
    "顾客": "customer",
    "고객": "customer",
    "customer": "customer",
    "client": "customer",
    "user": "customer",
    "human": "customer",
    "客服": "agent",
    "坐席": "agent",
    "상담원": "agent",
    "상담사": "agent",
    "agent": "agent",
    "assistant": "agent",
    "bot": "agent",
}
_NAMES = "|".join(_SPEAKERS)
_NUMBERED = re.compile(rf"({_NAMES})\s*[\[［](\d{{1,6}})[\]］]\s*[:：]", re.IGNORECASE)
_NAMED = re.compile(rf"\s*({_NAMES})\s*(?:[\[［]\d{{1,6}}[\]］])?\s*[:：]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side said."""

    speaker: Speaker
    text: str
    """On one line, never empty."""


def names_speaker(text: str) -> bool:
    """Tell whether `text` holds a numbered speaker."""
    return _NUMBERED.search(text) is not None


def turns_of_text(text: str) -> tuple[Turn, ...]:
    """Return the turns of `用户[0]: … 客服[1]: …`; turns without words are left out.

    Raises:
        ValueError: no speaker, words before the first, or numbers that do not rise: then a turn quotes another,
            and who said what cannot be told.
    """
    marks = list(_NUMBERED.finditer(text))
    if not marks:
        raise ValueError("the dialogue names no speaker like 用户[0]: or 客服[1]:")
    if text[: marks[0].start()].strip():
        raise ValueError("the dialogue has words before its first speaker")
    for before, after in pairwise(marks):
        if int(after[2]) <= int(before[2]):
            raise ValueError(f"turn {after[2]} follows turn {before[2]}; the numbers must rise")
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    said = [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    return turns_of_pairs(said)


def turns_of_lines(lines: Sequence[str]) -> tuple[Turn, ...]:
    """Return the turns of lines like `客服: …`. Raises `ValueError` on a line that names no speaker."""
    said = []
    for number, line in enumerate(lines, start=1):
        mark = _NAMED.match(line)
        if mark is None:
            raise ValueError(f"turn {number} names no speaker like 用户: or 客服:")
        said.append((mark[1], line[mark.end() :]))
    return turns_of_pairs(said)


def turns_of_pairs(said: Sequence[tuple[str, str]]) -> tuple[Turn, ...]:
    """Return the turns of (role, text) pairs. Raises `ValueError` on a role that is of neither side."""
    turns = []
    for role, text in said:
        speaker = _SPEAKERS.get(role.strip().lower())
        if speaker is None:
            raise ValueError(f"the role {role[:40]!r} is neither customer nor agent")
        clean = one_line(text)
        if clean:
            turns.append(Turn(speaker, clean))
    return tuple(turns)
