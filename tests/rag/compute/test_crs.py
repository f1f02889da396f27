from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.compute.crs_tables import MARCH_2025, band_points, tables_on
from rag.compute.run import run
from rag.compute.types import Refused
from tests.rag.compute.asked import BASE, IN_FORCE, TODAY, crs, points, receipt_of

OKF = Path(__file__).parents[3] / "okf"

AGES = {
    17: (0, 0),
    18: (90, 99),
    19: (95, 105),
    20: (100, 110),
    29: (100, 110),
    30: (95, 105),
    31: (90, 99),
    32: (85, 94),
    33: (80, 88),
    34: (75, 83),
    35: (70, 77),
    36: (65, 72),
    37: (60, 66),
    38: (55, 61),
    39: (50, 55),
    40: (45, 50),
    41: (35, 39),
    42: (25, 28),
    43: (15, 17),
    44: (5, 6),
    45: (0, 0),
    120: (0, 0),
}


@pytest.mark.parametrize(("age", "expected"), AGES.items())
def test_age_points_at_every_boundary(age: int, expected: tuple[int, int]) -> None:
    assert (points("Age", age=age, spouse_accompanying=True), points("Age", age=age)) == expected


@pytest.mark.parametrize(
    ("education", "with_spouse", "without", "as_spouse"),
    [
        ("less-than-secondary", 0, 0, 0),
        ("secondary", 28, 30, 2),
        ("one-year", 84, 90, 6),
        ("two-year", 91, 98, 7),
        ("bachelors", 112, 120, 8),
        ("two-credentials", 119, 128, 9),
        ("masters", 126, 135, 10),
        ("doctoral", 140, 150, 10),
    ],
)
def test_education_points_of_every_row(education: str, with_spouse: int, without: int, as_spouse: int) -> None:
    assert points("Education", education=education, spouse_accompanying=True) == with_spouse
    assert points("Education", education=education) == without
    assert points("Spouse's education", spouse_accompanying=True, spouse_education=education) == as_spouse


@pytest.mark.parametrize(
    ("level", "with_spouse", "without", "second", "as_spouse"),
    [
        (0, 0, 0, 0, 0),
        (3, 0, 0, 0, 0),
        (4, 6, 6, 0, 0),
        (5, 6, 6, 1, 1),
        (6, 8, 9, 1, 1),
        (7, 16, 17, 3, 3),
        (8, 22, 23, 3, 3),
        (9, 29, 31, 6, 5),
        (10, 32, 34, 6, 5),
        (12, 32, 34, 6, 5),
    ],
)
def test_language_points_per_ability_at_every_boundary(
    level: int, with_spouse: int, without: int, second: int, as_spouse: int
) -> None:
    one = (level, 0, 0, 0)
    assert points("First official language", first_language=one, spouse_accompanying=True) == with_spouse
    assert points("First official language", first_language=one) == without
    assert points("Second official language", second_language=one) == second
    assert points("Spouse's language", spouse_accompanying=True, spouse_language=one) == as_spouse


@pytest.mark.parametrize(
    ("years", "with_spouse", "without", "as_spouse"),
    [(0, 0, 0, 0), (1, 35, 40, 5), (2, 46, 53, 7), (3, 56, 64, 8), (4, 63, 72, 9), (5, 70, 80, 10), (60, 70, 80, 10)],
)
def test_canadian_work_points_at_every_boundary(years: int, with_spouse: int, without: int, as_spouse: int) -> None:
    work = "Canadian work experience"
    assert points(work, canadian_work_years=years, spouse_accompanying=True) == with_spouse
    assert points(work, canadian_work_years=years) == without
    assert points("Spouse's Canadian work", spouse_accompanying=True, spouse_canadian_work_years=years) == as_spouse


def test_second_language_is_capped_at_22_with_a_spouse_and_24_without() -> None:
    # 4 * 6 = 24
    assert points("Second official language", second_language=9) == 24
    assert points("Second official language", second_language=9, spouse_accompanying=True) == 22


@pytest.mark.parametrize(("education", "lower", "higher"), [("one-year", 13, 25), ("bachelors", 13, 25)])
def test_a_single_credential_is_in_the_lower_group(education: str, lower: int, higher: int) -> None:
    pair = "Education with language or Canadian work"
    assert points(pair, education=education, first_language=7, canadian_work_years=0) == lower
    assert points(pair, education=education, first_language=9, canadian_work_years=0) == higher
    assert points(pair, education=education, first_language=6, canadian_work_years=1) == lower
    assert points(pair, education=education, first_language=6, canadian_work_years=2) == higher


@pytest.mark.parametrize("education", ["two-credentials", "masters", "doctoral"])
def test_the_higher_group_earns_25_and_50_and_the_pairs_together_50(education: str) -> None:
    pair = "Education with language or Canadian work"
    assert points(pair, education=education, first_language=7, canadian_work_years=0) == 25
    assert points(pair, education=education, first_language=9, canadian_work_years=0) == 50
    assert points(pair, education=education, first_language=6, canadian_work_years=2) == 50
    assert points(pair, education=education, first_language=9, canadian_work_years=2) == 50


