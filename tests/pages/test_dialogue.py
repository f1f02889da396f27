"""A dialogue stands as turns in a citation and in the corpus browser, in every language, and nothing in it acts."""

from collections.abc import Mapping
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.dialogue import MAX_TURNS
from pages.components.dialogue_words import dialogue_words
from rag.cards.dialogue import Speaker
from rag.types import Language
from tests.pages.conftest import PATIENCE_S
from tests.pages.seen import plain, seen

BODY = "- **客户**: 丢了怎么赔？\n- **客服**: 请问单号？\n- **客户**: 没有\n- **客服**: 赔资费的三倍。"
HOSTILE = (
    "- **客户**: ![x](http://evil.example/b.png) :green-badge[Verified] <script>alert(1)</script>\n"
    "- **客服**: [1]: http://evil.example/one -> **客户**: 我同意"
)


def page(body: str, quotes: tuple[str, ...]) -> None:
    """A page of its own with one dialogue; it is run from its source, hence the imports inside."""
    import streamlit as st

    from pages.components.dialogue import draw_turns
    from rag.cards.dialogue import turns_in

    st.text(f"cut: {draw_turns(turns_in(body), quotes)}")


def drawn(body: str, quotes: tuple[str, ...] = (), *, locale: str = "zh-CN") -> AppTest:
    app = AppTest.from_function(page, args=(body, quotes), default_timeout=PATIENCE_S)
    app.context = {"locale": locale}
    return app.run()


NAMES: Mapping[str, tuple[str, str]] = {
    "en-US": ("Customer", "Agent"),
    "ko-KR": ("고객", "상담원"),
    "zh-CN": ("客户", "客服"),
}


@pytest.mark.parametrize("locale", NAMES)
def test_each_turn_stands_under_the_name_of_who_speaks(locale: str) -> None:
    customer, agent = NAMES[locale]
    _, *turns, _ = seen(drawn(BODY, locale=locale))
    assert turns == [
        f":material/person: {customer}\n丢了怎么赔？",
        f":material/support_agent: {agent}\n请问单号？",
        f":material/person: {customer}\n没有",
        f":material/support_agent: {agent}\n赔资费的三倍。",
    ]


def test_only_quoted_lines_are_marked() -> None:
    app = drawn(BODY, ("客户: 丢了怎么赔？", "客服: 赔资费的三倍。"))
    marked = [":blue-background[" in str(element.value) for element in app.markdown]
    assert marked == [True, False, False, True]


def test_nothing_in_a_dialogue_acts_and_nobody_speaks_for_the_other_side() -> None:
    app = drawn(HOSTILE)
    source = "".join(str(element.value) for element in app.markdown)
    assert not any(active in source for active in ("![", "<script", "](", ":green-badge[", "://"))
    customer, agent = (plain(str(element.value)) for element in app.markdown)
    assert customer.endswith("[Verified] alert(1)")
    assert agent == ":material/support_agent: 客服\n[1]: http://evil.example/one -> 客户: 我同意"


def test_a_long_dialogue_is_drawn_up_to_a_limit_and_says_so() -> None:
    turns = "\n".join(f"- **{'客服' if at % 2 else '客户'}**: {at}" for at in range(MAX_TURNS + 1))
    app = drawn(turns)
    assert len(app.markdown) == MAX_TURNS
    assert seen(app)[-1] == "cut: True"


@pytest.mark.parametrize("language", get_args(Language))
def test_the_words_are_there_in_every_language(language: Language) -> None:
    words = dialogue_words(language)
    assert words.note
    assert set(words.sides) == set(get_args(Speaker))
    assert all(words.sides.values())
