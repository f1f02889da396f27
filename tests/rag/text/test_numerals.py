import pytest

from rag.text.numerals import read_numerals


def values(text: str) -> list[object]:
    return [numeral.value for numeral in read_numerals(text)]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3천5백만", 35_000_000),
        ("359백만", 359_000_000),
        ("壹拾億", 1_000_000_000),
        ("일억이백삼십만", 102_300_000),
        ("1.5万亿", 1_500_000_000_000),
        ("一万五千亿", 1_500_000_000_000),
        ("一万零五百", 10_500),
        ("1억 2,500만", 125_000_000),
        ("4억 3천 5백만", 435_000_000),
        ("만 오천", 15_000),
    ],
)
def test_units_multiply_what_stands_before_them(written: str, value: int) -> None:
    assert values(written) == [value]


@pytest.mark.parametrize(
    "written", ["만억", "1억만", "억억억", "1,5만", "1.2.3", "백천", "0만", "1.5억3천만", "오백삼백"]
)
def test_what_breaks_the_order_of_units_is_no_numeral_and_has_none_inside(written: str) -> None:
    assert values(written) == []


def test_units_that_do_not_fall_begin_another_numeral_after_a_space() -> None:
    assert values("3억 5억") == [300_000_000, 500_000_000]
    assert values("1억 359백만") == [100_000_000, 359_000_000]


def test_a_plain_figure_goes_on_with_a_numeral_only_before_a_currency() -> None:
    assert values("1만 5,000원") == [15_000]
    assert values("1억 3개월") == [100_000_000, 3]


def test_the_tail_of_a_korean_word_belongs_to_no_numeral() -> None:
    assert values("비용이50만원") == [500_000]
    assert values("요금만 오천원") == values("배송만 오천원") == [5_000]
    assert values("계약이천만") == []


def test_article_numbers_are_no_numerals() -> None:
    assert values("제35조 第五千 제1조 5천만원") == [50_000_000]
