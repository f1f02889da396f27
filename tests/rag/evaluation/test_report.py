import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rag.errors import ConfigError
from rag.evaluation.report import (
    ALL_BUNDLES,
    READABLE,
    SUMMARY,
    Flip,
    Report,
    compare,
    make_report,
    read_cases,
    to_markdown,
    write_report,
)
from tests.rag.evaluation.made import OTHER, RIGHT, make_case, not_covered

CASES = (
    make_case("a"),
    make_case("b", bundle="city", fused=(OTHER,), parts=()),
    not_covered("c", bundle="city", question="여권은요?"),
)


def report() -> Report:
    return make_report(CASES, index_version="i1", settings_hash="s1", embedder="e5 1", threshold=0.5)


def test_there_is_a_row_a_bundle_and_one_over_all() -> None:
    assert [(row.bundle, row.questions) for row in report().scores] == [("town", 1), ("city", 2), (ALL_BUNDLES, 3)]


def test_one_bundle_needs_no_row_over_all() -> None:
    alone = make_report(CASES[:1], index_version="i1", settings_hash="s1", embedder="e5 1", threshold=0.5)
    assert [row.bundle for row in alone.scores] == ["town"]


def test_two_reports_of_the_same_cases_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        write_report(tmp_path / name, report())
    for name in (SUMMARY, READABLE):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_a_report_names_no_place_of_this_machine(tmp_path: Path) -> None:
    write_report(tmp_path, report())
    for name in (SUMMARY, READABLE):
        assert str(tmp_path) not in (tmp_path / name).read_text(encoding="utf-8")


def test_cases_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_report(tmp_path, report())
    assert read_cases(tmp_path / SUMMARY) == CASES


def test_numbers_are_kept_to_four_digits_and_nothing_measured_is_null(tmp_path: Path) -> None:
    cases = [make_case("a", confidence=0.123456789)]
    write_report(tmp_path, make_report(cases, index_version="i", settings_hash="s", embedder="e", threshold=0.5))
    raw = json.loads((tmp_path / SUMMARY).read_text(encoding="utf-8"))
    assert raw["case_results"][0]["confidence"] == 0.1235
    assert raw["scores"][0]["refusal"]["near_refused"]["mean"] is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: [],
        lambda raw: {},
        lambda raw: {"case_results": 3},
        lambda raw: {"case_results": [1]},
        lambda raw: {"case_results": [{"id": "a"}]},
        lambda raw: {"case_results": [raw["case_results"][0] | {"confidence": "high"}]},
        lambda raw: {"case_results": [raw["case_results"][0] | {"kind": "odd"}]},
    ],
)
def test_a_file_of_another_shape_is_no_report(
    tmp_path: Path, spoil: Callable[[dict[str, list[object]]], object]
) -> None:
    write_report(tmp_path, report())
    path = tmp_path / SUMMARY
    path.write_text(json.dumps(spoil(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"summary\.json is no report of `python -m rag eval`"):
        read_cases(path)


def test_a_missing_or_broken_file_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no report"):
        read_cases(tmp_path / SUMMARY)
    (tmp_path / SUMMARY).write_bytes(b"\xff{")
    with pytest.raises(ConfigError, match="is no report"):
        read_cases(tmp_path / SUMMARY)


def test_people_read_shares_with_their_intervals() -> None:
    text = to_markdown(report())
    assert "Index `i1`, settings `s1`, embedder e5 1, threshold 0.50." in text
    assert "| town | 1 | 1.00 (1.00–1.00) |" in text
    assert "| city | 0.00 (0.00–0.79) | 1.00 (0.21–1.00) | – |" in text  # one covered answered, one near refused


def test_flips_are_told_for_ranking_and_verdict() -> None:
    before = [make_case("a"), make_case("b", fused=(OTHER, RIGHT)), not_covered("c"), make_case("gone")]
    after = [
        make_case("a", status="low_confidence"),
        make_case("b"),
        not_covered("c", status="answerable"),
        make_case("new"),
    ]
    found = compare(before, after)
    assert found.shared == 3
    assert found.flips == (
        Flip("a", "verdict", False),
        Flip("b", "ranking", True),
        Flip("b", "verdict", True),
        Flip("c", "verdict", False),
    )
    assert found.p_ranking == 1.0  # one flip is always chance
    assert found.p_verdict == 1.0  # 1 better, 2 worse


def test_many_flips_one_way_are_more_than_noise() -> None:
    before = [make_case(str(number), fused=(OTHER,)) for number in range(8)]
    after = [make_case(str(number)) for number in range(8)]
    assert compare(before, after).p_ranking == pytest.approx(2 / 2**8)
    assert compare(before, before).flips == ()
