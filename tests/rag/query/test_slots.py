from datetime import date

from rag.query.places import OFFERED, place_name
from rag.query.slots import DATE, PLACE, SPAN, TILL, TIME, Slots, slots_of

TODAY = date(2026, 11, 30)


def slots(question: str) -> Slots:
    found = slots_of(question, today=TODAY)
    assert found is not None
    return found


def test_what_is_taken_out_leaves_a_sign_and_keeps_its_order() -> None:
    found = slots("From 3 March to 2026-05-02, two weeks, at 3 pm in Seoul?")
    assert found.text == f"from {DATE} to {DATE}, {SPAN}, at {TIME} in {PLACE}?"
    assert found.dates == (date(2026, 3, 3), date(2026, 5, 2))
    assert (found.spans, found.times, found.zones) == (((2, "weeks"),), ((15, 0),), ("Asia/Seoul",))
    assert (found.yearless, found.relative) == (True, False)


def test_a_written_range_is_two_dates() -> None:
    found = slots("2026.3.3. ~ 5.2.")
    assert found.text.startswith(f"{DATE}{TILL}{DATE}")
    assert found.dates == (date(2026, 3, 3), date(2026, 5, 2))


def test_numerals_in_words_are_read_in_korean_chinese_and_english() -> None:
    assert slots("구십일 뒤").spans == slots("九十天后").spans == slots("ninety days on").spans == ((90, "days"),)
    assert slots("七月二十日").dates == (date(2026, 7, 20),)
    assert slots("열흘").spans == ((10, "days"),)
    assert slots("석 달").spans == slots("三个月").spans == slots("three months").spans == ((3, "months"),)


def test_times_of_day_know_morning_and_afternoon() -> None:
    assert slots("12 am").times == slots("자정").times == ((0, 0),)
    assert slots("오후 3시 반").times == slots("下午三点半").times == slots("3:30 pm").times == ((15, 30),)
    assert slots("25:00").times == ()


def test_a_day_no_calendar_holds_is_no_date() -> None:
    assert slots("30 February").dates == ()


def test_working_days_are_not_counted() -> None:
    assert slots_of("10 business days from today", today=TODAY) is None
    assert slots_of("3월 3일부터 5영업일", today=TODAY) is None
    assert slots_of("3月3日起5个工作日", today=TODAY) is None


def test_signs_of_our_own_in_a_question_mean_nothing() -> None:
    assert slots(f"{DATE}{chr(0xE100)} {SPAN}").dates == ()


def test_every_zone_offered_has_a_name_in_each_language() -> None:
    assert place_name("Asia/Seoul", "en") == "Seoul"
    assert place_name("Asia/Seoul", "ko") == "서울"
    assert place_name("America/Toronto", "zh") == "渥太华"
    assert place_name("Pacific/Chatham", "en") == "Pacific/Chatham"
    assert all(place_name(zone, language) for zone in OFFERED for language in ("en", "ko", "zh"))
