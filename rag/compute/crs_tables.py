"""The Express Entry CRS tables, one set per period in force, as the executor reads them.

Source: the CRS criteria page of canada.ca as restated by third parties that agree with each other (the official page
was not read). Points are (with an accompanying spouse or partner, without).
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from rag.compute.types import RuleSet

Points = tuple[int, int]
Bands = tuple[tuple[int, Points], ...]
"""(least value of the band, points), ascending; a band reaches to the next one."""


@dataclass(frozen=True, slots=True)
class CrsTables:
    """All tables of one rule set."""

    rule_set: RuleSet
    age: Bands
    education: Mapping[str, Points]
    first_language: Bands
    """Per ability."""
    second_language: Bands
    """Per ability."""
    second_language_cap: Points
    canadian_work: Bands
    spouse_education: Mapping[str, int]
    spouse_language: Bands
    """Per ability; both columns are the same."""
    spouse_work: Bands
    transfer: Mapping[tuple[str, str], int]
    """(level of one side, level of the other) of a transferability pair; what is not listed earns 0."""
    transfer_group_cap: int
    transfer_cap: int
    sibling: int
    french: Points
    """(with English below CLB 5 in some ability or untested, with CLB 5 or more in all four)."""
    canadian_study: Mapping[str, int]
    nomination: int
    additional_cap: int
    total_cap: int


MARCH_2025 = CrsTables(
    rule_set=RuleSet(
        name="CRS rules of 2025-03-25",
        effective_from=date(2025, 3, 25),
        effective_to=date(2026, 11, 2),
        notice="The rules changed on 2026-11-03; the new rules (among them the high-wage factor) are not modelled.",
    ),
    age=(
        (0, (0, 0)),
        (18, (90, 99)),
        (19, (95, 105)),
        (20, (100, 110)),
        (30, (95, 105)),
        (31, (90, 99)),
        (32, (85, 94)),
        (33, (80, 88)),
        (34, (75, 83)),
        (35, (70, 77)),
        (36, (65, 72)),
        (37, (60, 66)),
        (38, (55, 61)),
        (39, (50, 55)),
        (40, (45, 50)),
        (41, (35, 39)),
        (42, (25, 28)),
        (43, (15, 17)),
        (44, (5, 6)),
        (45, (0, 0)),
    ),
    education={
        "less-than-secondary": (0, 0),
        "secondary": (28, 30),
        "one-year": (84, 90),
        "two-year": (91, 98),
        "bachelors": (112, 120),
        "two-credentials": (119, 128),
        "masters": (126, 135),
        "doctoral": (140, 150),
    },
    first_language=(
        (0, (0, 0)),
        (4, (6, 6)),
        (6, (8, 9)),
        (7, (16, 17)),
        (8, (22, 23)),
        (9, (29, 31)),
        (10, (32, 34)),
    ),
    second_language=((0, (0, 0)), (5, (1, 1)), (7, (3, 3)), (9, (6, 6))),
    second_language_cap=(22, 24),
    canadian_work=((0, (0, 0)), (1, (35, 40)), (2, (46, 53)), (3, (56, 64)), (4, (63, 72)), (5, (70, 80))),
    spouse_education={
        "less-than-secondary": 0,
        "secondary": 2,
        "one-year": 6,
        "two-year": 7,
        "bachelors": 8,
        "two-credentials": 9,
        "masters": 10,
        "doctoral": 10,
    },
    spouse_language=((0, (0, 0)), (5, (1, 1)), (7, (3, 3)), (9, (5, 5))),
    spouse_work=((0, (0, 0)), (1, (5, 5)), (2, (7, 7)), (3, (8, 8)), (4, (9, 9)), (5, (10, 10))),
    transfer={
        ("lower", "lower"): 13,
        ("lower", "higher"): 25,
        ("higher", "lower"): 25,
        ("higher", "higher"): 50,
    },
    transfer_group_cap=50,
    transfer_cap=100,
    sibling=15,
    french=(25, 50),
    canadian_study={"none": 0, "one-or-two-years": 15, "three-years-or-more": 30},
    nomination=600,
    additional_cap=600,
    total_cap=1200,
)

RULE_SETS = (MARCH_2025,)
"""Oldest first; a later rule set is added here, and in `crs_published`, once a person supplies its tables."""


def tables_on(day: date) -> CrsTables | None:
    """Return the newest tables that had taken effect by `day`, expired or not; None before the first."""
    begun = [tables for tables in RULE_SETS if tables.rule_set.effective_from <= day]
    return begun[-1] if begun else None


def band_points(bands: Bands, value: int) -> Points:
    """Return the points of the band `value` (0 or more) falls in."""
    return bands[bisect_right(bands, value, key=lambda band: band[0]) - 1][1]
