import json
from pathlib import Path

import pytest

from rag.errors import ConfigError
from rag.evaluation.report import SUMMARY, make_report, write_report
from rag.evaluation.saved import read_saved
from tests.rag.evaluation.made import make_case


def test_a_written_report_is_read_with_what_it_was_made_with(tmp_path: Path) -> None:
    cases = (make_case("a"), make_case("b", confidence=0.25))
    report = make_report(cases, index_version="i1", settings_hash="s1", embedder="e", threshold=0.4)
    write_report(tmp_path, report)
    found = read_saved(tmp_path / SUMMARY)
    assert (found.index_version, found.settings_hash, found.threshold) == ("i1", "s1", 0.4)
    assert found.cases == cases


@pytest.mark.parametrize("field", ["index_version", "settings_hash", "threshold", "case_results"])
def test_a_file_that_lacks_a_field_is_no_report(tmp_path: Path, field: str) -> None:
    report = make_report([make_case("a")], index_version="i1", settings_hash="s1", embedder="e", threshold=0.4)
    write_report(tmp_path, report)
    path = tmp_path / SUMMARY
    raw = json.loads(path.read_text(encoding="utf-8"))
    del raw[field]
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"summary\.json is no report"):
        read_saved(path)


def test_a_report_without_questions_is_none(tmp_path: Path) -> None:
    write_report(tmp_path, make_report([], index_version="i1", settings_hash="s1", embedder="e", threshold=0.4))
    with pytest.raises(ConfigError, match="no report"):
        read_saved(tmp_path / SUMMARY)
