import time
from datetime import UTC, datetime

import pytest

from rag.query.computation import AskedComputation, asked_computation, offered_deadline, today_in
from tests.rag.query.labelled import labelled

NOW = datetime(2026, 11, 30, 17, tzinfo=UTC)
"""In Seoul it is 1 December already."""


def asked(question: str, zone: str = "Asia/Seoul") -> AskedComputation | None:
    return asked_computation(question, now=NOW, zone=zone)


def given(question: str, zone: str = "Asia/Seoul") -> tuple[str, dict[str, str]]:
    found = asked(question, zone)
    assert found is not None, question
    return found.executor, dict(found.given)


@pytest.mark.parametrize(
    ("question", "start", "amount", "unit"),
    [
        ("60 days from 3 March", "2026-03-03", "60", "days"),
        ("What date is 90 days after November 18?", "2026-11-18", "90", "days"),
        ("two weeks before 15 January 2027", "2027-01-15", "-2", "weeks"),
        ("3 March 2026 plus 6 months", "2026-03-03", "6", "months"),
        ("add 45 days to July 20", "2026-07-20", "45", "days"),
        ("what was the date 30 days ago", "2026-12-01", "-30", "days"),
        ("8월 20일에서 90일 뒤는 몇 월 며칠이에요", "2026-08-20", "90", "days"),
        ("2026년 3월 3일부터 구십일 후는 언제인가요?", "2026-03-03", "90", "days"),
        ("내일부터 한 달 뒤는 언제예요", "2026-12-02", "1", "months"),
        ("3월 3일에서 2주 전은 며칠이야", "2026-03-03", "-2", "weeks"),
        ("열흘 뒤는 며칠", "2026-12-01", "10", "days"),
        ("7月20日再过四十五天是几号", "2026-07-20", "45", "days"),
        ("今天起三个月后是哪天", "2026-12-01", "3", "months"),
        ("2026年3月3日往前推两周是几号", "2026-03-03", "-2", "weeks"),
    ],
)
def test_a_date_some_time_from_another_is_read_in_three_languages(
    question: str, start: str, amount: str, unit: str
) -> None:
    assert given(question) == ("clock-deadline", {"start": start, "amount": amount, "unit": unit})


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("how many days between 3 March and 2 May 2026?", "2026-03-03", "2026-05-02"),
        ("How many days are left until 25 December?", "2026-12-01", "2026-12-25"),
        ("2026년 3월 3일부터 5월 2일까지 며칠이에요", "2026-03-03", "2026-05-02"),
        ("从3月3日到5月2日一共多少天", "2026-03-03", "2026-05-02"),
        ("离12月25日还有几天", "2026-12-01", "2026-12-25"),
        ("how many days from 20 December to 5 January", "2026-12-20", "2027-01-05"),  # over the turn of the year
    ],
)
def test_days_between_are_read_in_three_languages(question: str, start: str, end: str) -> None:
    assert given(question) == ("clock-days-between", {"start": start, "end": end})


@pytest.mark.parametrize(
    "question",
    [
        "what time is it in Ottawa",
        "오타와 지금 몇 시야?",
        "지금 오타와 시간 알려줘",
        "渥太华现在几点",
        "time in Toronto now",
    ],
)
def test_the_time_somewhere_is_read_in_three_languages(question: str) -> None:
    assert given(question) == ("clock-now", {"zone": "America/Toronto"})


@pytest.mark.parametrize("question", ["오늘 며칠이에요?", "今天几号", "what's today's date", "what time is it"])
def test_without_a_place_the_readers_own_zone_is_taken_and_said_to_be(question: str) -> None:
    found = asked(question, "Asia/Tokyo")
    assert found == AskedComputation("clock-now", {"zone": "Asia/Tokyo"}, ("zone",))


@pytest.mark.parametrize(
    "question",
    [
        "3pm in Ottawa in Seoul time",
        "What time is it in Seoul when it is 3 pm in Ottawa?",
        "오타와 오후 3시는 서울 시간으로 몇 시예요?",
        "서울 시간으로 오타와 오후 3시는 몇 시예요?",
        "渥太华下午三点是首尔几点",
    ],
)
def test_a_time_elsewhere_is_read_from_the_place_beside_it(question: str) -> None:
    # 17:00 UTC is noon in Ottawa: there it is still 30 November
    wanted = {"at": "2026-11-30T15:00", "from_zone": "America/Toronto", "to_zone": "Asia/Seoul"}
    assert given(question) == ("clock-convert", wanted)


@pytest.mark.parametrize(
    "question",
    [
        "what is my CRS score",
        "What would my CRS score be if I get CLB 9?",
        "calculate my CRS",
        "CRS calculator",
        "CRS 점수 계산",
        "내 CRS 점수 몇 점이야",
        "算一下我的CRS分数",
        "我的CRS分数是多少",
    ],
)
def test_ones_own_crs_score_is_asked_for_in_three_languages_and_never_computed_at_once(question: str) -> None:
    found = asked(question)
    assert found is not None
    assert (found.executor, found.sure) == ("crs-score", False)


