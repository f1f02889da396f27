import io
from pathlib import Path

import pytest

from rag.cards.check import check, run_check, visible

GOOD = "---\ntype: Note\n---\nbody\n"
BAD = "no frontmatter\n"


def run(path: Path, *, strict: bool = False) -> tuple[int, list[str]]:
    out = io.StringIO()
    code = run_check(path, strict=strict, out=out)
    return code, out.getvalue().splitlines()


def bundle(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / "b" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_clean_bundle_is_one_line_and_zero(tmp_path: Path) -> None:
    code, lines = run(bundle(tmp_path, x=GOOD), strict=True)
    assert (code, lines) == (0, ["b: 1 card, no okf_version, 0 errors, 0 warnings, 0 notes, 0 skipped"])


def test_a_finding_is_a_line_that_names_file_line_and_remedy(tmp_path: Path) -> None:
    code, lines = run(bundle(tmp_path, x=GOOD, y=BAD))
    assert code == 0
    assert lines == [
        "b/y.md:1: error no-frontmatter: there is no frontmatter. Start the file with `---`, a `type:` line and `---`.",
        "b: 1 card, no okf_version, 1 error, 0 warnings, 0 notes, 0 skipped",
    ]


def test_strict_fails_on_an_error_but_not_on_a_warning(tmp_path: Path) -> None:
    root = bundle(tmp_path, x=GOOD + "[a](nope.md)\n")
    assert run(root, strict=True)[0] == 0
    assert run(bundle(root, y=BAD), strict=True)[0] == 1


def test_strict_fails_on_a_folder_without_cards(tmp_path: Path) -> None:
    code, lines = run(tmp_path, strict=True)
    assert code == 1
    assert "no bundle found" in lines[0]
    assert run(tmp_path)[0] == 0


def test_a_missing_path_is_two_with_a_reason(tmp_path: Path) -> None:
    code, lines = run(tmp_path / "gone")
    assert code == 2
    assert "does not exist" in lines[0]


def test_control_characters_of_files_are_never_printed_raw(tmp_path: Path) -> None:
    root = bundle(tmp_path, x="---\ntype: Note\ntitle: a\n---\n[\x1b[31m](<\x1b]0;x\x07\u202e.md>) \u200b\n")
    _, lines = run(root)
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


def test_counts_belong_to_their_bundle(tmp_path: Path) -> None:
    for name in ("b", "bb"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").write_text(GOOD if name == "b" else GOOD + "[a](nope.md)\n", encoding="utf-8")
    assert [line for line in check(tmp_path).lines() if " cards" in line or " card," in line] == [
        "b: 1 card, no okf_version, 0 errors, 0 warnings, 0 notes, 0 skipped",
        "bb: 1 card, no okf_version, 0 errors, 1 warning, 0 notes, 0 skipped",
    ]


@pytest.mark.parametrize(("text", "shown"), [("a\x1bb", "a\\x1bb"), ("한\u202e", "한\\u202e"), ("plain", "plain")])
def test_invisible_characters_are_written_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown
