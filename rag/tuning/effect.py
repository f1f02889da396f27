"""What other settings do to one question: the cards of two traces, with what moved between them."""

from dataclasses import dataclass
from typing import Literal

from rag.types import Role, Trace

Move = Literal["same", "up", "down", "new", "gone"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card as one trace presents it, and where the other trace has it."""

    number: int
    """1 is the best card."""
    card_id: str
    title: str
    role: Role
    move: Move
    """Towards this trace from the other: `new` is presented here only; seen from the other side it is `gone`."""
    steps: int
    """Places moved; 0 unless `up` or `down`."""


def arrived(before: Trace, after: Trace) -> tuple[Placed, ...]:
    """Return the cards `after` presents, best first, with how each came there from `before`."""
    return _placed(after, before, missing="new")


def left(before: Trace, after: Trace) -> tuple[Placed, ...]:
    """Return the cards `before` presents, best first; those that `after` no longer presents are `gone`."""
    here = _placed(before, after, missing="gone")
    return tuple(
        item if item.move == "gone" else Placed(item.number, item.card_id, item.title, item.role, "same", 0)
        for item in here
    )


def _placed(trace: Trace, other: Trace, *, missing: Move) -> tuple[Placed, ...]:
    elsewhere = {item.card.card_id: item.number for item in other.evidence}
    placed: list[Placed] = []
    for item in trace.evidence:
        was = elsewhere.get(item.card.card_id)
        steps = 0 if was is None else was - item.number
        move: Move = missing if was is None else "up" if steps > 0 else "down" if steps < 0 else "same"
        placed.append(Placed(item.number, item.card.card_id, item.card.title, item.role, move, abs(steps)))
    return tuple(placed)
