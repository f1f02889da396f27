import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.importing.masking import WORDS, mask

PLAIN = st.text(alphabet="快递邮件赔偿的了问，。、 ？abc가나다", max_size=12)


def digits(count: int) -> st.SearchStrategy[str]:
    return st.text(alphabet="0123456789", min_size=count, max_size=count)


PERSONAL = st.one_of(
    digits(9).map(lambda end: "13" + end),
    digits(8).map(lambda end: f"138 {end[:4]} {end[4:]}"),
    digits(8).map(lambda end: f"010-{end[:4]}-{end[4:]}"),
    digits(8).map(lambda end: f"+82 10-{end[:4]}-{end[4:]}"),
    digits(8).map(lambda end: f"0571-{end}"),
    digits(9).map(lambda middle: f"EA{middle}CN"),
    digits(13).map(lambda end: "SF" + end),
    digits(4).map(lambda end: f"11010119900101{end}"),
    digits(3).map(lambda end: f"11010119900101{end}X"),
    digits(6).map(lambda end: f"900101-1{end}"),
    digits(6).map(lambda name: f"u{name}@example.com"),
)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("电话13812345678。", "电话[电话]。"),
        ("请打010-1234-5678或+82 10-1234-5678", "请打[电话]或[电话]"),
        ("(0571)87654321", "[电话]"),
        ("EA123456789CN、EA 123 456 789 CN、SF1234567890123", "[单号]、[单号]、[单号]"),
        ("11010119900307123X", "[证件号]"),
        ("900101-1234567", "[证件号]"),
        ("邮箱a.b@qq.com请回复", "邮箱[邮箱]请回复"),
        ("１３８１２３４５６７８", "[单号]"),
        ("6222 0212 3456 7890 123", "[单号]"),
        ("姓名：张三，我叫王小明快递丢了", "姓名：[姓名]，我叫[姓名]快递丢了"),
        ("收件人：欧阳小禾", "收件人：[姓名]"),
    ],
)
def test_each_sort_of_personal_data_gets_its_word(text: str, masked: str) -> None:
    assert mask(text, "zh") == masked


def test_the_words_are_of_the_card_s_language() -> None:
    assert mask("제 이름은 홍길동입니다. 성명: 김철수", "ko") == "제 이름은 [이름]입니다. 성명: [이름]"
    assert mask("My name is Ann Lee, +1 (415) 555-0123", "en") == "My name is [name], [phone]"


@pytest.mark.parametrize(
    "text",
    [
        "金额50,000元，合计1,234,567,890元，预算1234567890元，10000000000원",
        "2026-01-01到2026/12/31，20260301，2026. 1. 5.，8:30到17:30",
        "12305、11183、1588-1234、400-811-1111、4008111111",
        "寄件人姓名要与实名信息一致，姓名、地址、电话",
        "我叫了快递，我叫不到人",
        "2021 2022 2023 2024",
        "邮政法第47条，50千克，150厘米",
        "성명을 적으세요. 이름과 주소",
        "internationalisation",
    ],
)
def test_what_is_nobody_s_stays(text: str) -> None:
    assert mask(text, "zh") == text


@given(st.lists(st.tuples(PLAIN, PERSONAL), min_size=1, max_size=4), PLAIN)
def test_no_personal_data_survives_between_any_words(pairs: list[tuple[str, str]], end: str) -> None:
    text = "，".join(f"{plain}：{personal}" for plain, personal in pairs) + f"，{end}"
    masked = mask(text, "zh")
    assert re.search(r"\d{5}|@|\d{4}[ -]\d{4}", masked) is None
    assert masked.count("[") == len(pairs)


@given(st.text(alphabet="0123456789+- ()@.aX[]：我叫姓名张三电话", max_size=40))
def test_masking_again_changes_nothing(text: str) -> None:
    once = mask(text, "zh")
    assert mask(once, "zh") == once


@given(st.text(alphabet="快递邮件赔偿，。 ？!#*[]()<>", max_size=40))
def test_text_without_numbers_and_names_is_untouched(text: str) -> None:
    assert mask(text, "ko") == text


def test_every_language_has_a_word_for_each_sort() -> None:
    assert {frozenset(words) for words in WORDS.values()} == {frozenset(("email", "id", "phone", "number", "name"))}


def test_a_long_run_of_letters_is_read_quickly() -> None:
    text = "a." * 100_000 + "1" * 9
    assert mask(text, "zh") == text
