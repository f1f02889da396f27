from collections.abc import Mapping

import pytest

from rag.query.metadata import Named, Resolution, compact, names_of, resolve

PATTERN = r"기관 ?[A-Z](?![A-Za-z])"


def front(agency: str, project: str, **more: object) -> Mapping[str, object]:
    return {"title": f"{project} ({agency})", "agency": agency, "project": project, **more}


ROWS = [
    (
        "p/a",
        "p",
        front("기관 A", "민원상담 AI", agency_aliases=["기관A", "A기관"], project_aliases=["민원상담 시스템"]),
    ),
    ("p/b", "p", front("기관 B", "통계포털 구축", title_aliases=["기관 B 포털"])),
    ("p/c", "p", front("기관 B", "ERP 구축", project_aliases=["ERP"])),
    ("p/d", "p", front("한빛공단", "ERP 유지관리", agency_aliases=["HBC"], project_aliases=["ERP 유지관리", "DX"])),
]
NAMES: tuple[Named, ...] = names_of(ROWS)


def found(question: str, *, compares: bool = False) -> Resolution:
    return resolve(question, NAMES, agency_pattern=PATTERN, compares=compares)


def test_the_compact_form_ignores_spaces_hyphens_width_and_punctuation() -> None:
    assert compact("ｅ－나라 샘(가상)") == compact("e-나라샘가상") == "e나라샘가상"


@pytest.mark.parametrize("spelled", ["기관 A", "기관A", "기관　Ａ", "기관-A", "A기관"])
def test_an_agency_is_found_however_it_is_spelled(spelled: str) -> None:
    assert found(f"{spelled} 예산 알려줘").cards == ("p/a",)


def test_an_agency_and_a_project_leave_the_card_that_has_both() -> None:
    assert found("기관 B 통계포털 구축 예산").cards == ("p/b",)
    assert found("기관 B 예산").cards == ("p/b", "p/c")


def test_cards_of_other_agencies_are_barred() -> None:
    assert found("기관 B 예산").barred == ("p/a", "p/d")
    assert found("통계포털 구축 예산").barred == ()
    assert found("기관 A와 비교", compares=True).barred == ()


def test_an_agency_no_card_knows_bars_every_agency() -> None:
    resolution = found("기관 Z 예산")
    assert (resolution.unknown, resolution.cards, resolution.stage) == ("기관 Z", (), "relaxed")
    assert resolution.barred == ("p/a", "p/b", "p/c", "p/d")


def test_a_letter_is_no_agency_when_a_word_goes_on() -> None:
    assert found("기관 AI 사업").candidates == ()


def test_a_short_name_counts_as_a_whole_word_only_and_never_for_certain() -> None:
    assert found("DXF 도면").candidates == ()
    assert found("DX는 언제").stage == "reduced"
    assert found("HBC 사업").cards == ("p/d",)
    assert found("HBCU 사업").candidates == ()


def test_the_longer_name_wins_over_a_part_of_it() -> None:
    assert found("ERP 유지관리 인원").cards == ("p/d",)


def test_a_misspelled_name_is_likely_meant() -> None:
    resolution = found("민원상당 시스템 언제 열어요")
    assert (resolution.stage, resolution.cards) == ("reduced", ("p/a",))
    assert "spelled alike" in resolution.candidates[0].reason


def test_nothing_named_leaves_everything() -> None:
    assert found("입찰보증금은 얼마예요") == Resolution((), "relaxed", (), (), "")
    assert resolve("기관 Z", (), agency_pattern=PATTERN) == Resolution((), "relaxed", (), (), "")