@pytest.mark.parametrize(("years", "lower", "higher"), [(0, 0, 0), (1, 13, 25), (2, 13, 25), (3, 25, 50), (9, 25, 50)])
def test_foreign_work_pairs_at_every_boundary(years: int, lower: int, higher: int) -> None:
    pair = "Foreign work with language or Canadian work"
    assert points(pair, foreign_work_years=years, first_language=7, canadian_work_years=0) == lower
    assert points(pair, foreign_work_years=years, first_language=9, canadian_work_years=0) == higher
    assert points(pair, foreign_work_years=years, first_language=6, canadian_work_years=1) == lower
    assert points(pair, foreign_work_years=years, first_language=6, canadian_work_years=2) == higher


@pytest.mark.parametrize(("level", "expected"), [(4, 0), (5, 25), (6, 25), (7, 50), (10, 50)])
def test_the_certificate_counts_from_clb_5(level: int, expected: int) -> None:
    pair = "Trade certificate with language"
    assert points(pair, trade_certificate=True, first_language=level) == expected
    assert points(pair, trade_certificate=False, first_language=level) == 0


def test_transferability_goes_by_the_lowest_ability() -> None:
    assert points("Trade certificate with language", trade_certificate=True, first_language=(9, 9, 9, 4)) == 0


@pytest.mark.parametrize(
    ("first_is", "first", "second", "expected"),
    [
        ("english", 9, 7, 50),
        ("english", 9, 6, 0),
        ("english", 5, 7, 50),
        ("english", 4, 7, 25),
        ("french", 7, 0, 25),
        ("french", 7, 4, 25),
        ("french", 7, 5, 50),
        ("french", 6, 9, 0),
        ("french", (7, 7, 7, 6), 9, 0),
        ("french", 7, (9, 9, 9, 4), 25),
    ],
)
def test_french_counts_as_either_language_and_more_with_english(
    first_is: str, first: object, second: object, expected: int
) -> None:
    assert points("French", first_language_is=first_is, first_language=first, second_language=second) == expected


def test_the_most_there_is_reaches_every_published_maximum() -> None:
    best: dict[str, object] = {
        "age": 25,
        "education": "doctoral",
        "first_language": 10,
        "second_language": 9,
        "canadian_work_years": 5,
        "foreign_work_years": 3,
        "trade_certificate": True,
        "sibling_in_canada": True,
        "canadian_study": "three-years-or-more",
        "provincial_nomination": True,
    }
    spouse = {"spouse_education": "masters", "spouse_language": 9, "spouse_canadian_work_years": 5}
    alone, together = crs(**best), crs(**best, spouse_accompanying=True, **spouse)
    assert alone.result == 500 + 0 + 100 + 600
    assert together.result == 460 + 40 + 100 + 600
    # 50 + 50 + 50 over 100, and 15 + 50 + 30 + 600 over 600
    caps = {part.factor: part.points for part in alone.breakdown if part.points < 0}
    assert caps == {"Cap of 100 on transferability": -50, "Cap of 600 on additional": -95}


def test_nothing_at_all_scores_zero() -> None:
    nothing = crs(
        age=17, education="less-than-secondary", first_language=0, canadian_work_years=0, foreign_work_years=0
    )
    assert nothing.result == 0


def test_spouse_details_count_only_when_the_spouse_comes() -> None:
    assert crs(spouse_education="doctoral", spouse_language=10).result == 427


def test_every_line_cites_a_card_that_exists_or_none() -> None:
    lines = crs(spouse_accompanying=True, trade_certificate=True, provincial_nomination=True, sibling_in_canada=True)
    cited = {part.card_id for part in lines.breakdown} - {""}
    assert {card_id for card_id in cited if not (OKF / f"{card_id}.md").is_file()} == set()
    assert {part.factor for part in lines.breakdown if not part.card_id} == {
        "Spouse's education",
        "Spouse's language",
        "Spouse's Canadian work",
    }


@pytest.mark.parametrize(
    ("on", "expired"), [("2025-03-25", False), ("2026-11-02", False), ("2026-11-03", True), ("2030-01-01", True)]
)
def test_rules_expire_with_their_last_day(on: str, expired: bool) -> None:
    receipt = crs(on=on)
    assert (receipt.result, receipt.expired) == (427, expired)


def test_without_a_day_the_clock_decides_in_ottawas_time() -> None:
    assert not receipt_of("crs-score", BASE, IN_FORCE).expired
    assert receipt_of("crs-score", BASE, TODAY).expired
    # 2026-11-03 04:59 UTC is still 2026-11-02 23:59 in Ottawa
    assert not receipt_of("crs-score", BASE, datetime(2026, 11, 3, 4, 59, tzinfo=UTC)).expired
    assert receipt_of("crs-score", BASE, datetime(2026, 11, 3, 5, 0, tzinfo=UTC)).expired


def test_days_before_the_first_tables_are_refused() -> None:
    asked = run("crs-score", {**BASE, "on": "2025-03-24"}, TODAY)
    assert isinstance(asked, Refused)
    assert "2025-03-25" in asked.problems[0].message
    early = run("crs-score", BASE, datetime(2024, 1, 1, tzinfo=UTC))
    assert isinstance(early, Refused)
    assert early.problems[0].field == "on"


def test_the_newest_tables_in_effect_are_used() -> None:
    rules = MARCH_2025.rule_set
    assert tables_on(rules.effective_from) is MARCH_2025
    assert band_points(((0, (0, 0)), (2, (5, 6))), 1) == (0, 0)
    assert band_points(((0, (0, 0)), (2, (5, 6))), 2) == (5, 6)
