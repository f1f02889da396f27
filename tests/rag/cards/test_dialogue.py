import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.body import quotable_units
from rag.cards.dialogue import Said, answers_in, read_said, turns_in
from rag.importing.cards import make_card
from rag.importing.escaping import one_line
from rag.importing.masking import mask
from rag.importing.records import Dialogue, Identity
from rag.importing.turns import Turn
from rag.types import Language

ASKED, SAID, ON = "客户: 丢了怎么办？", "客服: 请先查询。", "客服: 也可以投诉。"
BODY = "- **客户**: 丢了怎么办？\n- **客服**: 请先查询。"


def record(*turns: Turn) -> Dialogue:
    return Dialogue(Identity("", "", "", ""), turns, "", "", (), False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("客户: 丢了", Said("客户: 丢了", "customer", "丢了")),
        ("상담원: 네", Said("상담원: 네", "agent", "네")),
        ("Agent: 客户: no", Said("Agent: 客户: no", "agent", "客户: no")),
        ("丢了: 客户: x", Said("丢了: 客户: x", None, "丢了: 客户: x")),
        ("客户们: 丢了", Said("客户们: 丢了", None, "客户们: 丢了")),
        ("", Said("", None, "")),
    ],
)
def test_a_line_is_of_the_side_it_opens_with(line: str, said: Said) -> None:
    assert read_said(line) == said


def test_the_turns_of_a_body_are_its_quotable_lines() -> None:
    turns = turns_in(BODY)
    assert [turn.line for turn in turns] == list(quotable_units(BODY)) == [ASKED, SAID]
    assert [(turn.speaker, turn.text) for turn in turns] == [("customer", "丢了怎么办？"), ("agent", "请先查询。")]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "- **客户**: 丢了？\n- **客户**: 在吗？",  # one side only
        "- 你好\n- **客户**: 丢了？\n- **客服**: 请查询。",  # opens with nobody's words
        "## 对话\n\n- **客户**: 丢了？\n- **客服**: 请查询。",
        "前言\n\n- **客户**: 丢了？\n- **客服**: 请查询。",
        "客户: 丢了？\n\n客服: 请查询。",  # paragraphs, no list
        "- 寄信\n- 寄包裹",
        "- **客户**: 丢了？\n- **客服**: 请查询。\n\n```\ncode\n```",
    ],
)
def test_what_is_not_a_list_of_two_sides_is_no_dialogue(body: str) -> None:
    assert turns_in(body) == ()


def test_a_dialogue_that_was_cut_anywhere_keeps_the_turns_before_and_gives_nobody_more_words() -> None:
    body = f"{BODY}\n- **客户**: 谢谢"
    for end in range(len(BODY), len(body) + 1):
        *first, last = turns_in(body[:end])
        assert {turn.speaker for turn in first} <= {"customer", "agent"}
        assert last.speaker in ("agent", "customer", None)
        if last.speaker == "agent":
            assert last.text == "请先查询。"


@given(
    st.lists(
        st.tuples(st.sampled_from(["customer", "agent"]), st.text(max_size=60).map(one_line).filter(bool)),
        min_size=2,
        max_size=8,
    ),
    st.sampled_from(["en", "ko", "zh"]),
)
def test_every_imported_dialogue_reads_back_as_its_turns(said: list[tuple[str, str]], language: Language) -> None:
    turns = [Turn("customer" if side == "customer" else "agent", text) for side, text in said]
    turns = [Turn("customer", "?"), Turn("agent", "!"), *turns]
    body = make_card(record(*turns), language).body
    shown = [(turn.speaker, re.sub(r"\s+", " ", turn.text)) for turn in turns_in(body)]
    assert shown == [(turn.speaker, re.sub(r"\s+", " ", mask(turn.text, language))) for turn in turns]


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ((), ()),
        ((ASKED, SAID), ((0, 1),)),
        ((ASKED, SAID, ON), ((0, 1, 2),)),
        ((ASKED, SAID, "客户: 多久？", ON), ((0, 1), (2, 3))),
        ((ASKED, "客服: 单号是多少？", "客户: [单号]", SAID), ((0, 3),)),
        ((ASKED, "客户: 在吗？", SAID), ((0, 2),)),
        (("客服: 您好。", ASKED, SAID), ((0,), (1, 2))),
        ((ASKED,), ()),
        ((ASKED, "客服: 单号是多少?"), ()),
        ((ASKED, SAID, "客户: 谢谢"), ((0, 1),)),
        ((ASKED, SAID, "不然就赔。"), ((0, 1, 2),)),  # a second paragraph of what the agent said
        (("一句。", "两句？"), ((0,), (1,))),
    ],
)
def test_an_answer_stands_with_what_was_asked_first(
    lines: tuple[str, ...], places: tuple[tuple[int, ...], ...]
) -> None:
    assert answers_in(lines) == places
