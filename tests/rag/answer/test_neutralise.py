import html
import itertools
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rag.answer.neutralise import JOINER, NeutralStream, neutralise, plain_label

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

REPLACED_IN_TEXT = (
    # remark-gfm, mdast-util-gfm-autolink-literal 2.0.1: addresses become links
    r"(?i)(https?://|www(?=\.))([-.\w]+)([^ \t\r\n]*)",
    r"(?<![-.\w+])([-.\w+]+)@([-\w]+(?:\.[-\w]+)+)",
    # Streamlit 1.67, StreamlitMarkdown: typography, icons, emoji
    r"(^|\s)(<->|->|<-|--|>=|<=|~=)(\s|$)",
    r":streamlit:|:material[_/]\w+:",
    r":[a-z+_-][\w+-]*:",
)
"""What Streamlit's frontend replaces in text that markdown has already decoded."""

HARMLESS = {"inline", "text", "softbreak", "hardbreak"} | {
    f"{block}_{side}" for block in ("paragraph", "bullet_list", "list_item") for side in ("open", "close")
}

HOSTILE = [
    "![x](http://evil.example/a.png)",
    "[click](http://evil.example)",
    "[1]: http://evil.example",
    "see [1][evil]\n\n[evil]: http://evil.example",
    "<http://evil.example>",
    "<img src=x onerror=alert(1)><script>alert(1)</script>",
    "<!-- a --> &lt;b&gt; &amp; &#42;",
    "http://evil.example https://evil.example/a?b=c&d www.evil.example WWW.evil.example me@evil.example",
    ":red[x] :red-background[x] :green-badge[Verified] :small[x] :shimmer[x] :color[x]{foreground=red}",
    ":smile: :100: :+1: :material/home: :material_home: :streamlit: :help[x]",
    "::leaf[x]\n:::container\nx\n:::",
    "$5,000 or $x$ and $$y$$",
    "# one\n## two\nsetext\n===\nsetext\n---\nsetext\n-",
    "**bold** *i* __init__ _i_ ~~s~~ ~s~ `code` ``code``",
    "```py\nprint(1)\n```\n~~~\nx\n~~~",
    "a -> b <- c <-> d -- e >= f <= g ~= h",
    "->",
    "> quote\n> more",
    "1. one\n5. five\n2026. 3. 1. 부터\n1) one",
    "+ plus\n+1 plus",
    "a\n\n    code?\n\tcode?",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "note [^1]\n\n[^1]: foot",
    "- [ ] task\n- [x] done",
    "***\n---\n- - -\n* * *\n___",
    "back\\slash \\* \\\nnext",
    "a  \nb",
    "- - nested\n- # heading\n- 1. one\n-     code\n- > quote\n-\n- ",
    "-5 degrees\n- 5 degrees\n--x",
    "금액은 5,000원 ~ 7,000원 (※ 10:30~12:00)",
    "费用：5,000元（第1条）",
]


def tokens_of(markdown: str) -> list[Token]:
    blocks = MARKDOWN.parse(markdown)
    return blocks + [child for block in blocks for child in block.children or []]


def shown(markdown: str) -> list[str]:
    """The lines a reader sees, bullets as `- `, without the invisible joiners."""
    text = ""
    for block in MARKDOWN.parse(markdown):
        if block.type == "list_item_open":
            text += "- "
        for child in block.children or []:
            text += "\n" if child.type in ("hardbreak", "softbreak") else child.content
        text += "\n" if block.type == "inline" else ""
    return [line.rstrip() for line in text.replace(JOINER, "").split("\n") if line.strip()]


def expected_lines(text: str) -> list[str]:
    """The text's own lines as far as a reader can tell: one bullet sign, blanks of the edge aside."""
    text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\t", " ")
    text = "".join(char for char in text if char in "\n\u200c\u200d" or unicodedata.category(char) not in ("Cc", "Cf"))
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        words = "\xa0" * min(indent, 12) + line.strip(" ")
        bullet = re.match(r"[-*] +(?=[^ ])", line)
        lines.append("- " + line[bullet.end() :].strip(" ") if bullet else words)
    return [line.rstrip() for line in lines if line.strip()]


def assert_inert(markdown: str) -> None:
    assert {token.type for token in tokens_of(markdown)} <= HARMLESS
    for token in tokens_of(markdown):
        if token.type == "text":
            for pattern in REPLACED_IN_TEXT:
                assert not re.search(pattern, token.content), (pattern, token.content)
    # What Streamlit, remark-math and remark-directive look for in the source itself.
    assert not re.search(r"[$:`\\<>|~^]", markdown)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert_and_shown_as_written(text: str) -> None:
    markdown = neutralise(text)
    assert_inert(markdown)
    assert shown(markdown) == expected_lines(text)