def test_what_a_question_says_of_a_profile_is_read() -> None:
    question = "calculate my CRS score: I'm 31, bachelor's, CLB 9, 2 years of Canadian experience"
    facts = {"age": "31", "education": "bachelors", "first_language": "9", "canadian_work_years": "2"}
    assert given(question) == ("crs-score", facts)
    assert given("제 CRS 점수 계산해 주세요. 31살이고 석사, CLB 8")[1] == {
        "age": "31",
        "education": "masters",
        "first_language": "8",
    }
    assert given("算一下我的CRS分数，31岁，本科，CLB 7")[1] == {
        "age": "31",
        "education": "bachelors",
        "first_language": "7",
    }


def test_what_is_stated_twice_over_is_not_read() -> None:
    assert given("what is my CRS score with CLB 8 and with CLB 9")[1] == {}


@pytest.mark.parametrize(
    ("question", "assumed"),
    [
        ("60 days from 3 March", ("year",)),
        ("60 days from 3 March 2026", ()),
        ("60 days from today", ("today",)),
        ("how many days until 25 December", ("year", "today")),
    ],
)
def test_what_is_taken_for_granted_is_said(question: str, assumed: tuple[str, ...]) -> None:
    found = asked(question)
    assert found is not None
    assert found.assumed == assumed


@pytest.mark.parametrize(
    "question",
    [
        "how many days do I have to submit after the ITA",
        "CRS 만점은 몇 점",
        "How is the CRS score calculated?",
        "CRS分数怎么算的",
        "is 60 days after 3 March enough to get a police certificate",
        "what date is 10 business days after 3 March",  # there is no calendar of holidays here
        "3월 3일에서 영업일 10일 뒤는 며칠",
        "여권은 며칠 뒤에 나와요",
        "60 days",
        "",
        "😀",
    ],
)
def test_other_questions_are_left_to_the_cards(question: str) -> None:
    assert asked(question) is None


def test_no_labelled_question_for_the_cards_is_captured() -> None:
    questions = list(labelled())
    assert len(questions) > 600
    captured = {(kind, question) for kind, question in questions if asked(question) is not None}
    assert captured == {
        ("computation", "8월 20일에서 90일 뒤는 몇 월 며칠이에요"),
        ("computation", "what date is 90 days after November 18"),
        ("computation", "7月20日再过四十五天是几号"),
    }


@pytest.mark.parametrize(
    ("question", "fact", "wanted"),
    [
        (
            "3월 3일에 아기가 태어났으면 출생신고 마감은 며칠이죠",
            "출생신고는 태어난 날부터 1개월 안에 해야 한다. 늦으면 5만원 이하 과태료가 나온다.",
            {"start": "2026-03-03", "amount": "1", "unit": "months"},
        ),
        (
            "7월 1일에 출국할 건데 국외여행허가 신청서는 늦어도 며칠까지 내야 돼요",
            "국외여행허가 신청서는 출국 예정일 2일 전까지 내야 한다.",
            {"start": "2026-07-01", "amount": "-2", "unit": "days"},
        ),
        (
            "invited on 3 March 2026, so my last day to submit is?",
            "A person invited to apply has 60 calendar days to submit a complete application.",
            {"start": "2026-03-03", "amount": "60", "unit": "days"},
        ),
        (  # the card states two terms; the question states the one it means
            "3月5号寄去法国的，一百八十天查询期到哪天为止",
            "国内给据邮件可以自交寄之日起一年内持收据查询，国际邮件为180日。",
            {"start": "2026-03-05", "amount": "180", "unit": "days"},
        ),
        (
            "3月5号寄去法国的，查询期到哪天为止",
            "国内给据邮件可以自交寄之日起一年内持收据查询，国际邮件为180日。",
            {"start": "2026-03-05"},
        ),
    ],
)
def test_a_deadline_is_offered_with_the_start_of_the_question_and_the_one_term_of_the_card(
    question: str, fact: str, wanted: dict[str, str]
) -> None:
    found = offered_deadline(question, fact, now=NOW, zone="Asia/Seoul")
    assert found is not None
    assert (found.executor, dict(found.given), found.sure) == ("clock-deadline", wanted, False)


@pytest.mark.parametrize(
    "question",
    [
        "how long do I have to apply?",
        "I was invited on 3 March 2026",
        "from 3 March 2026 or 4 March 2026, by when?",
        "4.35억 회원 통합 건 8월 21일 오후 몇시 마감",
        "my permit expires next week and I applied to extend today, can I stay",
    ],
)
def test_without_one_date_and_a_last_day_asked_for_nothing_is_offered(question: str) -> None:
    assert offered_deadline(question, "60 days.", now=NOW, zone="UTC") is None


def test_today_is_the_readers_day_and_utc_where_the_zone_is_unknown() -> None:
    assert today_in(NOW, "Asia/Seoul").isoformat() == "2026-12-01"
    assert today_in(NOW, "../../etc/passwd").isoformat() == "2026-11-30"


@pytest.mark.parametrize(
    "piece", ["what time is it in ", "며칠부터 ", "现在几点", "3 March ", "CRS my ", "九", "a ", "]("]
)
def test_an_endless_question_is_read_in_no_time(piece: str) -> None:
    begun = time.process_time()
    asked(piece * (2000 // len(piece)))
    assert time.process_time() - begun < 1.0
