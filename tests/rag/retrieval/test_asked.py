import pytest

from rag.retrieval.asked import KINDS, kinds_asked, states


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("제안서는 몇 쪽까지예요", "pages"),
        ("How many pages may it have?", "pages"),
        ("最多几页", "pages"),
        ("제안서 몇 부 내요", "copies"),
        ("상주 인원이 몇 명이에요", "people"),
        ("how many people must be on site", "people"),
        ("需要几个人", "people"),
        ("정성평가는 몇 점이에요", "points"),
        ("몇 시까지 내요", "time of day"),
        ("几点截止投标", "time of day"),
        ("수수료 얼마예요", "amount"),
        ("多少钱", "amount"),
        ("담당자 전화번호 알려줘", "phone number"),
        ("客服电话是多少", "phone number"),
        ("what is the e-mail address", "e-mail address"),
        ("카메라 몇 대예요", "quantity"),
        ("야간 운영 인력의 인원수는?", "people"),
    ],
)
def test_the_kind_of_thing_asked_is_told_by_its_words(question: str, kind: str) -> None:
    assert kind in kinds_asked(question, named=False)


@pytest.mark.parametrize(
    "question",
    [
        "며칠 안에 내나요",
        "몇 시간 안에 고쳐요",
        "몇 부터 돼요",
        "전화번호만 바뀌었어요",
        "passport photo rules",
        "",
        "保价怎么赔",
    ],
)
def test_most_questions_ask_for_no_kind_that_can_be_checked(question: str) -> None:
    assert kinds_asked(question, named=True) == ()


def test_a_deadline_and_a_budget_are_checked_only_of_something_named() -> None:
    assert kinds_asked("제안서 마감이 언제예요", named=False) == ()
    assert kinds_asked("제안서 마감이 언제예요", named=True) == ("deadline",)
    assert kinds_asked("예산이 얼마인지", named=True) == ("budget",)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("제안서는 30쪽 이내로 쓴다.", "pages"),
        ("원본 1부와 사본 9부", "copies"),
        ("상주 인력 세 명", "people"),
        ("기술 90 : 가격 10", "points"),
        ("마감은 14:00이다.", "time of day"),
        ("예산: 일금 오천만원정", "budget"),
        ("사업예산은 추후 공지한다.", "budget"),
        ("수수료가 없다.", "amount"),
        ("手续费：免费", "amount"),
        ("지체상금률은 1000분의 1.25이다.", "amount"),
        ("2026. 10. 31.까지 낸다.", "deadline"),
        ("拨打11183查询。", "phone number"),
        ("카메라 12대를 단다.", "quantity"),
    ],
)
def test_a_text_states_a_kind(text: str, kind: str) -> None:
    assert states(text, kind, anchor_year=2026)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("계약일로부터 150일", "deadline"),
        ("게이트 18곳에 단다.", "points"),
        ("가용률 95%", "budget"),
        ("기간은 8개월이다.", "people"),
        ("해당 없음", "amount"),
        ("가용률 95%", "amount"),
        ("기간은 3개월, 대상은 2기관", "quantity"),
    ],
)
def test_another_number_is_not_the_kind_that_is_asked_for(text: str, kind: str) -> None:
    assert not states(text, kind, anchor_year=2026)


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
