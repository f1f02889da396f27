import pytest

from rag.evaluation.labels import Kind
from rag.evaluation.routing import route_right, routes_right
from rag.types import Route
from tests.rag.evaluation.made import make_case


@pytest.mark.parametrize(
    ("kind", "route", "right"),
    [
        ("greeting", "DIRECT", True),
        ("greeting", "STRONG_RAG", False),
        ("rewrite", "DIRECT", True),
        ("rewrite", "LIGHT_RAG", False),
        ("answerable", "LIGHT_RAG", True),
        ("far", "STRONG_RAG", True),
        ("near", "DIRECT", False),
        ("follow_up", "COMPUTE", False),
        ("computation", "STRONG_RAG", None),
        ("answerable", None, None),
    ],
)
def test_talk_goes_direct_and_a_question_is_searched_for(kind: Kind, route: Route | None, right: bool | None) -> None:
    assert route_right(make_case("a", kind=kind, route=route)) is right


def test_the_share_is_over_judged_questions_only() -> None:
    cases = [
        make_case("a", kind="greeting", route="DIRECT"),
        make_case("b", kind="greeting", route="LIGHT_RAG"),
        make_case("c", kind="computation", route="LIGHT_RAG"),
        make_case("d"),
    ]
    found = routes_right(cases)
    assert (found.mean, found.count) == (0.5, 2)
