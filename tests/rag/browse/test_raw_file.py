import hashlib
from pathlib import Path

from rag.browse.raw_file import RawFile, read_raw


def test_a_file_is_the_same_or_changed_or_gone(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one\r\ntwo")
    known = hashlib.sha256(b"one\r\ntwo").hexdigest()
    assert read_raw(tmp_path, "a.md", content_hash=known) == RawFile("one\ntwo", "same")
    assert read_raw(tmp_path, "a.md", content_hash="0") == RawFile("one\ntwo", "changed")
    assert read_raw(tmp_path, "b.md", content_hash=known) == RawFile("", "gone")


def test_nothing_outside_the_corpus_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "okf").mkdir()
    (tmp_path / "okf" / "link.md").symlink_to(tmp_path / "secret")
    for path in ("../secret", str(tmp_path / "secret"), "link.md", "."):
        assert read_raw(tmp_path / "okf", path, content_hash="").state == "gone"


def test_bytes_that_are_no_text_are_shown_as_such(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"caf\xe9")
    assert read_raw(tmp_path, "a.md", content_hash="").text == "caf\ufffd"
