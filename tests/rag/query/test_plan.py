import pytest

from rag.query.plan import PlanRule, compares, plan

RULE = PlanRule(single=4, follow_up=5, comparison=6)


@pytest.mark.parametrize(
    "question",
    [
        "ERP는 가온시랑 HBC 중에 어디가 더 비싸요",
        "두 사업 차이",
        "compare A and B",
        "哪个更贵",
        "Which one runs longer, A or B?",
    ],
)
def test_a_comparison_is_told_by_its_words(question: str) -> None:
    assert compares(question)
    planned = plan(question, RULE, follows=True)
    assert (planned.query_type, planned.cards) == ("comparison", 6)


def test_other_questions_are_single_or_follow_up() -> None:
    single, follow_up = plan("여권 수수료는?", RULE, follows=False), plan("수수료는?", RULE, follows=True)
    assert (single.query_type, single.cards) == ("single", 4)
    assert (follow_up.query_type, follow_up.cards) == ("follow_up", 5)


def test_more_of_a_comparison_is_a_comparison() -> None:
    planned = plan("기간은요?", RULE, follows=True, goes_on_comparing=True)
    assert (planned.query_type, planned.cards) == ("comparison", 6)
    assert planned.reason == "The question goes on with the comparison before it."