PIECES = st.one_of(
    st.sampled_from([piece for text in HOSTILE for piece in re.findall(r"\W|\w+", text)]),
    st.sampled_from(["\n", " ", "  ", "- ", "* ", "\n- ", "1. ", "http://", "www.", "[1]", "\u202e", "\u2060"]),
    st.characters(),
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


@given(TEXTS)
def test_any_text_is_inert(text: str) -> None:
    assert_inert(neutralise(text))


@given(st.lists(st.sampled_from([*"ab가 \n-*+_.:/@<>=~1[](){}#!`|$&\\", "www", "http", "- "])).map("".join))
def test_any_text_is_shown_as_written(text: str) -> None:
    assert shown(neutralise(text)) == expected_lines(text)


@given(TEXTS, st.lists(st.integers(0, 100), max_size=6))
def test_cutting_the_text_anywhere_changes_nothing(text: str, cuts: list[int]) -> None:
    stream = NeutralStream()
    edges = itertools.pairwise([0, *sorted(cuts), max(len(text), *cuts, 0)])
    assert "".join(stream.feed(text[start:end]) for start, end in edges) + stream.finish() == neutralise(text)


def test_bullets_lines_and_paragraphs_stay() -> None:
    assert neutralise("Bring:\n- a passport\n* a photo\n\nPay later.") == (
        "Bring&#58;  \n- a passport  \n- a photo  \n\nPay later."
    )


@pytest.mark.parametrize(
    "text", ["여권을 가져오세요.", "It's 5,000 (about 4%), isn't it? Yes; \"so\".", "费用：5,000元（第1条）"]
)
def test_plain_sentences_are_left_alone(text: str) -> None:
    assert neutralise(text) == text


def test_control_format_and_bidirectional_characters_are_removed() -> None:
    assert neutralise("a\x00b\x1b\u202ec\u2066d\u200be\ufefff\u2060g\xadh\r\n") == "abcdefgh  \n"
    assert neutralise("👨\u200d👩\u200d👧") == "👨\u200d👩\u200d👧"
    assert neutralise("a\tb\u2028c\ud800") == "a b  \nc\ufffd"


def test_indentation_is_kept_visible_up_to_a_bound() -> None:
    assert neutralise("- a\n  - b") == "- a  \n&nbsp;&nbsp;&#45; b"
    assert neutralise(" " * 500 + "a") == "&nbsp;" * 12 + "a"


@pytest.mark.parametrize("after", ["(http://evil)", ": http://evil", "[x]", "{x}", "`"])
@pytest.mark.parametrize("before", ["", "!", ":red", "text ", "- ", "  "])
def test_a_marker_stays_a_marker_whatever_surrounds_it(before: str, after: str) -> None:
    stream = NeutralStream()
    markdown = stream.feed(before) + stream.cite(1) + stream.feed(after) + stream.finish()
    assert "[1]" in markdown
    assert_inert(markdown + "\n\n" + neutralise("[1]: http://evil"))


def test_a_marker_number_below_one_is_a_callers_mistake() -> None:
    with pytest.raises(ValueError, match="at least 1, got 0"):
        NeutralStream().cite(0)


@pytest.mark.parametrize(
    ("text", "limit", "label"),
    [
        ("Passport  fee\n (2026)", 40, "Passport fee (2026)"),
        ("- a", 40, "- a"),
        ("# a :red[b]", 40, "# a :red[b]"),
        ("1. a", 40, "1. a"),
        ("\u202e\n", 40, ""),
        ("여권 수수료 안내", 7, "여권 수수료…"),
        ("abcdefgh", 8, "abcdefgh"),
        ("abcdefghi", 8, "abcdefg…"),
    ],
)
def test_labels_are_one_line_short_and_inert(text: str, limit: int, label: str) -> None:
    markdown = plain_label(text, limit=limit)
    assert_inert(markdown)
    assert "bullet_list_open" not in {token.type for token in tokens_of(markdown)}
    assert html.unescape(markdown).replace(JOINER, "") == label


def test_a_label_needs_room_for_a_character() -> None:
    with pytest.raises(ValueError, match="limit must be at least 1, got 0"):
        plain_label("a", limit=0)
