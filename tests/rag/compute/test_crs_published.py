"""The executor's tables and the attester's rows were transcribed apart; here they meet value by value."""

from collections.abc import Mapping

import pytest

from rag.compute import crs_published as published
from rag.compute.crs_published import rows
from rag.compute.crs_tables import MARCH_2025, Bands, Points, band_points


@pytest.mark.parametrize(
    ("bands", "table", "last"),
    [
        (MARCH_2025.age, published.AGE, 120),
        (MARCH_2025.first_language, published.FIRST_LANGUAGE, 12),
        (MARCH_2025.second_language, published.SECOND_LANGUAGE, 12),
        (MARCH_2025.canadian_work, published.CANADIAN_WORK, 60),
    ],
)
def test_bands_and_printed_rows_agree_at_every_value(bands: Bands, table: str, last: int) -> None:
    assert {str(value): band_points(bands, value) for value in range(last + 1)} == rows(table)


@pytest.mark.parametrize(
    ("bands", "table", "last"),
    [
        (MARCH_2025.spouse_language, published.SPOUSE_LANGUAGE, 12),
        (MARCH_2025.spouse_work, published.SPOUSE_WORK, 60),
    ],
)
def test_a_spouses_bands_and_printed_rows_agree_at_every_value(bands: Bands, table: str, last: int) -> None:
    assert {str(value): (band_points(bands, value)[0], 0) for value in range(last + 1)} == rows(table)


@pytest.mark.parametrize(
    ("points", "table"),
    [
        (MARCH_2025.education, published.EDUCATION),
        ({word: (each, 0) for word, each in MARCH_2025.spouse_education.items()}, published.SPOUSE_EDUCATION),
        ({word: (each, each) for word, each in MARCH_2025.canadian_study.items()}, published.STUDY),
    ],
)
def test_words_and_printed_rows_agree(points: Mapping[str, Points], table: str) -> None:
    assert dict(points) == rows(table)


def test_a_range_is_every_value_in_it_and_a_word_is_one() -> None:
    assert rows("0-2 1|2; two-year 3|4") == {"0": (1, 2), "1": (1, 2), "2": (1, 2), "two-year": (3, 4)}


@pytest.mark.parametrize("table", ["1 2", "1 2|x", "1-3 2|3; 3 4|5"])
def test_a_table_that_cannot_be_read_is_an_error(table: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|invalid literal|two rows"):
        rows(table)
