"""The values of an attested computation (OKF v0.2, section 10): what goes in, the receipt, what may be shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Value = int | bool | str | date | datetime | tuple[int, ...] | None
"""An input after checking. A tuple holds the four language abilities; None is an optional input left out."""

Inputs = Mapping[str, Value]
ParameterType = Literal["integer", "boolean", "choice", "date", "datetime", "levels", "zone"]
Group = Literal["core", "spouse", "transferability", "additional", ""]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One typed input of a computation."""

    name: str
    type: ParameterType
    required: bool = False
    default: Value = None
    low: int | date | None = None
    """Least value allowed, of a level where the type is `levels`; None is no bound."""
    high: int | date | None = None
    choices: tuple[str, ...] = ()
    """The words allowed; only for `choice`."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one input, fit to show."""

    field: str
    message: str
    """Names the field, the value and what is allowed."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The published rules a number was computed under."""

    name: str
    effective_from: date
    effective_to: date | None
    """Last day in force; None while no end is known."""
    notice: str
    """One sentence to print beside every number of these rules; empty when there is nothing to say."""

    def expired(self, day: date) -> bool:
        """Tell whether the rules were no longer in force on `day`."""
        return self.effective_to is not None and day > self.effective_to


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a breakdown. The parts' points add up to the result."""

    factor: str
    points: int
    """Negative where a cap took points away."""
    most: int
    """The most this factor can give under the same rules and column."""
    group: Group
    card_id: str
    """The card that states the rule; empty when the corpus holds none."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an executor did. Not a proof: its result is shown only after an attestation passed."""

    executor: str
    version: str
    inputs: Inputs
    at: datetime
    """The clock the executor was given; aware."""
    result: int | str
    unit: str
    """`points`, `days`, or empty where the result is a date or an instant in ISO 8601."""
    breakdown: tuple[Part, ...]
    rule_set: RuleSet | None
    expired: bool
    """Whether the rules were no longer in force on the day the number is for."""
    digest: str
    """sha256 hex over all the other fields."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What an attester finds for the same inputs without seeing the receipt."""

    result: int | str
    points: Mapping[str, int]
    """Factor to points; empty where a computation has no breakdown."""
    effective: tuple[date, date | None] | None
    """First and last day of the rules used."""
    expired: bool


@dataclass(frozen=True, slots=True)
class Attestation:
    """The comparison of a receipt with a second derivation. It names what differs and never repeats a number."""

    attester: str
    digest: str
    """Digest of the receipt that was compared."""
    mismatches: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Tell whether everything agreed."""
        return not self.mismatches


@dataclass(frozen=True, slots=True)
class Attested:
    """A number that may be shown, with its proof."""

    receipt: Receipt
    attestation: Attestation


@dataclass(frozen=True, slots=True)
class Unattested:
    """A computation whose attestation failed. It holds no number, so that none can be shown."""

    executor: str
    attestation: Attestation


@dataclass(frozen=True, slots=True)
class Refused:
    """Inputs or a card that cannot be computed, one problem a field."""

    problems: tuple[Problem, ...]


Outcome = Attested | Unattested | Refused
Executor = Callable[[Inputs, datetime], Receipt | Refused]
Attester = Callable[[Inputs, datetime], Derived]


@dataclass(frozen=True, slots=True)
class Computation:
    """A registered executor with its attester and the inputs it takes."""

    executor: Executor
    attester: Attester
    attester_name: str
    parameters: tuple[Parameter, ...]
