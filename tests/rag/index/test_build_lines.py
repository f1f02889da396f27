import pytest

from rag.index.build import Built, Difference, Progress
from rag.index.build_lines import Failure, Report, from_line, to_line

DIFFERENCE = Difference(("새 카드",), (), ("b",), 3)
REPORTS: list[Report] = [
    Progress("vectors", 3, 9, 1.5),
    Progress("read", 0, 1, None),
    DIFFERENCE,
    Built("0123456789abcdef", 4, 2, DIFFERENCE, 1, ("old",), 0.5),
    Failure("IndexBusy", "Another process\nis building."),
]


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_comes_back_from_its_line(report: Report) -> None:
    line = to_line(report)
    assert "\n" not in line
    assert from_line(line) == report


@pytest.mark.parametrize("line", ["", "Traceback", "{}", "[]", '{"progress": {}}', '{"other": 1}', "{"])
def test_other_lines_are_no_report(line: str) -> None:
    assert from_line(line) is None
