"""The smallest single change that would bring a card in, found by asking again, not by guessing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rag.config import Settings
from rag.inspection.grids import CHOICES, NUMBERS, Grid, choices, grid
from rag.pipeline import ALL
from rag.tuning.overrides import Value
from rag.tuning.tunables import value_of
from rag.types import Trace

MAX_RUNS = 150
"""Re-runs of the pipeline for one card; at some 10 ms each this stays under two seconds."""

PROBES = (0.25, 0.5, 1.0)
"""How far towards each end of its range a setting is tried before the boundary is sought."""

BUNDLE = "bundle"
WORD = "word"

Goal = Literal["presented", "evidence"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One question asked again with one thing changed."""

    question: str
    bundle: str
    overrides: Mapping[str, Value] = field(default_factory=dict)


Rerun = Callable[[Attempt], Trace]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it stands, and what asks it again."""

    attempt: Attempt
    settings: Settings
    """In force for `attempt`."""
    rerun: Rerun


@dataclass(frozen=True, slots=True)
class Change:
    """One thing changed that brings the card in; it was tried."""

    key: str
    """A settings key, `bundle` or `word`."""
    before: Value
    """Empty for a word."""
    after: Value
    share: float
    """Of the setting's range, in [0, 1]; 1 for a change that has no size."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What would bring a card in."""

    goal: Goal
    """`evidence` when the card is presented already, as a further link."""
    changes: tuple[Change, ...]
    """Smallest share of its range first; words last, fewest letters first."""
    runs: int
    all_tried: bool
    """False when `MAX_RUNS` ended the search."""


def reached(trace: Trace, card_id: str, goal: Goal) -> bool:
    """Tell whether the question is answered and the card presented with it, or open to be cited."""
    roles = [item.role for item in trace.evidence if item.card.card_id == card_id]
    return trace.verdict.passed and bool(roles) and (goal == "presented" or roles == ["evidence"])


def smallest_changes(card_id: str, asked: Asked, words: Sequence[str], *, max_runs: int = MAX_RUNS) -> WhyNot:
    """Return every single change that brings a card in, each the smallest found for its setting.

    A number is moved towards both ends of its range, a quarter, half and all of the way; where that brings the card
    in, bisection seeks the nearest value that does. Effects that come and go between those points are not seen.

    Args:
        card_id: A card that can be evidence; a deprecated or empty one never comes in.
        asked: The question as it stands.
        words: To be added to the question, one at a time; see `missing_words`.
        max_runs: Bound on calls of `asked.rerun`.
    """
    search, present = _Search(card_id, asked, max_runs), asked.attempt.bundle
    before = search.run(asked.attempt)
    goal: Goal = "presented" if before is None or not reached(before, card_id, "presented") else "evidence"
    search.goal = goal
    if before is not None and reached(before, card_id, goal):
        return WhyNot(goal, (), search.runs, True)
    bundle = card_id.partition("/")[0]
    if present not in (bundle, ALL):
        changes = [Change(BUNDLE, present, bundle, 1.0)] if search.bundle(bundle) else []
        return WhyNot(goal, tuple(changes), search.runs, search.runs < max_runs)
    found = [change for key in NUMBERS for change in _number(search, grid(key), asked.settings)]
    found += [change for key in CHOICES for change in _choice(search, key, str(value_of(asked.settings, key)))]
    found.sort(key=lambda change: change.share)
    helpful = sorted((word for word in words if search.word(word)), key=len)
    changes = [*found, *(Change(WORD, "", word, 1.0) for word in helpful)]
    return WhyNot(goal, tuple(changes), search.runs, search.runs < max_runs)


class _Search:
    """Counts re-runs and says whether each brought the card in."""

    def __init__(self, card_id: str, asked: Asked, max_runs: int) -> None:
        self.goal: Goal = "presented"
        self.runs = 0
        self._card_id = card_id
        self._asked = asked.attempt
        self._rerun = asked.rerun
        self._max_runs = max_runs

    def run(self, attempt: Attempt) -> Trace | None:
        """Return the trace, or None when the runs are used up."""
        if self.runs >= self._max_runs:
            return None
        self.runs += 1
        return self._rerun(attempt)

    def setting(self, key: str, value: Value) -> bool:
        asked = self._asked
        return self._reaches(Attempt(asked.question, asked.bundle, {**asked.overrides, key: value}))

    def word(self, word: str) -> bool:
        asked = self._asked
        return self._reaches(Attempt(f"{asked.question} {word}", asked.bundle, asked.overrides))

    def bundle(self, bundle: str) -> bool:
        return self._reaches(Attempt(self._asked.question, bundle, self._asked.overrides))

    def _reaches(self, attempt: Attempt) -> bool:
        trace = self.run(attempt)
        return trace is not None and reached(trace, self._card_id, self.goal)


def _number(search: _Search, values: Grid, settings: Settings) -> list[Change]:
    before = value_of(settings, values.key)
    if not isinstance(before, int | float):
        raise ValueError(f"{values.key} is no number")
    lowest = 1 if _last_leg(values.key, settings) else 0
    start = max(values.number(before), lowest)
    ends = [
        at
        for end in (lowest, values.last)
        if (at := _nearest(start, end, lambda at: search.setting(values.key, values.value(at)))) is not None
    ]
    if not ends:
        return []
    after = values.value(min(ends, key=lambda at: abs(at - start)))
    return [Change(values.key, before, after, values.share(before, after))]


def _nearest(start: int, end: int, reaches: Callable[[int], bool]) -> int | None:
    """Return the number nearest to `start` on the way to `end` that reaches, or None; `start` does not reach."""
    points = dict.fromkeys(start + round((end - start) * share) for share in PROBES)
    outside, inside = start, None
    for point in points:
        if point != start and reaches(point):
            inside = point
            break
        outside = point
    while inside is not None and abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        if reaches(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _choice(search: _Search, key: str, before: str) -> list[Change]:
    words = choices(key)
    steps = {word: abs(words.index(word) - words.index(before)) / max(1, len(words) - 1) for word in words}
    for word in sorted(words, key=steps.__getitem__):
        if word != before and search.setting(key, word):
            return [Change(key, before, word, steps[word])]
    return []


def _last_leg(key: str, settings: Settings) -> bool:
    """Tell whether a weight may not become 0, since the other leg is off."""
    other = {"fusion.bm25_weight": settings.fusion.vector_weight, "fusion.vector_weight": settings.fusion.bm25_weight}
    return other.get(key) == 0
