"""Computes the Express Entry CRS score by looking up the tables of the day, with a line and a card per factor."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from rag.compute.crs_tables import Bands, CrsTables, band_points, tables_on
from rag.compute.inputs import day, flag, levels, whole, word
from rag.compute.receipt import seal
from rag.compute.types import Group, Inputs, Part, Problem, Receipt, Refused

NAME = "crs-score"
VERSION = "1"
RULES_ZONE = "America/Toronto"
"""Where the rules' days begin and end: IRCC sits in Ottawa."""

CARDS = "immigration/crs/imm-crs-"
PNP_CARD = "immigration/pnp/imm-crs-pnp-600"

HIGHER_EDUCATION = frozenset({"two-credentials", "masters", "doctoral"})
LOWER_EDUCATION = frozenset({"one-year", "two-year", "bachelors"})
"""A single bachelor's degree is in the lower group of transferability."""


def score(inputs: Inputs, now: datetime) -> Receipt | Refused:
    """Return the sealed receipt of the score, 0 to 1200 points.

    `inputs` were checked against `CRS_PARAMETERS`; `now` is aware. Refused before the first day of the first tables.
    """
    asked = inputs.get("on")
    scored_on = day(inputs, "on") if asked is not None else now.astimezone(ZoneInfo(RULES_ZONE)).date()
    tables = tables_on(scored_on)
    if tables is None:
        return Refused((Problem("on", f"on: no CRS tables are held for {scored_on}; ask for 2025-03-25 or later."),))
    breakdown = parts(inputs, tables)
    receipt = Receipt(
        executor=NAME,
        version=VERSION,
        inputs=dict(inputs),
        at=now,
        result=sum(part.points for part in breakdown),
        unit="points",
        breakdown=breakdown,
        rule_set=tables.rule_set,
        expired=tables.rule_set.expired(scored_on),
        digest="",
    )
    return seal(receipt)


def parts(inputs: Inputs, tables: CrsTables) -> tuple[Part, ...]:
    """Return the breakdown; a cap that bites is a line of its own with negative points, so that the lines add up."""
    spouse = flag(inputs, "spouse_accompanying")
    lines = [
        *_core(inputs, tables, 0 if spouse else 1),
        *(_spouse(inputs, tables) if spouse else ()),
        *_capped(_transfer(inputs, tables), "transferability", tables.transfer_cap, f"{CARDS}transferability"),
        *_capped(_additional(inputs, tables), "additional", tables.additional_cap, f"{CARDS}total"),
    ]
    return tuple(_capped(lines, "", tables.total_cap, f"{CARDS}total"))


def _core(inputs: Inputs, tables: CrsTables, column: int) -> Iterator[Part]:
    def line(factor: str, points: int, most: int, card: str) -> Part:
        return Part(factor, points, most, "core", f"{CARDS}{card}")

    age = band_points(tables.age, whole(inputs, "age"))[column]
    yield line("Age", age, max(points[column] for _, points in tables.age), "age")
    education = tables.education[word(inputs, "education")][column]
    yield line("Education", education, max(points[column] for points in tables.education.values()), "education")
    first = _per_ability(tables.first_language, levels(inputs, "first_language"), column)
    yield line("First official language", first, 4 * _top(tables.first_language, column), "first-language")
    cap = tables.second_language_cap[column]
    second = min(cap, _per_ability(tables.second_language, levels(inputs, "second_language"), column))
    yield line("Second official language", second, cap, "first-language")
    work = band_points(tables.canadian_work, whole(inputs, "canadian_work_years"))[column]
    yield line("Canadian work experience", work, _top(tables.canadian_work, column), "canadian-work")


def _spouse(inputs: Inputs, tables: CrsTables) -> Iterator[Part]:
    education = tables.spouse_education[word(inputs, "spouse_education")]
    yield Part("Spouse's education", education, max(tables.spouse_education.values()), "spouse", "")
    language = _per_ability(tables.spouse_language, levels(inputs, "spouse_language"), 0)
    yield Part("Spouse's language", language, 4 * _top(tables.spouse_language, 0), "spouse", "")
    work = band_points(tables.spouse_work, whole(inputs, "spouse_canadian_work_years"))[0]
    yield Part("Spouse's Canadian work", work, _top(tables.spouse_work, 0), "spouse", "")


def _transfer(inputs: Inputs, tables: CrsTables) -> list[Part]:
    lowest = min(levels(inputs, "first_language"))
    language = _step(lowest, 7, 9)
    canadian = _step(whole(inputs, "canadian_work_years"), 1, 2)
    foreign = _step(whole(inputs, "foreign_work_years"), 1, 3)
    degree = word(inputs, "education")
    education = "higher" if degree in HIGHER_EDUCATION else "lower" if degree in LOWER_EDUCATION else "none"
    certificate = _step(lowest, 5, 7) if flag(inputs, "trade_certificate") else "none"

    def line(factor: str, *pairs: tuple[str, str]) -> Part:
        points = sum(tables.transfer.get(pair, 0) for pair in pairs)
        cap = tables.transfer_group_cap
        return Part(factor, min(cap, points), cap, "transferability", f"{CARDS}transferability")

    return [
        line("Education with language or Canadian work", (education, language), (education, canadian)),
        line("Foreign work with language or Canadian work", (foreign, language), (foreign, canadian)),
        # a certificate counts like the higher level of a pair: 25, then 50
        line("Trade certificate with language", ("higher", certificate)),
    ]


def _additional(inputs: Inputs, tables: CrsTables) -> list[Part]:
    def line(factor: str, points: int, most: int, card_id: str) -> Part:
        return Part(factor, points, most, "additional", card_id)

    sibling = tables.sibling if flag(inputs, "sibling_in_canada") else 0
    study = tables.canadian_study[word(inputs, "canadian_study")]
    nomination = tables.nomination if flag(inputs, "provincial_nomination") else 0
    return [
        line("Sibling in Canada", sibling, tables.sibling, f"{CARDS}sibling"),
        line("French", _french(inputs, tables), max(tables.french), f"{CARDS}french"),
        line("Study in Canada", study, max(tables.canadian_study.values()), f"{CARDS}canadian-study"),
        line("Provincial nomination", nomination, tables.nomination, PNP_CARD),
        line("Job offer", 0, 0, f"{CARDS}job-offer-removed"),
    ]


def _french(inputs: Inputs, tables: CrsTables) -> int:
    """French may be the first or the second language. English below CLB 5 in any ability counts as weak English."""
    french, english = levels(inputs, "second_language"), levels(inputs, "first_language")
    if word(inputs, "first_language_is") == "french":
        french, english = english, french
    if min(french) < 7:
        return 0
    return tables.french[1] if min(english) >= 5 else tables.french[0]


def _capped(lines: Sequence[Part], group: Group, cap: int, card_id: str) -> list[Part]:
    excess = sum(line.points for line in lines) - cap
    name = f"Cap of {cap} on {group or 'the total'}"
    return [*lines, Part(name, -excess, 0, group, card_id)] if excess > 0 else list(lines)


def _per_ability(bands: Bands, abilities: Sequence[int], column: int) -> int:
    return sum(band_points(bands, level)[column] for level in abilities)


def _top(bands: Bands, column: int) -> int:
    return bands[-1][1][column]


def _step(value: int, lower: int, higher: int) -> str:
    return "higher" if value >= higher else "lower" if value >= lower else "none"
