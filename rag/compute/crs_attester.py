"""Derives the CRS score a second time: printed rows and products of levels instead of bands and pair tables.

It shares with the executor only the typed reading of inputs, so that a slip in either shows as a mismatch.
"""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from rag.compute import crs_published as published
from rag.compute.crs_published import rows
from rag.compute.inputs import flag, levels, whole, word
from rag.compute.types import Derived, Inputs

NAME = "crs-second-derivation"

PAIR = {0: 0, 1: 13, 2: 25, 4: 50}
"""Points of a transferability pair by the product of its two levels, each 0, 1 or 2."""

CREDENTIAL = {"one-year": 1, "two-year": 1, "bachelors": 1, "two-credentials": 2, "masters": 2, "doctoral": 2}


def derive(inputs: Inputs, now: datetime) -> Derived:
    """Return the score and its factors for inputs checked against `CRS_PARAMETERS`."""
    alone = not flag(inputs, "spouse_accompanying")
    points = {**_human(inputs, int(alone)), **({} if alone else _partner(inputs))}
    transfer = _transferability(inputs)
    additional = _bonus(inputs)
    points |= transfer | additional
    if (over := sum(transfer.values()) - 100) > 0:
        points["Cap of 100 on transferability"] = -over
    if (over := sum(additional.values()) - 600) > 0:
        points["Cap of 600 on additional"] = -over
    first, last = (date.fromisoformat(text) for text in published.EFFECTIVE)
    asked = inputs.get("on")
    scored_on = asked if isinstance(asked, date) else now.astimezone(UTC).astimezone(ZoneInfo("America/Toronto")).date()
    return Derived(sum(points.values()), points, (first, last), expired=not first <= scored_on <= last)


def _human(inputs: Inputs, column: int) -> dict[str, int]:
    first, second = levels(inputs, "first_language"), levels(inputs, "second_language")
    second_points = sum(rows(published.SECOND_LANGUAGE)[str(level)][column] for level in second)
    return {
        "Age": rows(published.AGE)[str(whole(inputs, "age"))][column],
        "Education": rows(published.EDUCATION)[word(inputs, "education")][column],
        "First official language": sum(rows(published.FIRST_LANGUAGE)[str(level)][column] for level in first),
        "Second official language": min(second_points, 22 + 2 * column),
        "Canadian work experience": rows(published.CANADIAN_WORK)[str(whole(inputs, "canadian_work_years"))][column],
    }


def _partner(inputs: Inputs) -> dict[str, int]:
    language = levels(inputs, "spouse_language")
    return {
        "Spouse's education": rows(published.SPOUSE_EDUCATION)[word(inputs, "spouse_education")][0],
        "Spouse's language": sum(rows(published.SPOUSE_LANGUAGE)[str(level)][0] for level in language),
        "Spouse's Canadian work": rows(published.SPOUSE_WORK)[str(whole(inputs, "spouse_canadian_work_years"))][0],
    }


def _transferability(inputs: Inputs) -> dict[str, int]:
    lowest = min(levels(inputs, "first_language"))
    canadian_years, foreign_years = whole(inputs, "canadian_work_years"), whole(inputs, "foreign_work_years")
    language = (lowest >= 7) + (lowest >= 9)
    canadian = (canadian_years >= 1) + (canadian_years >= 2)
    foreign = (foreign_years >= 1) + (foreign_years >= 3)
    credential = CREDENTIAL.get(word(inputs, "education"), 0)
    trade = flag(inputs, "trade_certificate") * ((lowest >= 5) + (lowest >= 7))
    return {
        "Education with language or Canadian work": min(50, PAIR[credential * language] + PAIR[credential * canadian]),
        "Foreign work with language or Canadian work": min(50, PAIR[foreign * language] + PAIR[foreign * canadian]),
        "Trade certificate with language": 25 * trade,
    }


def _bonus(inputs: Inputs) -> dict[str, int]:
    first, second = min(levels(inputs, "first_language")), min(levels(inputs, "second_language"))
    french, english = (first, second) if word(inputs, "first_language_is") == "french" else (second, first)
    return {
        "Sibling in Canada": 15 * flag(inputs, "sibling_in_canada"),
        "French": 25 * (french >= 7) * (1 + (english >= 5)),
        "Study in Canada": rows(published.STUDY)[word(inputs, "canadian_study")][0],
        "Provincial nomination": 600 * flag(inputs, "provincial_nomination"),
        "Job offer": 0,
    }
