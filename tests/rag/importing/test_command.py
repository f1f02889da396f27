from pathlib import Path

import pytest

from rag.cli import main

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "postal-dialogues.jsonl"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The shipped settings with a corpus folder of their own."""
    text = (ROOT / "config.yaml").read_text(encoding="utf-8")
    assert "\n  path: okf " in text
    path = tmp_path / "config.yaml"
    path.write_text(text.replace("\n  path: okf ", "\n  path: cards ", 1), encoding="utf-8")
    (tmp_path / "cards").mkdir()
    return path


def run(config: Path, *arguments: str) -> int:
    return main(["--config", str(config), "import", *arguments])


def test_an_import_sums_up_and_says_what_comes_next(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, str(EXAMPLE), "--bundle", "talk") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Imported into talk: 30 new, 0 changed, 0 unchanged, 0 kept by hand, 0 repeated, 0 broken.",
        "To answer from them: python -m rag index",
    ]
    assert len(list((config.parent / "cards/talk/dialogues").iterdir())) == 30


def test_a_dry_run_writes_nothing(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, str(EXAMPLE), "--bundle", "talk", "--dry-run") == 0
    assert capsys.readouterr().out.startswith("Would import into talk: 30 new,")
    assert list((config.parent / "cards").iterdir()) == []


def test_a_broken_line_is_printed_with_file_and_number_and_makes_the_exit_code_1(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = config.parent / "in.jsonl"
    source.write_text('{"title": "能寄吗？", "evidence_text": "不能"}\n{"dialogue": "\x1b[31m"}\n', encoding="utf-8")
    assert run(config, str(source), "--bundle", "postal") == 1
    out = capsys.readouterr().out
    assert "in.jsonl:2: broken: " in out
    assert "\x1b" not in out


@pytest.mark.parametrize("bundle", ["../away", "/tmp", "", ".", "A b", "한국", "a/b"])
def test_a_bundle_s_name_that_is_no_slug_is_refused(
    config: Path, bundle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(config, str(EXAMPLE), "--bundle", bundle) == 2
    assert "lower-case letters, digits and hyphens" in capsys.readouterr().err
    assert list((config.parent / "cards").iterdir()) == []


def test_a_missing_source_is_told(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "nowhere.jsonl", "--bundle", "talk") == 2
    assert "'nowhere.jsonl' cannot be read" in capsys.readouterr().err
