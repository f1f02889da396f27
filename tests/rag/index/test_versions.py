import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rag.errors import IndexDamaged, IndexMissing, IndexUnusable
from rag.index import versions
from rag.index.versions import CURRENT, MANIFEST, Manifest
from tests.fakes.embedder import IDENTITY

CONTENT = b"seven b"
Change = Callable[[dict[str, object]], object]


def write_version(index: Path, version: str, *, built_at: str = "2026-11-30T00:00:00.000000+00:00") -> None:
    """Write a version of one file, unpublished."""
    with versions.staging(index, version) as folder:
        (folder / "vectors.npy").write_bytes(CONTENT)
        manifest = Manifest(
            version=version,
            built_at=built_at,
            cards=1,
            vectors=1,
            embedder=IDENTITY,
            card_text="1.1",
            corpus="okf",
            bundles={"city": 1},
            files={"vectors.npy": len(CONTENT)},
        )
        versions.write_manifest(folder, manifest)


def change_manifest(index: Path, version: str, change: Change) -> None:
    path = index / version / MANIFEST
    raw = json.loads(path.read_text())
    change(raw)
    path.write_text(json.dumps(raw))


def test_a_manifest_comes_back_as_written(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    manifest = versions.read_manifest(tmp_path, "aa")
    assert (manifest.version, manifest.embedder, manifest.bundles) == ("aa", IDENTITY, {"city": 1})


def test_the_name_of_a_version_is_16_hex_digits_and_changes_with_each_input() -> None:
    cards = [("city/a", "h1"), ("city/b", "h2")]
    name = versions.version_id(cards, IDENTITY, "1.1")
    assert len(name) == 16
    assert int(name, 16) >= 0
    assert versions.version_id(cards[::-1], IDENTITY, "1.1") == name
    others = {
        versions.version_id([("city/a", "h1")], IDENTITY, "1.1"),
        versions.version_id([("city/a", "h2"), ("city/b", "h1")], IDENTITY, "1.1"),
        versions.version_id(cards, replace(IDENTITY, name="other"), "1.1"),
        versions.version_id(cards, replace(IDENTITY, revision="2"), "1.1"),
        versions.version_id(cards, replace(IDENTITY, dimensions=65), "1.1"),
        versions.version_id(cards, IDENTITY, "1.2"),
    }
    assert len(others | {name}) == 7


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.pop("files"),
        lambda raw: raw.pop("embedder"),
        lambda raw: raw.update(embedder={"name": "x"}),
        lambda raw: raw.update(embedder=None),
        lambda raw: raw.update(unknown=1),
    ],
)
def test_a_manifest_of_another_shape_is_damage(tmp_path: Path, change: Change) -> None:
    write_version(tmp_path, "aa")
    change_manifest(tmp_path, "aa", change)
    with pytest.raises(IndexDamaged, match=r"'aa' has no readable manifest; run: python -m rag index --rebuild"):
        versions.read_manifest(tmp_path, "aa")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe"])
def test_a_manifest_that_is_no_json_object_is_damage(tmp_path: Path, content: bytes) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / "aa" / MANIFEST).write_bytes(content)
    with pytest.raises(IndexDamaged, match="no readable manifest"):
        versions.read_manifest(tmp_path, "aa")


def test_a_missing_file_is_named_with_the_remedy(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / "aa" / "vectors.npy").unlink()
    with pytest.raises(IndexDamaged, match=r"vectors\.npy is missing or not of 7 bytes; run: python -m rag index"):
        versions.read_manifest(tmp_path, "aa")


@pytest.mark.parametrize("content", [b"", CONTENT[:-1], CONTENT + b"x"])
def test_a_file_of_another_size_is_damage(tmp_path: Path, content: bytes) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / "aa" / "vectors.npy").write_bytes(content)
    with pytest.raises(IndexDamaged, match=r"vectors\.npy"):
        versions.read_manifest(tmp_path, "aa")


