import pytest

from rag.query.plan import COMPARISON_CARDS, Plan, compares, plan


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
    assert plan(question, follows=False, evidence=3) == Plan("comparison", COMPARISON_CARDS)


def test_other_questions_are_single_or_follow_up() -> None:
    assert plan("여권 수수료는?", follows=False, evidence=3) == Plan("single", 3)
    assert plan("수수료는?", follows=True, evidence=3) == Plan("follow_up", 3)
