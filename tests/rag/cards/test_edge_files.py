"""Each file of a folder of awkward cards is classified as written down here."""

from pathlib import Path

import pytest

from rag.cards.reader import Corpus, read_corpus

EDGE = Path(__file__).parents[2] / "data" / "okf_edge"

CARDS = {
    # path: (type, title, kinds of findings)
    "Index.MD": ("Note", "Index", ["reserved-case"]),
    "anchor.md": ("Note", "Note", []),
    "bom.md": ("Note", "BOM", []),
    "booltype.md": ("yes", "booltype", []),
    "colon.md": ("Note", "A: B", ["repaired"]),
    "crlf.md": ("Note", "CRLF", []),
    "datetitle.md": ("Note", "2026-01-01", ["date-only"]),
    "dupkey.md": ("Other", "dupkey", ["duplicate-key"]),
    "good.md": ("Note", "Good", ["broken-link"]),
    "listres.md": ("Note", "listres", ["bad-field"]),
    "numtype.md": ("42", "numtype", []),
    "sources.md": ("Note", "sources", ["bad-field"]),
    "sources2.md": ("Note", "sources2", ["bad-field", "bad-field"]),
    "sub/a b.md": ("Note", "a b", []),
    "sub/f_(x).md": ("Note", "f_(x)", []),
    "sub/target.md": ("Note", "Target", ["link-escapes-root"]),
    "tagsstr.md": ("Note", "tagsstr", ["bad-field"]),
    "trailing.md": ("Note", "trailing", []),
    "한글 문서.md": ("개념", "한글", []),
}

NO_CARDS = {
    # path: (line, kind)
    "cp949.md": (3, "not-utf8"),
    "dots.md": (1, "unclosed-frontmatter"),
    "empty.md": (1, "no-frontmatter"),
    "emptytype.md": (2, "no-type"),
    "latin1.md": (3, "not-utf8"),
    "leadblank.md": (1, "no-frontmatter"),
    "nofm.md": (1, "no-frontmatter"),
    "notype.md": (1, "no-type"),
    "pytag.md": (2, "bad-yaml"),
    "tab.md": (3, "bad-yaml"),
    "unterminated.md": (1, "unclosed-frontmatter"),
}

SKIPPED = {".hidden/", "index.md", "node_modules/"}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(EDGE, {})


@pytest.mark.parametrize("path", CARDS)
def test_a_readable_file_becomes_a_card_with_its_findings(corpus: Corpus, path: str) -> None:
    (card,) = [card for card in corpus.cards if card.path == path]
    kinds = [finding.kind for finding in corpus.findings if finding.path == path]
    assert (card.type, card.title, kinds) == CARDS[path]
    assert all(finding.severity == "warning" for finding in corpus.findings if finding.path == path)


@pytest.mark.parametrize("path", NO_CARDS)
def test_an_unreadable_file_becomes_one_error(corpus: Corpus, path: str) -> None:
    (finding,) = [finding for finding in corpus.findings if finding.path == path]
    assert (finding.line, finding.kind, finding.severity) == (*NO_CARDS[path], "error")


def test_every_file_is_a_card_an_error_or_skipped(corpus: Corpus) -> None:
    assert {card.path for card in corpus.cards} == set(CARDS)
    assert {finding.path for finding in corpus.findings} <= set(CARDS) | set(NO_CARDS)
    assert {skip.path for skip in corpus.skipped} == SKIPPED
    on_disk = {
        path.relative_to(EDGE).as_posix()
        for path in EDGE.rglob("*")
        if path.is_file() and path.parent.name not in (".hidden", "node_modules")
    }
    assert on_disk == set(CARDS) | set(NO_CARDS) | {"index.md"}


def test_every_link_form_leads_to_its_card(corpus: Corpus) -> None:
    (good,) = [card for card in corpus.cards if card.path == "good.md"]
    assert good.links == ("okf_edge/sub/target", "okf_edge/sub/a b", "okf_edge/sub/f_(x)")


def test_a_bare_verified_mapping_counts_and_a_truth_value_does_not(corpus: Corpus) -> None:
    trust = {card.path: card.trust for card in corpus.cards}
    assert trust["sources.md"] == "human-reviewed"
    assert trust["sources2.md"] == "unverified"


def test_the_first_of_several_resources_is_the_link(corpus: Corpus) -> None:
    (card,) = [card for card in corpus.cards if card.path == "listres.md"]
    assert (card.resource, card.link) == ("https://a", "https://a")


def test_a_python_tag_is_not_run(corpus: Corpus, capfd: pytest.CaptureFixture[str]) -> None:
    read_corpus(EDGE, {})
    assert "HACK" not in capfd.readouterr().out
