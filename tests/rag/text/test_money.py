from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter

from rag.text.figures import Number
from rag.text.money import Amount, find_amounts


class Case(BaseModel):
    id: str
    kind: str
    text: str
    canonical: int | str | list[int] | list[str] | None
    approx: bool


CASES = TypeAdapter(list[Case]).validate_python(
    yaml.safe_load((Path(__file__).parents[2] / "data" / "normalisation.yaml").read_text(encoding="utf-8"))
)
MONEY = [case for case in CASES if case.kind == "money"]

NO_MONEY = """
반올림하여 계산|만료|억울한|천만에요|만일의 경우|제35조|민법 750조에 따라|제26조의3|LX123456789CN|버전 1.2.3
약 30%|1,560 hours|section 25.2|2026년도 예산|5천 단계|사원|구성원|공무원|일원화|이원화|2원화|3원색|만원 버스
억만장자|(단위: 천원)|단위 : 백만원|금액(백만원)|예산 (억원)|천원 단위로|5만명|약 3만 명|1억 명|5천만 국민
1.5亿人|一元化|二元论|第一元素|万一|千万不要|单位：万元|公元2026年|02-1234-5678|010-1234-5678|2026-03-15
2026년 3월 15일|in 2020 won the tender|it won 3 awards|123 won't|$x$|$1$|AutoCAD 2026|원본 1부와 사본 9부|3 원본
조원 5명|오일장|이천시|구백 명|①5만 명|5천|1억5천 명|1억 5천명이|5 pounds|수천만원|몇 천만원|几千元|数十万元|만억원
007원|1,5만원|35조 2항|제5,000원|A5만원|1년 6개월|12:30|100점|금요일|일금|5.만원|26. 10. 31.(금) 18:00|五点五万元|5만-3
약관|정도|10억분의 1
"""


def one(text: str) -> Amount:
    (amount,) = find_amounts(text)
    return amount


def bounds(text: str) -> tuple[Number, Number]:
    amount = one(text)
    return amount.low, amount.high


@pytest.mark.parametrize("case", MONEY, ids=[case.id for case in MONEY])
def test_every_collected_spelling_has_its_value(case: Case) -> None:
    found = find_amounts(case.text)
    expected = case.canonical if isinstance(case.canonical, list) else [case.canonical]
    values = {value for amount in found for value in (amount.low, amount.high)}
    assert values == set() if case.canonical is None else values == set(expected)
    assert all(amount.approximate == case.approx for amount in found)


@pytest.mark.parametrize("text", NO_MONEY.replace("\n", "|").strip("|").split("|"))
def test_numbers_and_words_that_are_no_money_are_left_alone(text: str) -> None:
    assert find_amounts(text) == ()


def test_three_spellings_are_one_amount() -> None:
    assert {bounds(text) for text in ("5천만원", "50,000,000원", "일금 오천만원정")} == {(50_000_000, 50_000_000)}


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("五千万元", 50_000_000, ""),
        ("1.5亿", 150_000_000, ""),
        ("人民币壹万元整", 10_000, "CNY"),
        ("5万美元", 50_000, "USD"),
        ("$1.2 million", 1_200_000, ""),
        ("CAD 13,757", 13_757, "CAD"),
        ("13,757 cad", 13_757, "CAD"),
        ("C$5", 5, "CAD"),
        ("US$1,000.50", Decimal("1000.5"), "USD"),
        ("$500K", 500_000, ""),
        ("850 million won", 850_000_000, "KRW"),
        ("100 캐나다 달러", 100, "CAD"),
        ("￦50,000,000", 50_000_000, "KRW"),
    ],
)
def test_chinese_english_and_foreign_amounts_are_read(text: str, value: Number, currency: str) -> None:
    amount = one(text)
    assert (amount.low, amount.currency) == (value, currency)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2~3억원", 200_000_000, 300_000_000),
        ("3~5천만원", 30_000_000, 50_000_000),
        ("5천~6천만원", 50_000_000, 60_000_000),
        ("5천~1만원", 5_000, 10_000),
        ("5-10만원", 50_000, 100_000),
        ("1억원 이상 5억원 미만", 100_000_000, 500_000_000),
        ("1万元以上5万元以下", 10_000, 50_000),
        ("1万元到3万元", 10_000, 30_000),
        ("$5-10 million", 5_000_000, 10_000_000),
        ("$5 to $10 million", 5_000_000, 10_000_000),
        ("$1,000-2,000", 1_000, 2_000),
    ],
)
def test_a_range_gives_both_bounds_and_its_lower_end_borrows_the_unit(text: str, low: int, high: int) -> None:
    assert bounds(text) == (low, high)
    assert one(text).written == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1억5천", 150_000_000),
        ("4억8천 출입통제 건", 480_000_000),
        ("1억3천5백 6월 30일", 135_000_000),
        ("1억 2천짜리", 120_000_000),
        ("27억5천 사업", 2_750_000_000),
        ("1억5천원", 100_005_000),
    ],
)
def test_speech_leaves_out_the_ten_thousand_behind_a_hundred_million(text: str, value: int) -> None:
    assert bounds(text) == (value, value)


def test_falling_bounds_are_two_amounts() -> None:
    assert [amount.low for amount in find_amounts("3억원 ~ 2억원")] == [300_000_000, 200_000_000]


def test_a_limit_is_an_amount_and_no_range() -> None:
    assert bounds("수수료 5만원 이하") == (50_000, 50_000)
    assert bounds("1억 이하 사업") == (100_000_000, 100_000_000)


@pytest.mark.parametrize(
    "text", ["약 5천만원", "5천만원(부가세 포함) 내외", "~5천만원", "5천만원쯤", "约5000万元", "about KRW 50,000,000"]
)
def test_about_is_kept_inside_what_is_written(text: str) -> None:
    amount = one(text)
    assert (amount.low, amount.approximate, amount.written) == (50_000_000, True, text)


def test_the_end_of_another_word_is_no_about() -> None:
    assert not one("계약 5천만원").approximate
    assert not one("签约5000万元").approximate


def test_what_is_written_is_cut_from_the_original() -> None:
    text = "예산은 ５\u200b천만 원(VAT 포함)"
    amount = one(text)
    assert amount.written == "５\u200b천만 원" == text[amount.start : amount.end]


def test_a_word_tail_of_geum_lets_numeral_words_follow() -> None:
    assert bounds("벌금오백만원") == (5_000_000, 5_000_000)
    assert one("벌금 오백만원").written == "오백만원"
