import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from rag.text.normalise import language_of, normalise


def test_width_case_and_composition_do_not_matter() -> None:
    assert normalise("ＣＲＳ　Ｓｃｏｒｅ") == "crs score"
    assert normalise(unicodedata.normalize("NFD", "여권")) == "여권"


def test_invisible_characters_vanish() -> None:
    assert normalise("pass\u200bport\u202e\ufeff\u00ad") == "passport"


def test_control_characters_and_runs_of_space_become_one_space() -> None:
    assert normalise("a\x00b\n\n c\t") == "a b c"


def test_a_lone_surrogate_vanishes() -> None:
    assert normalise("a\ud800b") == "ab"


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


def test_the_script_tells_the_language() -> None:
    assert language_of("여권 旅券 passport") == "ko"
    assert language_of("护照多少钱") == "zh"
    assert language_of("fee?") == "en"
    assert language_of("", default="zh") == "zh"
