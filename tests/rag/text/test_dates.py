from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from rag.text.date_forms import full_year
from rag.text.dates import find_dates


class Case(BaseModel):
    id: str
    kind: str
    text: str
    canonical: int | date | list[int] | list[date] | None


CASES = TypeAdapter(list[Case]).validate_python(
    yaml.safe_load((Path(__file__).parents[2] / "data" / "normalisation.yaml").read_text(encoding="utf-8"))
)
DATES = [case for case in CASES if case.kind == "date"]

NO_DATE = """
03/04/2026|2026-03-15-001|제2026-3-15호|2026-3-15호|공고 2026-12-3호|1.2.3|v2026.3.15|2026.3.15.1|192.168.1.1
2026년도 예산|2026년 3월|March 2026|March 15|3월 15일|2026-13-01|2026.2.30|2026년 2월 30일|10:30|02-2026-1234
file2026-03-15|2026-03-15.md|2026.3|12026.3.15|section 25.2|26.3.15|2026.3.155|CVE-2026-45829|31/02/2026
may 5 2500|二〇二六年三月|第2026.3.15|1.0.2026|20260315|15/03/26|3개월|10월 말|二〇二六年十三月一日
二〇二六年三月十十日|march 0, 2026|2025. 2월까지
"""


def days(text: str, anchor_year: int = 2026) -> list[tuple[str, str]]:
    return [(day.first.isoformat(), day.last.isoformat()) for day in find_dates(text, anchor_year=anchor_year)]


@pytest.mark.parametrize("case", DATES, ids=[case.id for case in DATES])
def test_every_collected_spelling_has_its_day(case: Case) -> None:
    expected = case.canonical if isinstance(case.canonical, list) else [case.canonical]
    found = find_dates(case.text, anchor_year=2026)
    values = {value for day in found for value in (day.first, day.last)}
    assert values == set() if case.canonical is None else values == set(expected)


@pytest.mark.parametrize("text", NO_DATE.replace("\n", "|").strip("|").split("|"))
def test_what_is_no_full_date_is_left_alone(text: str) -> None:
    assert find_dates(text, anchor_year=2026) == ()


def test_a_two_digit_year_lies_in_the_hundred_years_that_end_five_after_the_anchor() -> None:
    assert full_year(31, anchor_year=2026) == 2031
    assert full_year(32, anchor_year=2026) == 1932
    assert full_year(0, anchor_year=1999) == 2000
    assert full_year(5, anchor_year=1999) == 1905
    assert days("'40.1.1.", 2026) == [("1940-01-01", "1940-01-01")]
    assert days("'40.1.1.", 2035) == [("2040-01-01", "2040-01-01")]


@given(short=st.integers(0, 99), anchor=st.integers(1900, 2100))
def test_every_two_digits_mean_one_year_of_the_window(short: int, anchor: int) -> None:
    year = full_year(short, anchor_year=anchor)
    assert year % 100 == short
    assert anchor - 95 < year <= anchor + 5


def test_day_and_month_in_english_slashes_are_read_where_only_one_reading_is_possible() -> None:
    assert days("15/03/2026") == days("03/15/2026") == [("2026-03-15", "2026-03-15")]
    assert days("03/03/2026") == [("2026-03-03", "2026-03-03")]
    assert days("03/04/2026") == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026.1.1. ~ 12.31.", "2026-01-01", "2026-12-31"),
        ("2026년 3월 1일 ~ 15일", "2026-03-01", "2026-03-15"),
        ("2026년 3월 1일부터 4월 15일", "2026-03-01", "2026-04-15"),
        ("2026.10.1.(목) 09:00 ~ 2026.10.5.", "2026-10-01", "2026-10-05"),
        ("2026年1月1日至2026年12月31日", "2026-01-01", "2026-12-31"),
        ("March 1-15, 2026", "2026-03-01", "2026-03-15"),
        ("March 1, 2026 to March 15, 2026", "2026-03-01", "2026-03-15"),
    ],
)
def test_a_range_gives_its_first_and_last_day(text: str, first: str, last: str) -> None:
    assert days(text) == [(first, last)]


def test_an_end_before_its_beginning_is_not_taken_into_the_range() -> None:
    assert days("2026년 12월 1일 ~ 1월 15일") == [("2026-12-01", "2026-12-01")]
    assert days("2026-12-01 ~ 2026-01-15") == [("2026-12-01", "2026-12-01"), ("2026-01-15", "2026-01-15")]


def test_a_dash_and_a_decimal_after_a_date_make_no_range() -> None:
    assert days("2026.3.15. - 4.5 GB") == [("2026-03-15", "2026-03-15")]


def test_what_is_written_is_cut_from_the_original_without_weekday_and_time() -> None:
    (day,) = find_dates("마감: ２０２６.10.31.(토) 18:00", anchor_year=2026)
    assert day.written == "２０２６.10.31."


MONTHS = "January February March April May June July August September October November December".split()
HAN = "〇一二三四五六七八九"


def han(number: int) -> str:
    tens, ones = divmod(number, 10)
    return (HAN[tens] if tens > 1 else "") + ("十" if tens else "") + (HAN[ones] if ones else "")


@given(day=st.dates(min_value=date(1600, 1, 1), max_value=date(2199, 12, 31)))
def test_a_date_is_read_back_from_each_spelling(day: date) -> None:
    y, m, d = day.year, day.month, day.day
    month = MONTHS[m - 1]
    suffix = "th" if 3 < d < 21 or d % 10 not in (1, 2, 3) else ("st", "nd", "rd")[d % 10 - 1]
    spellings = [
        f"{y}-{m:02}-{d:02}",
        f"{y}/{m}/{d}",
        f"{y}.{m}.{d}",
        f"{y}. {m}. {d}.",
        f"{y}년 {m}월 {d}일",
        f"{y}年{m}月{d}日",
        f"{month} {d}, {y}",
        f"{month[:3]}. {d}{suffix}, {y}",
        f"{d} {month} {y}",
        f"{d}{suffix} of {month.lower()} {y}",
        f"{d}-{month[:3].upper()}-{y}",
        "".join(HAN[int(digit)] for digit in str(y)) + f"年{han(m)}月{han(d)}日",
        "".join(chr(ord(char) + 0xFEE0) for char in f"{y}.{m}.{d}."),
    ]
    for text in spellings:
        (found,) = find_dates(f"({text})", anchor_year=2026)
        assert (found.first, found.last, found.written) == (day, day, text)


@given(day=st.dates(min_value=date(1932, 1, 1), max_value=date(2031, 12, 31)))
def test_a_two_digit_date_is_read_back_inside_the_window(day: date) -> None:
    for text in (f"'{day.year % 100:02}.{day.month}.{day.day}.", f"{day.year % 100:02}년 {day.month}월 {day.day}일"):
        (found,) = find_dates(text, anchor_year=2026)
        assert found.first == day


@given(st.text(alphabet=st.sampled_from("0123456789.-/년월일年月日'~ MarchT:()三十二〇"), max_size=40))
def test_dates_of_any_text_are_cut_from_it_in_order_and_apart(text: str) -> None:
    found = find_dates(text, anchor_year=2026)
    assert all(text[day.start : day.end] == day.written for day in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(day.first <= day.last for day in found)
