import hashlib
import json
import os
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.cards.reader import Corpus, read_corpus
from rag.errors import CorpusError
from rag.types import Card

BUNDLES = Path(__file__).parents[2] / "data" / "bundles"
CARD = "---\ntype: Note\n---\nbody\n"


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def one(root: Path, head: str, body: str = "body\n", name: str = "b/x.md") -> tuple[Card, list[str]]:
    corpus = read_corpus(write(root, {name: f"---\ntype: Note\n{head}\n---\n{body}"}), {})
    (card,) = corpus.cards
    return card, kinds(corpus)


def kinds(corpus: Corpus) -> list[str]:
    return [finding.kind for finding in corpus.findings]


def test_a_foreign_bundle_is_read_with_its_faults_named() -> None:
    corpus = read_corpus(BUNDLES, {})
    (harbour,) = corpus.bundles
    assert (harbour.name, harbour.path, harbour.okf_version) == ("harbour", "harbour", "0.1")
    assert [(finding.path.removeprefix("harbour/"), finding.line, finding.kind) for finding in corpus.findings] == [
        ("README.md", 0, "readme"),
        ("berths/visitor-berth.md", 3, "repaired"),
        ("berths/visitor-berth.md", 4, "repaired"),
        ("berths/visitor-berth.md", 11, "wikilink"),
        ("fees/visitor-fee.md", 20, "date-only"),
        ("fees/visitor-fee.md", 21, "source-missing"),
        ("fees/visitor-fee.md", 33, "link-escapes-root"),
        ("fees/visitor-fee.md", 33, "wrong-case-link"),
        ("index.md", 3, "frontmatter-in-reserved"),
        ("log.md", 7, "bad-log-heading"),
    ]
    assert [skip.path.removeprefix("harbour/") for skip in corpus.skipped] == [
        "README.md",
        "_templates/",
        "index.md",
        "log.md",
    ]


def test_a_full_card_is_read_field_by_field() -> None:
    cards = {card.card_id: card for card in read_corpus(BUNDLES, {}).cards}
    fee = cards["harbour/fees/visitor-fee"]
    raw = (BUNDLES / "harbour/fees/visitor-fee.md").read_bytes()
    assert fee.path == "harbour/fees/visitor-fee.md"
    assert (fee.type, fee.title, fee.description) == ("Fee", "Visitor fee", "What a visitor pays a night.")
    assert fee.resource == "https://port.example/Gebühren?day=1"
    assert fee.link == "https://port.example/Geb%C3%BChren?day=1"
    assert (fee.topic, fee.language, fee.status, fee.fictional) == ("fees", "en", "stable", True)
    assert fee.aliases == ("mooring charge", "harbour dues", "overnight fee")
    assert fee.phrases == ("how much is a night", "what do I pay, 12 m boat")
    assert fee.trust == "human-reviewed"  # 09:00+02:00 on the day after 00:00Z
    assert fee.stale_after == datetime(2027, 1, 1, tzinfo=UTC)
    assert fee.links == ("harbour/berths/visitor-berth",)
    assert fee.content_hash == hashlib.sha256(raw).hexdigest()
    assert raw.decode().split("\n")[fee.body_line - 2] == "---"
    assert fee.body == raw.decode().split("---\n", 2)[2]
    assert json.loads(fee.frontmatter)["stale_after"] == "2027-01-01"
    berth = cards["harbour/berths/visitor-berth"]
    assert berth.title == "Visitor berth: first come, first served"
    assert berth.description == "Where visitors lie: the outer pontoon, north side."
    assert (berth.resource, berth.link) == ("../../harbour/src/berths.ts", None)
    assert berth.links == ("harbour/fees/visitor-fee", "harbour/tides/low-water")
    low = cards["harbour/tides/low-water"]
    assert (low.title, low.topic, low.status, low.trust) == ("low-water", "tide", "reviewed", "unverified")


def test_one_bundle_or_several_is_told_by_the_files_on_top(tmp_path: Path) -> None:
    several = write(tmp_path / "okf", {"a/x.md": CARD, "b/sub/y.md": CARD, "assets/z.png": b""})
    assert [(bundle.name, bundle.path) for bundle in read_corpus(several, {}).bundles] == [("a", "a"), ("b", "b")]
    single = write(tmp_path / "notes", {"index.md": "# Notes\n", "a/x.md": CARD, "z.png": b""})
    (bundle,) = read_corpus(single, {}).bundles
    assert (bundle.name, bundle.path, bundle.assets) == ("notes", "", 1)
    assert [card.card_id for card in bundle.cards] == ["notes/a/x"]


