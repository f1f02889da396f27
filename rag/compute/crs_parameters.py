"""The inputs of the CRS score, their ranges and the words they take."""

from datetime import date

from rag.compute.types import Parameter

EDUCATION = (
    "less-than-secondary",
    "secondary",
    "one-year",
    "two-year",
    "bachelors",
    "two-credentials",
    "masters",
    "doctoral",
)
"""Lowest first. `masters` includes licensed professional degrees, `bachelors` any program of three or more years;
`two-credentials` is two or more, one of three or more years."""

STUDY = ("none", "one-or-two-years", "three-years-or-more")
"""Canadian post-secondary credentials; a master's, professional or doctoral degree counts as the last."""

NO_TEST = (0, 0, 0, 0)
"""Levels of a language that was not tested."""

MOST_AGE = 120
MOST_YEARS = 60
MOST_LEVEL = 12
"""The Canadian Language Benchmarks end at 12; the CRS pays the same from 10 on."""


def _years(name: str) -> Parameter:
    return Parameter(name, "integer", default=0, low=0, high=MOST_YEARS)


def _levels(name: str, *, required: bool = False) -> Parameter:
    default = None if required else NO_TEST
    return Parameter(name, "levels", required=required, default=default, low=0, high=MOST_LEVEL)


def _flag(name: str) -> Parameter:
    return Parameter(name, "boolean", default=False)


CRS_PARAMETERS = (
    Parameter("age", "integer", required=True, low=0, high=MOST_AGE),
    Parameter("education", "choice", required=True, choices=EDUCATION),
    _levels("first_language", required=True),
    Parameter("first_language_is", "choice", default="english", choices=("english", "french")),
    _levels("second_language"),
    _years("canadian_work_years"),
    _years("foreign_work_years"),
    _flag("trade_certificate"),
    _flag("spouse_accompanying"),
    Parameter("spouse_education", "choice", default="less-than-secondary", choices=EDUCATION),
    _levels("spouse_language"),
    _years("spouse_canadian_work_years"),
    _flag("sibling_in_canada"),
    Parameter("canadian_study", "choice", default="none", choices=STUDY),
    _flag("provincial_nomination"),
    Parameter("on", "date", low=date(2025, 3, 25)),
)
"""Work is in full years. The spouse inputs count only with `spouse_accompanying`: say no when there is none, when the
spouse stays behind, or is a citizen or permanent resident. `on` is the day the score is for; today when left out."""
