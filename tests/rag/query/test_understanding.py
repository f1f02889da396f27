from rag.query.context import Context, resolve_context
from rag.query.metadata import NameRule, names_of
from rag.query.plan import PlanRule
from rag.query.understanding import Understood, understand
from rag.types import Turn

NAMES = names_of(
    [
        ("p/a", "p", {"agency": "Northport Council", "project": "Payroll"}),
        ("p/b", "p", {"agency": "Southwick Harbour", "project": "Payroll"}),
        ("p/c", "p", {"agency": "Southwick Harbour", "project": "Cranes"}),
    ]
)
RULE, PLANS = NameRule(), PlanRule()
STANDS_ALONE = "Which documents and which forms must every bidder upload before the portal closes on that Friday?"


def read(question: str, *earlier: str, names: bool = True) -> Understood:
    context = resolve_context(
        question, tuple(Turn("user", text) for text in earlier), (), (), about_something_named=names
    )
    return understand(question, context, NAMES if names else (), RULE, PLANS, agency_pattern="")


def test_a_follow_up_is_about_what_the_talk_was_about() -> None:
    understood = read("and the deadline?", "What is the budget of Northport Council?")
    assert understood.named.cards == ("p/a",)
    assert [one.name for one in understood.lent] == ["Northport Council"]
    assert understood.named.stage == "strict"


def test_a_question_that_stands_alone_is_only_likely_about_it() -> None:
    understood = read(STANDS_ALONE, "What is the budget of Northport Council?")
    assert understood.context.carried == ""
    assert (understood.named.stage, understood.named.cards) == ("reduced", ("p/a",))


def test_a_follow_up_to_a_comparison_goes_on_comparing() -> None:
    understood = read("and the deadline?", "Compare Northport Council and Southwick Harbour")
    assert understood.comparing
    assert [target.name for target in understood.named.targets] == ["Northport Council", "Southwick Harbour"]


def test_one_of_several_things_is_asked_back() -> None:
    understood = read("the deadline of that agency?", "Compare Northport Council and Southwick Harbour")
    assert understood.unclear
    assert not understood.comparing


def test_that_agency_is_clear_when_the_talk_was_about_one() -> None:
    assert not read("the deadline of that agency?", "What is the budget of Northport Council?").unclear


def test_a_pointer_with_nothing_behind_it_is_asked_back_where_cards_have_names() -> None:
    assert read("that agency wants what?").unclear
    assert not read("that agency wants what?", names=False).unclear


def test_a_name_of_its_own_is_always_clear() -> None:
    assert not read("that agency, Southwick Harbour?", "Compare Northport Council and Southwick Harbour").unclear


def test_without_a_conversation_nothing_is_lent() -> None:
    understood = understand("the deadline?", Context("", ""), NAMES, RULE, PLANS, agency_pattern="")
    assert (understood.lent, understood.unclear, understood.planned.query_type) == ((), False, "single")