def test_another_layout_is_refused_with_both_numbers(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    change_manifest(tmp_path, "aa", lambda raw: raw.update(format=versions.FORMAT + 1))
    words = rf"layout {versions.FORMAT + 1}, this program reads {versions.FORMAT}; run: python -m rag index --rebuild"
    with pytest.raises(IndexDamaged, match=words):
        versions.read_manifest(tmp_path, "aa")


def test_before_anything_is_published_the_index_is_missing(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    with pytest.raises(IndexMissing, match="run: python -m rag index"):
        versions.current_version(tmp_path)
    with pytest.raises(IndexMissing):
        versions.current_version(tmp_path / "nowhere")


@pytest.mark.parametrize("content", [b"", b"bb", b"\0\0\0", b"../.."])
def test_a_current_that_names_no_version_is_damage(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CURRENT).write_bytes(content)
    with pytest.raises(IndexDamaged, match="no readable manifest; run: python -m rag index --rebuild"):
        versions.read_manifest(tmp_path, versions.current_version(tmp_path))


def test_a_current_that_cannot_be_read_is_damage(tmp_path: Path) -> None:
    (tmp_path / CURRENT).write_bytes(b"\xff\xff")
    with pytest.raises(IndexDamaged, match="CURRENT of the index cannot be read"):
        versions.current_version(tmp_path)


def test_publishing_replaces_current_at_once_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    for version in ("aa", "bb"):
        write_version(tmp_path, version)
    versions.publish(tmp_path, "aa")
    with (tmp_path / CURRENT).open() as reading:  # the old file lives on for who opened it: it was never written over
        versions.publish(tmp_path, "bb")
        assert reading.read() == "aa\n"
    assert versions.current_version(tmp_path) == "bb"
    assert {path.name for path in tmp_path.iterdir()} == {"aa", "bb", CURRENT}


def test_what_a_killed_publication_left_does_not_hinder_the_next(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / ".CURRENT.new").write_text("half")
    versions.publish(tmp_path, "aa")
    assert {path.name for path in tmp_path.iterdir()} == {"aa", CURRENT}


def test_an_incomplete_version_is_not_published(tmp_path: Path) -> None:
    for version in ("aa", "bb"):
        write_version(tmp_path, version)
    versions.publish(tmp_path, "aa")
    (tmp_path / "bb" / "vectors.npy").unlink()
    with pytest.raises(IndexDamaged):
        versions.publish(tmp_path, "bb")
    assert versions.current_version(tmp_path) == "aa"


def test_a_staged_version_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), versions.staging(tmp_path, "aa") as folder:
        (folder / "half" / "way").write_text("")
    assert list(tmp_path.iterdir()) == []


def test_a_staged_version_takes_the_place_of_its_namesake(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / "aa" / "extra").write_text("")
    write_version(tmp_path, "aa")
    assert {path.name for path in (tmp_path / "aa").iterdir()} == {MANIFEST, "vectors.npy"}
    assert [path.name for path in tmp_path.iterdir()] == ["aa"]


def test_versions_are_listed_newest_first_without_damaged_ones(tmp_path: Path) -> None:
    write_version(tmp_path, "aa", built_at="2026-11-01T00:00:00.000000+00:00")
    write_version(tmp_path, "bb", built_at="2026-11-03T00:00:00.000000+00:00")
    write_version(tmp_path, "cc", built_at="2026-11-02T00:00:00.000000+00:00")
    write_version(tmp_path, "dd", built_at="2026-11-04T00:00:00.000000+00:00")
    (tmp_path / "dd" / "vectors.npy").unlink()
    assert [manifest.version for manifest in versions.versions(tmp_path)] == ["bb", "cc", "aa"]


def test_the_builder_lock_deletes_leftovers_and_only_them(tmp_path: Path) -> None:
    write_version(tmp_path, "aa")
    (tmp_path / ".building-1" / "chroma").mkdir(parents=True)
    with versions.builder_lock(tmp_path):
        assert {path.name for path in tmp_path.iterdir()} == {"aa", ".lock"}


def test_the_builder_lock_is_free_again_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(KeyError), versions.builder_lock(tmp_path):
        raise KeyError
    with versions.builder_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_named_with_its_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(IndexUnusable, match=r"file/index.*data\.path"),
        versions.builder_lock(tmp_path / "file" / "index"),
    ):
        pass
