from hypothesis import given
from hypothesis import strategies as st

from rag.index.card_text import lexical_tokens
from rag.inspection.matching import Word, side_by_side, words
from rag.text.tokens import tokenise
from tests.fakes.corpus import make_card


def test_a_word_is_shown_as_written_as_compared_and_as_tokens() -> None:
    assert words("The ＦＥＥＳ 여권을") == (
        Word("The", "the", ()),
        Word("ＦＥＥＳ", "fees", ("fee",)),
        Word("여권을", "여권을", ("여권", "권을")),
    )


def test_chinese_phrases_stand_apart() -> None:
    assert [word.raw for word in words("酒精、汽油能寄吗？不能。")] == ["酒精、", "汽油能寄吗？", "不能。"]


def test_nothing_has_no_words() -> None:
    assert words(" \u3000\n") == ()


@given(
    st.text(st.characters(codec="utf-8"), max_size=40) | st.text("여권 zh护照、：a1,０．000\u200b\u0301'-", max_size=30)
)
def test_the_words_tokens_in_a_row_are_the_text_s_tokens(text: str) -> None:
    assert [token for word in words(text) for token in word.tokens] == tokenise(text)


def test_shared_tokens_are_those_both_hold_and_a_card_s_word_stands_where_it_is_first() -> None:
    card = make_card(
        "b/t/a",
        "Fees are paid **here**.",
        title="Parking fee",
        description="What parking costs.",
        aliases=("permit charge",),
        tags=("permit",),
    )
    found = side_by_side("parking charges", card)
    assert found.shared == {"park", "charg"}
    places = {one.word.raw: one.field for one in found.card if found.shared & set(one.word.tokens)}
    assert places == {"Parking": "title", "parking": "description", "charge": "aliases"}


def test_a_card_s_words_hold_exactly_the_tokens_it_is_indexed_by() -> None:
    card = make_card(
        "b/t/a", "| a | b |\n|---|---|\n| x1 | 여권 |", title="護照 Fee", phrases=("how much?",), tags=("k-eta",)
    )
    held = {token for one in side_by_side("x", card).card for token in one.word.tokens}
    assert held == set(lexical_tokens(card))