def test_a_readme_beside_declared_bundles_does_not_join_them(tmp_path: Path) -> None:
    index = "---\nokf_version: '0.2'\n---\n"
    root = write(tmp_path, {"README.md": "# Read me\n", "a/index.md": index, "a/x.md": CARD, "b/y.md": CARD})
    corpus = read_corpus(root, {})
    assert [bundle.name for bundle in corpus.bundles] == ["a", "b"]
    assert "README.md" in [skip.path for skip in corpus.skipped]
    (root / "a/index.md").unlink()
    assert [bundle.path for bundle in read_corpus(root, {}).bundles] == [""]


def test_an_empty_folder_has_no_bundles(tmp_path: Path) -> None:
    assert read_corpus(tmp_path, {}).bundles == ()


@pytest.mark.parametrize(("name", "word"), [("gone", "does not exist"), ("file.md", "is a file")])
def test_a_missing_corpus_is_an_error_that_names_it(tmp_path: Path, name: str, word: str) -> None:
    write(tmp_path, {"file.md": CARD})
    with pytest.raises(CorpusError, match=word):
        read_corpus(tmp_path / name, {})


def test_one_bad_file_hides_no_other(tmp_path: Path) -> None:
    root = write(tmp_path, {"b/a.md": b"\xff", "b/b.md": "---\n[", "b/c.md": b"---\ntype: \0\n---\n", "b/d.md": CARD})
    corpus = read_corpus(root, {})
    assert [card.card_id for card in corpus.cards] == ["b/d"]
    assert kinds(corpus) == ["not-utf8", "unclosed-frontmatter", "nul-byte"]


def test_a_too_large_file_is_not_read(tmp_path: Path) -> None:
    root = write(tmp_path, {"b/a.md": CARD + "x" * 1_000_000, "b/b.md": CARD})
    assert kinds(read_corpus(root, {})) == ["too-long"]


def test_old_mac_and_windows_newlines_become_lf(tmp_path: Path) -> None:
    root = write(tmp_path, {"b/a.md": CARD.replace("\n", "\r"), "b/b.md": CARD.replace("\n", "\r\n")})
    assert [card.body for card in read_corpus(root, {}).cards] == ["body\n", "body\n"]


def test_utf16_is_named(tmp_path: Path) -> None:
    corpus = read_corpus(write(tmp_path, {"b/a.md": CARD.encode("utf-16")}), {})
    assert "utf-16" in corpus.findings[0].remedy


def test_the_bundle_decides_the_language_then_the_card_then_the_script(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "k/a.md": CARD,
            "m/a.md": "---\ntype: Note\nlanguage: zh-Hans\n---\nbody\n",
            "m/b.md": "---\ntype: Note\n---\n여권 passport 재발급 application 안내\n",
            "m/c.md": "---\ntype: Note\n---\n护照遗失后补发 passport\n",
            "m/d.md": "---\ntype: Note\n---\nA passport (여권) is needed for every traveller.\n",
            "m/e.md": "---\ntype: Note\nlanguage: Klingon\n---\nbody\n",
        },
    )
    corpus = read_corpus(root, {"k": "ko"})
    assert [card.language for card in corpus.cards] == ["ko", "zh", "ko", "zh", "en", "en"]
    assert kinds(corpus) == ["bad-field"]


@pytest.mark.parametrize(
    ("written", "instant", "found"),
    [
        ("2026-12-31T00:00:00+09:00", datetime(2026, 12, 30, 15, tzinfo=UTC), []),
        ("2026-12-31", datetime(2026, 12, 31, tzinfo=UTC), ["date-only"]),
        ("2026-12-31T08:00:00", datetime(2026, 12, 31, 8, tzinfo=UTC), ["date-only"]),
        ("next year", None, ["bad-field"]),
        ("[2026]", None, ["bad-field"]),
    ],
)
def test_stale_after_is_an_instant_in_every_zone(
    tmp_path: Path, written: str, instant: datetime | None, found: list[str]
) -> None:
    card, found_kinds = one(tmp_path, f"stale_after: {written}")
    assert (card.stale_after, found_kinds) == (instant, found)


@pytest.mark.parametrize(
    ("resource", "found"),
    [
        ("javascript:alert(1)", ["unsafe-resource"]),
        ("file:///etc/passwd", ["unsafe-resource"]),
        ("https://www.gov.kr@evil.example/", ["unsafe-resource"]),
        ("urn:isbn:1", []),
        ("bigquery://p/d/t", []),
        ("''", []),
    ],
)
def test_only_safe_resources_are_clickable(tmp_path: Path, resource: str, found: list[str]) -> None:
    card, found_kinds = one(tmp_path, f"resource: {resource}")
    assert (card.link, found_kinds) == (None, found)


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("title: [a]", ["bad-field"]),
        ("title: " + "x" * 301, ["too-long"]),
        ("aliases: {a: b}", ["bad-field"]),
        ("aliases:\n  - a\n  - Visa: how", ["bad-field"]),
        ("fictional: perhaps", ["bad-field"]),
        ("generated: yesterday", ["bad-field"]),
        ("tags:", []),
        ("anything: {goes: [1, {x: y}]}", []),
    ],
)
def test_a_wrong_optional_field_leaves_the_card_standing(tmp_path: Path, head: str, found: list[str]) -> None:
    card, found_kinds = one(tmp_path, head)
    assert (card.card_id, found_kinds) == ("b/x", found)


