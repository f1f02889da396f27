import pytest

from rag.text.asking import without_asking


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("보안 요구사항을 알려줘", ["보안", "요구사항을"]),
        ("사업 기간은 어떻게 돼?", ["사업", "기간은", "?"]),
        ("please list the deliverables", ["the", "deliverables"]),
        ("请问保价是多少", ["保价是"]),
        ("", []),
    ],
)
def test_the_words_of_asking_are_left_out(question: str, left: list[str]) -> None:
    assert without_asking(question).split() == left
