import pytest

from rag.text.letters import with_letters


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("이알피 사업", "erp 사업"),
        ("에이아이에스는", "ais는"),
        ("디엑스교실", "dx교실"),
        ("더블유티오", "wto"),
    ],
)
def test_letters_read_aloud_are_given_in_latin(spoken: str, written: str) -> None:
    assert with_letters(spoken) == written


@pytest.mark.parametrize(
    "text", ["이유가 뭐예요", "아이 여권", "비오는 날", "이지스", "오픈에이피아이", "ERP", "", "유지관리"]
)
def test_words_that_only_begin_like_letters_stay(text: str) -> None:
    assert with_letters(text) == text
