import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.sentences import split_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ("Under s. 75 a permit is needed.", "See e.g. No. 5 of the list.", "No.", "You cannot."),
        ("It costs $3.50.", "Pay by card!", "May I?", "Yes."),
        ("Visitors from the U.S. need none.", "The U.S. Embassy helps.", "I live in the U.S.", "You do not."),
        ("It opens at 9 a.m. on Mondays.", "It closes at 5 p.m.", "The rest is closed."),
        ("Dr. Kim and Mr. Lee v. Smith Inc. agreed on Art. 5 (2).", "Call 1345.", "It is free."),
        ("See section 12.3.4 of the Act.", 'He said "no."', "Then left.", "(See para. 5.)", "Done"),
        ("Wait... what?", "It goes on… here.", "Fees rose.", "2 forms are needed."),
        ("여권을 신청해야 한다.", "수수료는 5만 원이에요.", "가능한가요?", "네!", "확인함."),
        ("시행일은 2026. 1. 5. 이다.", "요금은 3.5달러입니다.", "끝."),
        ("제3조(정의) 이 법에서 사용하는 용어의 뜻은 다음과 같다.",),
        ("가. 신청인은 서류를 낸다.", "나. 대리인도 낼 수 있다."),
        ("1. 신청서를 낸다.", "2. 사진을 낸다."),
    ],
)
def test_spaced_sentences_are_found(sentences: tuple[str, ...]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ("提交申请。", "费用是38.5元！", "为什么？", "因为超重；所以加收。", "他说：“好。”", "然后走。"),
        ("수수료는 5만 원이다.", "그러나 예외가 있습니다.", "Visa도 된다."),
    ],
)
def test_unspaced_sentences_are_found(sentences: tuple[str, ...]) -> None:
    assert split_sentences("".join(sentences)) == sentences


def test_a_line_break_ends_a_sentence() -> None:
    assert split_sentences("first\nsecond") == ("first", "second")


def test_nothing_gives_nothing() -> None:
    assert split_sentences(" \n ") == ()


@given(st.text(alphabet="aBc .!?。다요5\n\"'()2026", max_size=80))
def test_only_white_space_between_sentences_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())
