"""The CRS tables as the criteria page prints them, for the attester; transcribed apart from `crs_tables`."""

from functools import cache

EFFECTIVE = ("2025-03-25", "2026-11-02")
"""First and last day in force."""

AGE = """0-17 0|0; 18 90|99; 19 95|105; 20-29 100|110; 30 95|105; 31 90|99; 32 85|94; 33 80|88; 34 75|83; 35 70|77;
36 65|72; 37 60|66; 38 55|61; 39 50|55; 40 45|50; 41 35|39; 42 25|28; 43 15|17; 44 5|6; 45-120 0|0"""

EDUCATION = """less-than-secondary 0|0; secondary 28|30; one-year 84|90; two-year 91|98; bachelors 112|120;
two-credentials 119|128; masters 126|135; doctoral 140|150"""

FIRST_LANGUAGE = "0-3 0|0; 4-5 6|6; 6 8|9; 7 16|17; 8 22|23; 9 29|31; 10-12 32|34"
SECOND_LANGUAGE = "0-4 0|0; 5-6 1|1; 7-8 3|3; 9-12 6|6"
CANADIAN_WORK = "0 0|0; 1 35|40; 2 46|53; 3 56|64; 4 63|72; 5-60 70|80"

SPOUSE_EDUCATION = """less-than-secondary 0|0; secondary 2|0; one-year 6|0; two-year 7|0; bachelors 8|0;
two-credentials 9|0; masters 10|0; doctoral 10|0"""
SPOUSE_LANGUAGE = "0-4 0|0; 5-6 1|0; 7-8 3|0; 9-12 5|0"
SPOUSE_WORK = "0 0|0; 1 5|0; 2 7|0; 3 8|0; 4 9|0; 5-60 10|0"

STUDY = "none 0|0; one-or-two-years 15|15; three-years-or-more 30|30"


@cache
def rows(table: str) -> dict[str, tuple[int, int]]:
    """Return each value of a printed table with its points (with spouse, without); `20-29` becomes ten values.

    Raises:
        ValueError: a row does not end in two numbers, or two rows hold the same value.
    """
    found: dict[str, tuple[int, int]] = {}
    for row in table.split(";"):
        label, points = row.split()
        with_spouse, without = points.split("|")
        for value in _values(label):
            if value in found:
                raise ValueError(f"two rows hold {value!r}")
            found[value] = int(with_spouse), int(without)
    return found


def _values(label: str) -> list[str]:
    first, _, last = label.partition("-")
    if first.isdecimal() and last.isdecimal():
        return [str(value) for value in range(int(first), int(last) + 1)]
    return [label]
