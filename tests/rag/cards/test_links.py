import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.cards.link_findings import check_links
from rag.cards.links import BundleFiles, Link, Resolution, find_links
from rag.cards.markdown import parse

FILES = BundleFiles(
    ["index.md", "log.md", "sub/index.md", "sub/foo.md", "sub/a b.md", "other/bar.md", "한글.md", "100%.md"]
)


LINKS = ("[a](x.md)", "[b", "](y.md)", "[[w]]", "[r]", "[r]: z.md", "[^f]: ", "[^f]", "\\", "word ")
BLOCKS = ("`", "```", "~~~", "<!--", "-->", "- ", "1. ", "> ", "# ", "| ", "|---|", "---")
SPACE = ("    ", "  ", "\t", "\n", "\n", "\n\n", "\n\n")


@pytest.mark.parametrize(
    ("target", "resolution"),
    [
        ("foo.md", Resolution("file", "sub/foo.md")),
        ("./foo.md#part", Resolution("file", "sub/foo.md")),
        ("foo.md?x=1", Resolution("file", "sub/foo.md")),
        ("foo", Resolution("file", "sub/foo.md")),
        ("/log.md", Resolution("file", "log.md")),
        ("a%20b.md", Resolution("file", "sub/a b.md")),
        ("../100%25.md", Resolution("file", "100%.md")),
        ("../sub/", Resolution("file", "sub/index.md")),
        ("/", Resolution("file", "index.md")),
        ("../other", Resolution("folder", "other")),
        ("/한글.md", Resolution("file", "한글.md")),
        ("/" + unicodedata.normalize("NFD", "한글.md"), Resolution("file", "한글.md")),
        ("#part", Resolution("same")),
        ("https://a.example/foo.md", Resolution("outside")),
        ("mailto:a@b.example", Resolution("outside")),
        ("//a.example/foo.md", Resolution("outside")),
        ("Foo.md", Resolution("wrong-case", "sub/foo.md")),
        ("/Other/Bar", Resolution("wrong-case", "other/bar.md")),
        ("nope.md", Resolution("broken")),
        ("x" * 1001, Resolution("broken")),
        ("%00.md", Resolution("broken")),
        ("../../etc.md", Resolution("escapes")),
        ("%2e%2e/%2e%2e/etc.md", Resolution("escapes")),
        ("/../sub/foo.md", Resolution("escapes")),
    ],
)
def test_a_target_resolves_from_the_file_or_the_bundle(target: str, resolution: Resolution) -> None:
    assert FILES.resolve(target, "sub/index.md") == resolution


def test_file_names_in_decomposed_form_are_found_by_composed_links() -> None:
    files = BundleFiles([unicodedata.normalize("NFD", "여권/한글.md")])
    assert files.resolve("/여권/한글.md", "x.md") == Resolution("file", "여권/한글.md")


def test_links_come_with_their_lines_and_none_from_code() -> None:
    body = "[a](a.md)\nand [b](b.md)\n\n`[c](c.md)`\n\n```\n[d](d.md)\n```\n\n[e][r] [[f]]\n\n[r]: e.md\n"
    assert list(find_links(body, 10)) == [
        Link("a.md", 10),
        Link("b.md", 11),
        Link("e.md", 19),
        Link("f", 19, wiki=True),
    ]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(LINKS + BLOCKS + SPACE), max_size=25))
def test_skipping_paragraphs_without_links_changes_nothing(pieces: list[str]) -> None:
    body = "".join(pieces)
    whole = [
        Link(str(child.attrs["href"]), 0)
        for token in parse(body)
        for child in token.children or []
        if child.type == "link_open"
    ]
    assert [replace(link, line=0) for link in find_links(body, 1) if not link.wiki] == whole


def test_a_one_word_footnote_is_no_link_definition() -> None:
    assert list(find_links("See.[^a] [b](b.md)\n\n[^a]: Word\n", 1)) == [Link("b.md", 1)]


def test_links_inside_footnotes_count() -> None:
    assert list(find_links("See.[^a]\n\n[^a]: By [b](b.md)\n    and [c](c.md)\n", 1)) == [
        Link("b.md", 3),
        Link("c.md", 4),
    ]


def test_images_and_wikilinks_in_code_are_not_links() -> None:
    assert list(find_links("![i](i.png) `[[x]]` <!-- [y](y.md) -->\n", 1)) == []


def test_a_long_data_address_is_no_trouble() -> None:
    assert list(find_links(f"![x](data:image/png;base64,{'A' * 5000}) [b](b.md)\n", 1)) == [Link("b.md", 1)]


def test_each_wrong_target_is_one_finding_and_edges_come_once() -> None:
    body = "[a](foo.md) [b](/sub/foo.md) [c](x.md)\n[c](x.md) [d](/Other/bar.md) [e](../../y.md)\n[[bar]] [[zz]]\n"
    targets, findings = check_links(body, 5, path="b/sub/index.md", inner="sub/index.md", files=FILES)
    assert targets == ("sub/foo.md", "other/bar.md")
    assert [(finding.kind, finding.line) for finding in findings] == [
        ("broken-link", 5),
        ("wrong-case-link", 6),
        ("link-escapes-root", 6),
        ("wikilink", 7),
        ("wikilink", 7),
    ]
    assert findings[1].remedy == "Write /other/bar.md instead."
    assert findings[3].remedy == "Write a markdown link to /other/bar.md."


def test_a_wikilink_that_fits_several_files_is_no_edge() -> None:
    files = BundleFiles(["a/x.md", "b/X.md"])
    targets, findings = check_links("[[x|shown]] [[a/x]]", 1, path="p.md", inner="p.md", files=files)
    assert targets == ("a/x.md",)
    assert "several files" in findings[0].remedy


def test_a_card_does_not_link_to_itself() -> None:
    targets, _ = check_links("[me](foo.md#top)", 1, path="sub/foo.md", inner="sub/foo.md", files=FILES)
    assert targets == ()
