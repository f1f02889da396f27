import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text.canonical import annotated, canonical_tokens
from rag.text.normalise import normalise

PIECES = st.sampled_from(
    "5천만원|약 1.2억 원 내외|2억 ~ 3억원|일금일억오천만원정|$1.2 million|CAD 13,757|1.5亿"
    "|1万元以上5万元以下|~3천만원|대략 1억|'26.3.15.|2026-03-15|2026.1.1. ~ 12.31.|March 1-15, 2026"
    "|二〇二六年三月十五日|반올림|제35조|02-1234-5678|50,000| |\n|, |(|) |~|-| 이하|정도|[=50000]"
    "|[=2026-03-15]|예산|5|만|원|.".split("|")
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)

HOSTILE = [
    "1",
    "억",
    "1억 ",
    "1,",
    "1,000",
    "천 ",
    "만 ",
    "일금 ",
    "$1",
    "1~",
    "1억~",
    "5만원(",
    "2026.1.1.~",
    "'26.",
    "일이5",
    "零",
    "一千",
    "\u0301",
]


def tokens(text: str) -> tuple[str, ...]:
    return canonical_tokens(text, anchor_year=2026)


def shown(text: str) -> str:
    return annotated(text, anchor_year=2026)


def test_one_amount_in_three_spellings_gives_one_token() -> None:
    assert tokens("5천만원, 50,000,000원, 일금 오천만원정") == ("money:50000000",)


def test_a_range_gives_both_its_bounds_and_amounts_come_before_dates() -> None:
    assert tokens("2026.1.1. ~ 2028.12.31. 동안 약 2억 ~ 3억원") == (
        "money:200000000",
        "money:300000000",
        "date:2026-01-01",
        "date:2028-12-31",
    )


def test_fractions_of_a_currency_are_written_without_closing_zeros() -> None:
    assert tokens("$2.50") == tokens("2.5달러") == ("money:2.5",)


def test_text_without_amounts_and_dates_gives_nothing() -> None:
    assert tokens("") == tokens("제35조를 반올림") == ()


def test_the_value_is_shown_behind_what_is_written() -> None:
    assert shown("예산 5천만원, 약 1억 원 내외, '26.3.15.까지") == (
        "예산 5천만원[=50000000], 약 1억 원 내외[≈100000000], '26.3.15.[=2026-03-15]까지"
    )
    assert shown("2억 ~ 3억원") == "2억 ~ 3억원[=200000000~300000000]"


def test_a_value_that_a_text_claims_for_itself_does_not_stand_in_for_ours() -> None:
    assert shown("5천만원[=99]") == "5천만원[=50000000][=99]"


@given(TEXTS)
def test_annotating_twice_changes_nothing(text: str) -> None:
    assert shown(shown(text)) == shown(text)


@given(TEXTS)
def test_the_tokens_of_tokens_are_their_dates_and_nothing_new(text: str) -> None:
    found = tokens(text)
    assert set(tokens(" ".join(found))) <= set(found)


@given(TEXTS)
def test_composition_and_zero_width_characters_do_not_matter(text: str) -> None:
    assert tokens(unicodedata.normalize("NFD", text)) == tokens(text)
    assert tokens("\u200b".join(text)) == tokens(text)


@pytest.mark.parametrize("text", ["CAD 13,757", "US$5", "５천만원", "March 15, 2026", "'26.3.15.", "1.5亿"])
def test_a_text_under_the_form_of_comparison_gives_the_same_tokens(text: str) -> None:
    assert tokens(normalise(text)) == tokens(text) != ()


@given(st.text())
def test_any_text_is_read_without_an_error_and_keeps_its_characters(text: str) -> None:
    tokens(text)
    assert len(shown(text)) >= len(text)


@pytest.mark.parametrize(
    "text", ["$5 m\u0131llion", "5 dollar\u017f", "5 \u212arw", "\u017fep 5, 2026", "\u0661\u0662원"]
)
def test_letters_that_only_look_like_ours_are_no_currency_and_no_month(text: str) -> None:
    assert set(tokens(text)) <= {"money:5"}


@pytest.mark.parametrize("piece", HOSTILE)
def test_twenty_five_thousand_characters_take_under_two_seconds(piece: str) -> None:
    text = piece * (25_000 // len(piece))
    begin = time.process_time()
    tokens(text)
    assert time.process_time() - begin < 2
