"""Finds what would change a CRS score: the score is run again with one input changed, and each run is attested."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from rag.compute import crs
from rag.compute.crs_parameters import CRS_PARAMETERS, EDUCATION, MOST_AGE, MOST_YEARS
from rag.compute.inputs import flag, levels, whole, word
from rag.compute.parameters import check
from rag.compute.registry import REGISTRY
from rag.compute.run import Registry, run
from rag.compute.types import Attested, Inputs, Refused, Unattested, Value


@dataclass(frozen=True, slots=True)
class Lever:
    """One changed input and what it does to the score."""

    label: str
    field: str
    """The input that was changed."""
    value: Value
    """What it was changed to."""
    delta: int | None
    """Points won, or lost where negative; None when this run's attestation failed."""
    total: int | None
    """The score after the change; None like `delta`."""


Candidate = tuple[str, str, Value]


def levers(
    given: Mapping[str, object], now: datetime, *, registry: Registry = REGISTRY
) -> tuple[Lever, ...] | Refused | Unattested:
    """Return the changes that move the score, best first, equal ones by label; unattested runs come last.

    What cannot change (CLB 9 where all four are 9) and what changes nothing is left out. A profile that cannot be
    scored, or whose own attestation failed, gives that outcome instead.
    """
    inputs = check(CRS_PARAMETERS, given)
    if isinstance(inputs, Refused):
        return inputs
    base = run(crs.NAME, inputs, now, registry=registry)
    if not isinstance(base, Attested):
        return base
    found = [_lever(inputs, candidate, base, now, registry) for candidate in candidates(inputs)]
    moving = [lever for lever in found if lever.delta != 0]
    return tuple(sorted(moving, key=lambda lever: (lever.delta is None, -(lever.delta or 0), lever.label)))


def _lever(inputs: Inputs, candidate: Candidate, base: Attested, now: datetime, registry: Registry) -> Lever:
    label, field, value = candidate
    outcome = run(crs.NAME, {**inputs, field: value}, now, registry=registry)
    if not isinstance(outcome, Attested):
        return Lever(label, field, value, None, None)
    before, after = int(base.receipt.result), int(outcome.receipt.result)
    return Lever(label, field, value, after - before, after)


def candidates(inputs: Inputs) -> Iterator[Candidate]:
    """Yield (label, input, new value) for each change that the profile leaves open."""
    yield from _language(inputs)
    degree = EDUCATION.index(word(inputs, "education"))
    for education in EDUCATION[degree + 1 :]:
        yield f"Education: {education.replace('-', ' ')}", "education", education
    for field, name in (("canadian_work_years", "Canadian"), ("foreign_work_years", "foreign")):
        years = whole(inputs, field) + 1
        if years <= MOST_YEARS:
            yield f"One more year of {name} work ({years} in all)", field, years
    for field, label in (
        ("trade_certificate", "Trade certificate of qualification"),
        ("sibling_in_canada", "Sibling in Canada"),
        ("provincial_nomination", "Provincial nomination"),
    ):
        if not flag(inputs, field):
            yield label, field, True
    if word(inputs, "canadian_study") != "three-years-or-more":
        yield "Canadian credential of three years or more", "canadian_study", "three-years-or-more"
    if whole(inputs, "age") < MOST_AGE:
        yield "Next birthday", "age", whole(inputs, "age") + 1
    if flag(inputs, "spouse_accompanying"):
        yield "Spouse does not come along", "spouse_accompanying", False
        yield from _raised(inputs, "spouse_language", 9, "Spouse: CLB 9 in all four")


def _language(inputs: Inputs) -> Iterator[Candidate]:
    english = word(inputs, "first_language_is") == "english"
    scale = "CLB" if english else "NCLC"
    for level in (7, 9, 10):
        yield from _raised(inputs, "first_language", level, f"{scale} {level} in all four")
    first = levels(inputs, "first_language")
    weakest = first.index(min(first))
    if min(first) < 10:
        raised = (*first[:weakest], first[weakest] + 1, *first[weakest + 1 :])
        yield f"{scale} {min(first) + 1} in one ability", "first_language", raised
    if english:
        yield from _raised(inputs, "second_language", 7, "French NCLC 7 in all four")
    else:
        yield from _raised(inputs, "second_language", 5, "English CLB 5 in all four")


def _raised(inputs: Inputs, field: str, level: int, label: str) -> Iterator[Candidate]:
    """Yield nothing where all four abilities are there already; better ones keep their level."""
    have = levels(inputs, field)
    if min(have) < level:
        yield label, field, tuple(max(level, ability) for ability in have)
