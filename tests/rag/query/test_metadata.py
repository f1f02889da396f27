from collections.abc import Mapping

import pytest

from rag.query.metadata import (
    Named,
    NameRule,
    Resolution,
    conversation_names,
    names_added,
    names_of,
    resolve,
    several_about,
)
from rag.query.spellings import compact

RULE = NameRule()
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


def test_an_agency_and_a_short_project_name_that_meet_in_a_card_confirm_each_other() -> None:
    resolution = found("HBC DX 언제")
    assert (resolution.stage, resolution.cards) == ("strict", ("p/d",))  # 1 - (1 - 0.75) ** 2 = 0.9375


def test_of_several_names_of_a_kind_those_nearly_as_good_as_the_best_remain() -> None:
    resolution = found("기관 B 포탈 시스템 통계포털 구축")
    assert [one.name for one in resolution.candidates if one.field == "project"] == ["통계포털 구축 / 기관 B"]


def test_a_name_alike_only_by_the_agency_in_it_is_none() -> None:
    rows = [("p/e", "p", front("별무리연구원", "DX 로드맵", title_aliases=["별무리연구원DX"]))]
    resolution = resolve("별무리연구원 사업 언제까지", names_of(rows))
    assert [(one.field, one.score) for one in resolution.candidates] == [("agency", 1.0)]


def test_what_looks_like_an_agency_beside_a_known_name_bars_every_agency() -> None:
    resolution = found("기관 Z의 민원상담 시스템 예산")
    assert (resolution.unknown, resolution.cards) == ("기관 Z", ())


def test_a_later_name_replaces_one_of_its_kind_and_keeps_the_other() -> None:
    about = conversation_names(("기관 B 통계포털 구축 예산", "ERP 구축은요?"), NAMES, RULE)
    assert {(one.field, one.name) for one in about} == {("agency", "기관 B"), ("project", "ERP 구축 / 기관 B")}
    moved = conversation_names(("기관 B 통계포털 구축 예산", "기관 A는요?"), NAMES, RULE)
    assert [one.name for one in moved if one.is_agency] == ["기관 A"]
    assert not several_about(about, RULE)


def test_a_follow_up_lends_what_it_lacks_where_it_fits() -> None:
    earlier = conversation_names(("기관 B 통계포털 구축 예산",), NAMES, RULE)
    assert resolve("마감은?", NAMES, earlier=earlier).cards == ("p/b",)
    assert resolve("ERP 구축은?", NAMES, earlier=earlier).cards == ("p/c",)
    assert resolve("ERP 유지관리는?", NAMES, earlier=earlier).cards == ("p/d",)  # of another agency: nothing is lent


def test_a_follow_up_may_name_something_with_words_of_the_question_before_it() -> None:
    rows = [("p/1", "p", front("X", "콜센터 1차")), ("p/2", "p", front("X", "콜센터 2차"))]
    names = names_of(rows)
    assert [one.card_ids for one in names_added("2차 때는요", "콜센터 1차 회선", names, RULE)] == [("p/2",)]
    assert names_added("2차 때는요", "", names, RULE) == ()


def test_a_comparison_has_a_target_for_each_agency_with_the_project_named() -> None:
    resolution = found("기관 B와 한빛공단 ERP 유지관리 비교", compares=True)
    assert [(target.name, target.cards) for target in resolution.targets] == [
        ("기관 B", ("p/b", "p/c")),
        ("한빛공단", ("p/d",)),
    ]
    assert resolution.barred == ("p/a",)


def test_a_comparison_names_what_no_card_knows() -> None:
    resolution = found("기관 A와 기관 Z 비교", compares=True)
    assert [(target.name, target.cards) for target in resolution.targets] == [("기관 A", ("p/a",)), ("기관 Z", ())]
    nothing = found("기관 Y와 기관 Z 비교", compares=True)
    assert (nothing.cards, nothing.barred) == ((), ("p/a", "p/b", "p/c", "p/d"))


def test_an_agency_with_two_projects_is_compared_within_itself() -> None:
    resolution = found("기관 B 두 사업 비교", compares=True)
    assert [target.cards for target in resolution.targets] == [("p/b",), ("p/c",)]
    assert resolution.barred == ("p/a", "p/d")
