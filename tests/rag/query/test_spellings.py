import pytest

from rag.query.spellings import Likeness, asked, compact, likeness, spelling, without


def like(name: str, question: str) -> Likeness | None:
    form = spelling(name)
    assert form is not None
    return likeness(form, asked(question))


def test_a_short_name_counts_when_its_letters_are_read_aloud() -> None:
    assert like("ERP", "이알피 유지보수는요") == Likeness(0.75, "whole word", "erp")
    assert like("AIS", "에이아이에스 사업") == Likeness(0.75, "whole word", "ais")
    assert like("ERP", "이 알 피") is None


def test_a_misspelling_counts_only_where_its_numbers_agree() -> None:
    assert like("누리도 2026년 DX 교실", "누리도 2028년 DX 교실 예산") is None
    found = like("누리도 2026년 DX 교실", "누리다 2026년 DX 교실 예산")
    assert found is not None
    assert found.how.startswith("spelled alike")


def test_a_question_without_numbers_may_mean_a_numbered_project() -> None:
    assert like("한빛공단 AI 콜센터 1차", "한빛공단 AI 콜센터 얼마예요") is not None


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("기관 A와 기관B 예산", ["기관b"], "기관 a와   예산"),
        ("기관 A와 기관B 예산", [], "기관 a와 기관b 예산"),
        ("e-나라샘 개편", ["e나라샘"], "  개편"),
    ],
)
def test_names_are_taken_out_however_they_are_spaced(text: str, names: list[str], left: str) -> None:
    assert without(text, names) == left


def test_the_order_of_the_names_does_not_matter() -> None:
    names = ["기관f", "기관fisp"]
    assert without("기관 F ISP 예산", names) == without("기관 F ISP 예산", names[::-1]) == "  예산"


def test_nothing_is_left_to_look_for_in_punctuation() -> None:
    assert spelling(" - ") is None
    assert compact("e-나라 샘") == "e나라샘"
