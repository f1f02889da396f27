"""A computation as it was shown: plain values that are stored with the answer, sent and drawn again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

ComputationState = Literal["needs_input", "computed", "unattested"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One input that a computation takes, as its card allows it."""

    name: str
    type: Literal["integer", "boolean", "choice", "date", "datetime", "levels", "zone"]
    required: bool
    default: str
    """As text, like every value here: `no`, `0,0,0,0`, `2026-03-03`; empty when there is none."""
    low: str
    """Least value, as text; empty is no bound. Of `levels`, that of one level."""
    high: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownPart:
    """One line of a breakdown."""

    factor: str
    """The receipt's English name; screens have their own words for it."""
    points: int
    most: int
    group: str
    number: int
    """Marker of the citation whose card states the rule; 0 when no card of the corpus does."""


@dataclass(frozen=True, slots=True)
class ShownLever:
    """One changed input and what it does to the result."""

    label: str
    delta: int | None
    """None when this run's attestation failed."""
    total: int | None


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The published rules a number was computed under."""

    name: str
    effective_from: str
    effective_to: str
    """Last day in force, ISO 8601; empty while no end is known."""
    notice: str
    expired: bool
    """Whether they were no longer in force on the day the number is for."""


@dataclass(frozen=True, slots=True)
class ShownReceipt:
    """What was computed, by what, from what, when, and who compared it. Only an attested number is in one."""

    executor: str
    version: str
    inputs: Mapping[str, str]
    """Every input used, defaults too; an optional one that was left out is empty."""
    at: datetime
    result: str
    unit: str
    """`points`, `days`, or empty where the result is a date or an instant in ISO 8601."""
    breakdown: tuple[ShownPart, ...]
    rules: ShownRules | None
    digest: str
    attester: str


@dataclass(frozen=True, slots=True)
class Computation:
    """A computation that a question asked for, or that an answer offers: its state, its form, its proof."""

    card_id: str
    title: str
    executor: str
    state: ComputationState
    given: Mapping[str, str]
    """What question or form gave, as text; the form starts from it."""
    wanted: tuple[Wanted, ...]
    problems: tuple[tuple[str, str], ...] = ()
    """(input, what is wrong with it and what is allowed), for `needs_input` after a form was sent."""
    assumed: tuple[str, ...] = ()
    """What was taken for granted because the question did not say it: `year`, `today`, `zone`."""
    receipt: ShownReceipt | None = None
    """None unless `computed`."""
    levers: tuple[ShownLever, ...] = ()
    """Best first."""
    attester: str = ""
    """Who compared, where that failed."""
    mismatches: tuple[str, ...] = ()
    """What differed, where the attestation failed; never a number."""
    read_by: Literal["rules", "model", "form"] = "rules"
    """What read the inputs."""
    missing: tuple[str, ...] = field(default=())
    """Required inputs that were not given."""
