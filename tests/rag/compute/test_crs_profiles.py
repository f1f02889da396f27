"""Published example profiles: totals that agree with the tables, and totals other calculators get wrong."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from tests.rag.compute.asked import receipt_of

PROFILES = Path(__file__).parents[2] / "data" / "crs" / "profiles.json"


class Row(TypedDict):
    source: str
    profile: str
    given: dict[str, object]
    total: int
    wrong_total: int | None
    subtotals: dict[str, int]


ROWS: list[Row] = json.loads(PROFILES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["profile"])
def test_a_published_profile_gets_its_total_and_subtotals(row: Row) -> None:
    receipt = receipt_of("crs-score", row["given"])
    groups = {
        group: sum(part.points for part in receipt.breakdown if part.group == group) for group in row["subtotals"]
    }
    assert (receipt.result, groups) == (row["total"], row["subtotals"])


@pytest.mark.parametrize("row", [row for row in ROWS if row["wrong_total"]], ids=lambda row: row["profile"])
def test_a_total_that_other_calculators_get_wrong_is_not_reproduced(row: Row) -> None:
    assert receipt_of("crs-score", row["given"]).result != row["wrong_total"]


def test_sixteen_profiles_agree_and_ten_were_wrong_elsewhere() -> None:
    wrong = [row for row in ROWS if row["wrong_total"]]
    assert (len(ROWS) - len(wrong), len(wrong)) == (16, 10)
