"""Random amounts written in every spelling and read back."""

import unicodedata
from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text.figures import plain
from rag.text.money import find_amounts

HANGUL = ("일이삼사오육칠팔구", "십백천", "만억조")
HANJA = ("壹貳參四伍六七八九", "拾百仟", "萬億兆")
CHINESE = ("一二三四五六七八九", "十百千", "万亿兆")
Script = tuple[str, str, str]

WHOLE = st.integers(min_value=10, max_value=10**16 - 1)


def in_words(value: int, script: Script) -> str:
    digits, small, big = script
    words = ""
    for place in range(3, -1, -1):
        section = value // 10 ** (4 * place) % 10**4
        for power in range(3, -1, -1):
            digit = section // 10**power % 10
            words += digits[digit - 1] + (small[power - 1] if power else "") if digit else ""
        words += big[place - 1] if section and place else ""
    return words


def in_short_words(value: int) -> str:
    """As people write it: 천 for 일천, 백 for 일백, 십 for 일십."""
    words = in_words(value, HANGUL)
    for unit in "십백천":
        words = words.replace(f"일{unit}", unit)
    return words


def mixed(value: int, *, space: str, comma: str) -> str:
    parts = [
        (value // 10**12, "조"),
        (value // 10**8 % 10**4, "억"),
        (value // 10**4 % 10**4, "만"),
        (value % 10**4, ""),
    ]
    return space.join(f"{part:{comma}}{unit}" for part, unit in parts if part)


def with_zeros(value: int) -> str:
    """Chinese words with 零 where a place below 万 is skipped."""
    words = in_words(value, CHINESE)
    rest = value % 10**4
    gap = value >= 10**4 and 0 < rest < 1000
    return in_words(value - rest, CHINESE) + "零" + in_words(rest, CHINESE) if gap else words


SPELLINGS: dict[str, Callable[[int], str]] = {
    "commas": lambda value: f"{value:,}원",
    "plain": lambda value: f"{value}원",
    "full width": lambda value: f"{value:,}".translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}) + "원",
    "decomposed": lambda value: unicodedata.normalize("NFD", mixed(value, space="", comma="") + "원"),
    "formal hangul": lambda value: f"일금{in_words(value, HANGUL)}원정",
    "spaced hangul": lambda value: f"일금 {in_words(value, HANGUL)} 원 정",
    "hangul": lambda value: in_words(value, HANGUL) + "원",
    "short hangul": lambda value: f"금{in_short_words(value)}원",
    "formal hanja": lambda value: f"金 {in_words(value, HANJA)}元",
    "mixed": lambda value: mixed(value, space="", comma="") + "원",
    "spaced mixed": lambda value: mixed(value, space=" ", comma=",") + " 원",
    "chinese": lambda value: in_words(value, CHINESE) + "元整",
    "chinese zeros": lambda value: with_zeros(value) + "元",
    "signed": lambda value: f"₩{value:,}",
    "english": lambda value: f"KRW {value:,}",
    "won": lambda value: f"{value:,} won",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@given(value=WHOLE)
def test_an_amount_is_read_back_from_each_spelling(spelling: str, value: int) -> None:
    if spelling in {"hangul", "chinese", "chinese zeros"} and value < 20:
        value += 10  # 십원 and 十元 stand in other words, 一十元 nobody writes
    text = SPELLINGS[spelling](value)
    assert [(amount.low, amount.high, amount.written) for amount in find_amounts(text)] == [(value, value, text)]


@pytest.mark.parametrize(
    ("unit", "worth"),
    [("천원", 10**3), ("백만원", 10**6), ("천만 원", 10**7), ("万元", 10**4), ("亿元", 10**8), (" million won", 10**6)],
)
@given(value=st.integers(min_value=1, max_value=10**7 - 1))
def test_a_figure_before_a_unit_is_multiplied(unit: str, worth: int, value: int) -> None:
    (amount,) = find_amounts(f"{value:,}{unit}")
    assert amount.low == value * worth


@pytest.mark.parametrize(
    ("before", "unit", "worth"),
    [
        ("", "만원", 10**4),
        ("", "억원", 10**8),
        ("", "亿元", 10**8),
        ("$", " million", 10**6),
        ("CAD ", " billion", 10**9),
    ],
)
@given(value=st.decimals(min_value="0.01", max_value=9999, places=2))
def test_fractions_are_exact(before: str, unit: str, worth: int, value: Decimal) -> None:
    (amount,) = find_amounts(f"{before}{plain(value)}{unit}")
    assert amount.low == value * worth
    assert isinstance(amount.low, int)


@given(low=WHOLE, more=st.integers(min_value=1, max_value=10**15), sign=st.sampled_from([" ~ ", "~", "～", " - ", "∼"]))
def test_a_range_keeps_both_its_bounds(low: int, more: int, sign: str) -> None:
    (amount,) = find_amounts(f"{mixed(low, space=' ', comma=',')}원{sign}{low + more:,}원")
    assert (amount.low, amount.high) == (low, low + more)


@given(value=WHOLE, about=st.sampled_from(["약 {}", "{} 내외", "{}정도", "약 {} 내외", "~{}", "{} 가량"]))
def test_about_changes_the_mark_and_not_the_value(value: int, about: str) -> None:
    (amount,) = find_amounts(about.format(f"{value:,}원"))
    assert (amount.low, amount.approximate) == (value, True)


@given(
    value=WHOLE,
    before=st.sampled_from(["수수료는", "(", "| ", "총 ", "사업비 "]),
    after=st.sampled_from(["이다.", ")", "까지", " |"]),
)
def test_what_stands_around_an_amount_is_not_part_of_it(value: int, before: str, after: str) -> None:
    written = mixed(value, space="", comma="") + "원"
    (amount,) = find_amounts(before + written + after)
    assert (amount.low, amount.written) == (value, written)


@given(st.text(alphabet=st.sampled_from("일이삼십백천만억조원정금약 0123,.-~$元万亿壹拾제(단위)'년월일"), max_size=40))
def test_amounts_of_any_text_are_cut_from_it_in_order_and_apart(text: str) -> None:
    found = find_amounts(text)
    assert all(text[amount.start : amount.end] == amount.written for amount in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(amount.low <= amount.high for amount in found)
