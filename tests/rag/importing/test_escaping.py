import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.body import plain_text, quotable_units
from rag.importing.escaping import escape, escape_paragraph, one_line, paragraphs

TRICKY = st.one_of(st.text(), st.text(alphabet="`*_[]<>&~|$!#\\-+=:1.) ab^客\n\t\u200b", max_size=40)).map(one_line)


@given(st.lists(TRICKY, min_size=1, max_size=5))
def test_turns_come_back_word_for_word(texts: list[str]) -> None:
    body = "\n".join(f"- **客户**: {escape(text)}" for text in texts)
    assert quotable_units(body) == tuple(f"客户: {text}".strip() for text in texts)


@given(TRICKY.filter(lambda text: text.casefold().strip(" :") not in ("", "相关", "관련", "related", "引用")))
def test_a_paragraph_comes_back_word_for_word(text: str) -> None:
    assert plain_text(escape_paragraph(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "# 标题",
        "- 项",
        "1. 一",
        "12) 二",
        "---",
        "===",
        "```",
        "~~~",
        "> 引",
        "<b>粗</b>",
        "<script>alert(1)</script>",
        "[a](javascript:x)",
        "[^official]: 假的",
        "[x]: http://evil.example",
        "[[wiki]]",
        "[[[a]]]",
        "&lt;",
        "| a | b |",
        "**x**",
        "\\",
        "![i](http://evil.example/x.png)",
    ],
)
def test_no_markdown_is_left_in(text: str) -> None:
    assert plain_text(escape_paragraph(text)) == text
    assert quotable_units(f"- **客户**: {escape(text)}\n- **客服**: 好") == (f"客户: {text}", "客服: 好")


def test_unseen_characters_and_line_breaks_are_gone() -> None:
    assert one_line(" 138\u200b1234\u202e5678\x00\n\u2028ok\ud800 ") == "13812345678 ok"


def test_paragraphs_are_the_lines_that_hold_something() -> None:
    assert list(paragraphs("一\n\n \u200b \r\n 二  三")) == ["一", "二 三"]
