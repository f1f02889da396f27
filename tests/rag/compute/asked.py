"""Profiles and clocks the tests of computations share."""

from datetime import UTC, datetime

from rag.compute.parameters import check
from rag.compute.registry import REGISTRY
from rag.compute.run import run
from rag.compute.types import Attested, Inputs, Receipt, Refused

IN_FORCE = datetime(2026, 6, 1, 12, tzinfo=UTC)
TODAY = datetime(2026, 11, 30, 17, tzinfo=UTC)

BASE: dict[str, object] = {
    "age": 31,
    "education": "bachelors",
    "first_language": 8,
    "canadian_work_years": 1,
    "foreign_work_years": 3,
}
"""427 points: 99 + 120 + 4 * 23 + 40 core, 26 + 50 transferability."""


def receipt_of(name: str, given: dict[str, object], now: datetime = IN_FORCE) -> Receipt:
    outcome = run(name, given, now)
    assert isinstance(outcome, Attested), outcome
    return outcome.receipt


def crs(**changed: object) -> Receipt:
    """Return the receipt of the base profile with some inputs changed."""
    return receipt_of("crs-score", {**BASE, **changed})


def points(factor: str, **changed: object) -> int:
    """Return one line of the base profile's breakdown with some inputs changed."""
    return next(part.points for part in crs(**changed).breakdown if part.factor == factor)


def checked(name: str, given: dict[str, object]) -> Inputs:
    inputs = check(REGISTRY[name].parameters, given)
    assert not isinstance(inputs, Refused), inputs
    return inputs