def test_names_in_either_unicode_form_give_one_id(tmp_path: Path) -> None:
    name = "여권/재발급.md"
    root = write(tmp_path, {f"b/{unicodedata.normalize('NFD', name)}": CARD, "b/x.md": CARD + f"[a](/{name})\n"})
    cards = read_corpus(root, {}).cards
    assert [card.card_id for card in cards] == ["b/x", "b/여권/재발급"]
    assert cards[0].links == ("b/여권/재발급",)
    assert (root / cards[1].path).is_file()
    write(root, {f"b/{name}": CARD})
    corpus = read_corpus(root, {})
    if len(list((root / "b").rglob("*.md"))) == 3:  # a disk that keeps both forms apart
        assert (len(corpus.cards), kinds(corpus)) == (2, ["duplicate-id"])


def test_links_to_files_that_are_no_cards_are_no_edges(tmp_path: Path) -> None:
    body = "[i](index.md) [bad](bad.md) [pic](p.png) [ok](y.md)\n"
    root = write(tmp_path, {"b/index.md": "# i\n", "b/bad.md": "---\n", "b/p.png": b"", "b/y.md": CARD})
    write(root, {"b/x.md": CARD + body})
    corpus = read_corpus(root, {})
    assert corpus.cards[0].links == ("b/y",)
    assert kinds(corpus) == ["unclosed-frontmatter"]


def test_from_okf_three_an_untyped_file_is_a_warning(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"b/x.md": "---\ntitle: t\n---\n", "b/y.md": "# text\n", "b/z.md": CARD}
    for version, severity in (("0.2", "error"), ("0.3", "warning"), ("1.0", "warning")):
        root = write(tmp_path, {**files, "b/index.md": f"---\nokf_version: '{version}'\n---\n"})
        found = [finding for finding in read_corpus(root, {}).findings if finding.kind.startswith("no-")]
        assert [finding.severity for finding in found] == [severity, severity]


def test_links_of_the_disk_are_followed_only_inside(tmp_path: Path) -> None:
    root = write(tmp_path / "okf", {"b/x.md": CARD})
    write(tmp_path, {"secret.md": CARD})
    for name, target in {
        "b/out.md": tmp_path / "secret.md",
        "b/in.md": root / "b/x.md",
        "b/loop": root / "b",
        "b/self.md": root / "b/self.md",
        "b/up": tmp_path,
    }.items():
        (root / name).symlink_to(target)
    corpus = read_corpus(root, {})
    assert [card.card_id for card in corpus.cards] == ["b/in", "b/x"]
    assert [(finding.path, finding.kind, finding.severity) for finding in corpus.findings] == [
        ("b/loop", "symlink", "note"),
        ("b/out.md", "symlink", "warning"),
        ("b/self.md", "symlink", "warning"),
        ("b/up", "symlink", "warning"),
    ]


def test_pipes_and_unprintable_names_are_findings(tmp_path: Path) -> None:
    root = write(tmp_path, {"b/x.md": CARD, "b/new\nline.md": CARD})
    os.mkfifo(root / "b/pipe.md")
    Path(os.fsdecode(os.fsencode(root) + b"/b/\xff.md")).write_text(CARD)
    corpus = read_corpus(root, {})
    assert [card.card_id for card in corpus.cards] == ["b/x"]
    assert sorted(kinds(corpus)) == ["bad-name", "bad-name", "unreadable"]
    assert all(finding.path.isprintable() for finding in corpus.findings)


def test_folders_named_like_cards_are_folders(tmp_path: Path) -> None:
    assert [card.card_id for card in read_corpus(write(tmp_path, {"b/x.md/y.md": CARD}), {}).cards] == ["b/x.md/y"]


def test_two_thousand_cards_are_read_in_seconds(tmp_path: Path) -> None:
    body = "Text.[^a] See [n](c1.md).\n\n[^a]: note\n"
    files: dict[str, str | bytes] = {f"b/t{n % 20}/c{n}.md": CARD + body for n in range(2000)}
    start = datetime.now(UTC)
    assert len(read_corpus(write(tmp_path, files), {}).cards) == 2000
    assert (datetime.now(UTC) - start).total_seconds() < 20  # 60,000 in a minute are 2 s; ten times that is a fault
