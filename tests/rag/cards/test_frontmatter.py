import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.findings import Finding
from rag.cards.frontmatter import Frontmatter, parse, split


def read(block: str) -> Frontmatter:
    result = parse(block, "x.md")
    assert isinstance(result, Frontmatter), result
    return result


def refuse(block: str) -> Finding:
    result = parse(block, "x.md")
    assert isinstance(result, Finding), result
    return result


def kinds(block: str) -> list[tuple[str, int]]:
    return [(finding.kind, finding.line) for finding in read(block).findings]


def test_the_body_keeps_its_lines_and_its_line_number() -> None:
    parts = split("---\ntype: A\n---\n\nfirst\n---\nlast\n")
    assert (parts.block, parts.body, parts.body_line) == ("type: A", "\nfirst\n---\nlast\n", 4)


def test_a_dashed_value_is_no_fence() -> None:
    assert split("---\ntype: A\n----\n--- x\n---\nbody").block == "type: A\n----\n--- x"


def test_without_a_fence_on_line_one_all_is_body() -> None:
    parts = split("\n---\ntype: A\n---\n")
    assert (parts.block, parts.opened, parts.body, parts.body_line) == (None, False, "\n---\ntype: A\n---\n", 1)


def test_scalars_keep_their_spelling() -> None:
    block = "a: yes\nb: 010\nc: 12:30\nd: 2026-01-01\ne: 0.10\nf: 'no'\ng: [1_000, 0x1F, .5]"
    assert read(block).fields == {
        "a": "yes",
        "b": "010",
        "c": "12:30",
        "d": "2026-01-01",
        "e": "0.10",
        "f": "no",
        "g": ("1_000", "0x1F", ".5"),
    }


def test_only_unquoted_nulls_are_empty() -> None:
    assert read("a:\nb: ~\nc: null\nd: 'null'\ne: ''").fields == {
        "a": None,
        "b": None,
        "c": None,
        "d": "null",
        "e": "",
    }


def test_lines_of_keys_count_from_the_file() -> None:
    assert read("# comment\ntype: A\n\ntitle: B").lines == {"type": 3, "title": 5}


def test_a_repeated_key_is_reported_wherever_it_stands() -> None:
    block = "type: A\ntype: B\ngenerated:\n  by: x\n  by: y"
    result = read(block)
    assert result.fields == {"type": "B", "generated": {"by": "y"}}
    assert kinds(block) == [("duplicate-key", 3), ("duplicate-key", 6)]
    assert "'generated.by'" in result.findings[1].message


def test_a_comment_that_cuts_a_title_is_reported() -> None:
    assert kinds("type: A\ntitle: Fix #482 crash") == [("title-cut", 3)]
    assert kinds("type: A\ntitle: 한글 #482") == [("title-cut", 3)]
    assert kinds("title: #482") == [("title-cut", 2)]
    assert kinds("aliases:\n  - form #5") == [("title-cut", 3)]


def test_quoted_titles_and_plain_comments_are_left_alone() -> None:
    assert kinds('title: "Fix #482"\ntype: A # a comment\ntags: [a] #x\ntext: |\n  a #b') == []


@pytest.mark.parametrize(
    ("block", "title"),
    [
        ("title: A: B", "A: B"),
        ("title: it's: so", "it's: so"),
        ("title: ends with:", "ends with:"),
        ("title: A: B\n  goes on: here\ntags: [x]", "A: B goes on: here"),
        ("title: A: B #3", "A: B #3"),
    ],
)
def test_an_unquoted_colon_is_repaired_and_flagged(block: str, title: str) -> None:
    assert read(block).fields["title"] == title
    assert kinds(block) == [("repaired", 2)]


def test_two_unquoted_colons_are_two_repairs() -> None:
    block = "type: A\ndescription: Finding: x\ntitle: B: c"
    assert read(block).fields == {"type": "A", "description": "Finding: x", "title": "B: c"}
    assert kinds(block) == [("repaired", 3), ("repaired", 4)]


def test_a_colon_that_cannot_be_repaired_says_to_quote() -> None:
    finding = refuse("type: A\nx:\n  y: A: B")
    assert (finding.kind, finding.line, finding.remedy) == ("bad-yaml", 4, "Put the value in quotes.")


@pytest.mark.parametrize(
    ("block", "kind", "line"),
    [
        ("- a\n- b", "not-a-mapping", 2),
        ("just text", "not-a-mapping", 2),
        ("type: A\n\ttitle: x", "bad-yaml", 3),
        ("type: [a", "bad-yaml", 2),
        ("type: *nowhere", "bad-yaml", 2),
        ("type: !!python/name:os.system x", "bad-yaml", 2),
        ("type: A\nx: !local y", "bad-yaml", 3),
        ("type: \x1b", "bad-yaml", 2),
        ("a: b\n...\nc: d", "bad-yaml", 2),
        ("type: &a [*a]", "bad-yaml", 2),
        ("a: " + "[" * 500, "bad-yaml", 2),
        ("- " * 20_000 + "x", "bad-yaml", 2),
    ],
)
def test_what_is_no_mapping_is_one_error(block: str, kind: str, line: int) -> None:
    finding = refuse(block)
    assert (finding.kind, finding.severity) == (kind, "error")
    assert finding.line >= line


def test_standard_tags_keep_the_text() -> None:
    assert read("type: !!str 42\nday: !!timestamp 2026-01-01").fields == {"type": "42", "day": "2026-01-01"}


def test_an_alias_bomb_is_refused() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert "aliases expand" in refuse("\n".join(levels)).message


def test_honest_anchors_and_merges_are_read() -> None:
    block = "base: &b {by: a/1, at: x}\ngenerated:\n  <<: *b\n  at: y"
    assert read(block).fields["generated"] == {"by": "a/1", "at": "y"}


def test_a_huge_block_is_refused_before_it_is_parsed() -> None:
    assert refuse("a: b\n" * 13_000).kind == "too-long"  # 65,000 characters


@given(st.text())
def test_splitting_loses_no_text(text: str) -> None:
    parts = split(text)
    lines = text.split("\n")
    assert parts.body == "\n".join(lines[parts.body_line - 1 :])
    if parts.block is not None:
        assert parts.block == "\n".join(lines[1 : parts.body_line - 2])


@given(st.text(alphabet=string.printable + "한国\u2028&*!|>", max_size=200))
def test_parsing_gives_json_or_one_error(block: str) -> None:
    result = parse(block, "x.md")
    if isinstance(result, Frontmatter):
        json.dumps(result.fields)
    else:
        assert result.severity == "error"
        assert result.line >= 1


@given(st.text(min_size=1).filter(lambda text: text.isprintable() and text.strip() == text))
def test_a_double_quoted_value_comes_back_as_written(text: str) -> None:
    assert read(f"title: {json.dumps(text, ensure_ascii=False)}").fields == {"title": text}
