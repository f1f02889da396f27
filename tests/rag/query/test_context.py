import pytest

from rag.query.context import Context, leans, points_to_one, resolve_context, standing_question
from rag.types import TopicMatch, Turn

PASSPORT = TopicMatch("consular", "passport", "여권")
MILITARY = TopicMatch("consular", "military", "병역")
LONG = "여권을 해외에서 잃어버렸을 때 어디에 먼저 신고해야 하는지 알고 싶습니다"


def asked(*texts: str) -> tuple[Turn, ...]:
    return tuple(turn for text in texts for turn in (Turn("user", text), Turn("assistant", "…")))


@pytest.mark.parametrize(
    "question", ["그럼 수수료는?", "and for my spouse?", "那保价呢?", "배점은요", "how long is it good for"]
)
def test_a_short_question_or_one_that_points_back_leans_on_the_last(question: str) -> None:
    assert resolve_context(question, asked(LONG), (), ()).carried == LONG


def test_a_question_that_says_what_it_is_about_stands_alone() -> None:
    question = "What documents does a federal skilled worker upload after an invitation to apply for residence arrives?"
    assert resolve_context(question, asked(LONG), (), ()) == Context("", "The question stands alone.", (LONG,))


def test_a_subject_of_its_own_replaces_what_came_before() -> None:
    assert resolve_context("병역 연기 서류", asked(LONG), (MILITARY,), (PASSPORT,)).carried == ""
    assert resolve_context("여권 사진 크기", asked(LONG), (PASSPORT,), (PASSPORT,)).carried == LONG


def test_another_topic_of_something_named_is_asked_of_the_same() -> None:
    context = resolve_context("병역 연기 서류", asked(LONG), (MILITARY,), (PASSPORT,), about_something_named=True)
    assert context.carried == LONG


def test_the_questions_since_the_carried_one_tell_what_the_talk_is_about() -> None:
    context = resolve_context("수수료는요?", asked("old?", LONG, "그럼 사진은요?"), (), ())
    assert (context.carried, context.turns) == (LONG, (LONG, "그럼 사진은요?"))


def test_a_word_that_points_back_is_surer_than_a_short_question() -> None:
    assert resolve_context("그럼 사진은?", asked(LONG), (), ()).confidence == 1.0
    assert resolve_context("사진 크기", asked(LONG), (), ()).confidence == 0.7


@pytest.mark.parametrize("question", ["그 기관의 보안 조건은?", "what about that tender?", "该单位的预算"])
def test_some_words_speak_of_one_thing_as_known(question: str) -> None:
    assert points_to_one(question)
    assert not points_to_one("보안 조건은?")


@pytest.mark.parametrize("question", ["아니 그거 말고 비자요", "no, not that one", "不是那个，别的问题"])
def test_a_correction_drops_what_came_before(question: str) -> None:
    assert resolve_context(question, asked(LONG), (), ()).carried == ""


def test_the_first_question_has_nothing_to_lean_on() -> None:
    assert resolve_context("수수료는?", (), (), ()).carried == ""


def test_a_chain_of_follow_ups_leans_on_the_question_that_stood_alone() -> None:
    assert standing_question(asked(LONG, "수수료는요?", "어디서요?")) == LONG


def test_what_was_asked_more_than_twelve_turns_ago_is_forgotten() -> None:
    history = asked(LONG, *["네?"] * 6)
    assert standing_question(history) == "네?"


def test_the_questions_own_words_stand_around_what_it_leans_on() -> None:
    assert Context("a?", "").searched("b?") == "b? a? b?"
    assert Context("", "").searched("b?") == "b?"


def test_a_long_question_leans_only_when_it_points_back() -> None:
    assert not leans(LONG)
    assert leans("그럼 " + LONG)
