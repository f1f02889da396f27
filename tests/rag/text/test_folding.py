import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from rag.text.folding import fold


def test_full_width_becomes_plain_and_spaces_become_one_kind() -> None:
    assert fold("９０，０００\u3000원\u00a0￦").text == "90,000 원 ₩"


def test_circled_and_raised_digits_stay_so_that_no_number_grows() -> None:
    assert fold("①5만원 10²").text == "①5만원 10²"


def test_offsets_lead_back_over_dropped_and_composed_characters() -> None:
    text = unicodedata.normalize("NFD", "약") + "\u200b5천"
    folded = fold(text)
    assert folded.text == "약5천"
    # three letters of 약, one dropped character, then 5
    assert folded.span(0, 1) == (0, 3)
    assert folded.span(1, 2) == (4, 5)
    assert folded.span(0, 2) == (0, 5)


def test_a_letter_with_very_many_marks_is_left_as_written() -> None:
    text = "a" + "\u0301" * 1000
    assert fold(text).text == text


@given(st.text())
def test_every_folded_character_has_a_place_in_the_original(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.ends) == len(folded.starts) - 1
    assert list(folded.starts) == sorted(folded.starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=False))


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text).text).text == fold(text).text
