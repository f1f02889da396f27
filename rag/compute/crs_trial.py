"""Scores random CRS profiles and reports any that leave the caps or split the two derivations."""

from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from rag.compute.crs import parts
from rag.compute.crs_attester import derive
from rag.compute.crs_parameters import EDUCATION, MOST_LEVEL, STUDY
from rag.compute.crs_tables import CrsTables
from rag.compute.types import Inputs, Part

OLDEST = 70
"""Well beyond 45, where age points end."""
MOST_YEARS_TRIED = 8
"""Just beyond the last bands, so that most profiles score."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a number of random profiles showed."""

    profiles: int
    lowest: int
    highest: int
    breaches: tuple[Inputs, ...]
    """Profiles outside a cap, with a line above its most, or whose second derivation differs; empty is right."""


def try_profiles(count: int, tables: CrsTables, *, seed: int = 0) -> Trial:
    """Return the trial of `count` (1 or more) profiles; one seed always gives the same profiles.

    Raises:
        ValueError: `count` is under 1.
    """
    if count < 1:
        raise ValueError(f"count: must be at least 1, got {count}")
    source = Random(seed)
    clock = datetime(2026, 1, 1, 12, tzinfo=UTC)
    scores, breaches = [], []
    for _ in range(count):
        profile = random_profile(source)
        lines = parts(profile, tables)
        scores.append(sum(line.points for line in lines))
        derived = derive(profile, clock)
        if _breached(lines) or derived.points != {line.factor: line.points for line in lines}:
            breaches.append(profile)
    return Trial(count, min(scores), max(scores), tuple(breaches))


def random_profile(source: Random) -> Inputs:
    """Return one profile, every input drawn evenly over the range its tables speak of."""

    def abilities() -> tuple[int, ...]:
        level = source.randint(0, MOST_LEVEL)
        return tuple(min(MOST_LEVEL, max(0, level + source.randint(-1, 1))) for _ in range(4))

    return {
        "age": source.randint(16, OLDEST),
        "education": source.choice(EDUCATION),
        "first_language": abilities(),
        "first_language_is": source.choice(("english", "french")),
        "second_language": abilities(),
        "canadian_work_years": source.randint(0, MOST_YEARS_TRIED),
        "foreign_work_years": source.randint(0, MOST_YEARS_TRIED),
        "trade_certificate": source.random() < 0.5,
        "spouse_accompanying": source.random() < 0.5,
        "spouse_education": source.choice(EDUCATION),
        "spouse_language": abilities(),
        "spouse_canadian_work_years": source.randint(0, MOST_YEARS_TRIED),
        "sibling_in_canada": source.random() < 0.5,
        "canadian_study": source.choice(STUDY),
        "provincial_nomination": source.random() < 0.5,
        "on": None,
    }


def _breached(lines: tuple[Part, ...]) -> bool:
    """Tell whether a published maximum was passed: core 500, with spouse 460 + 40, transfer 100, additional 600."""

    def total(*groups: str) -> int:
        return sum(line.points for line in lines if line.group in groups)

    alone = not any(line.group == "spouse" for line in lines)
    caps = (
        (total("core"), 500 if alone else 460),
        (total("spouse"), 0 if alone else 40),
        (total("transferability"), 100),
        (total("additional"), 600),
        (sum(line.points for line in lines), 1200),
    )
    return any(not 0 <= points <= cap for points, cap in caps) or any(line.points > line.most for line in lines)
