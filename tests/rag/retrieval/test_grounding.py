from collections.abc import Sequence

from rag.query.metadata import Target
from rag.reading import ComparedTarget, FilterAttempt, Stage
from rag.retrieval.grounding import Asking, Grounded, ground, weighed
from rag.retrieval.narrowing import Narrowed
from rag.types import Card, Confidence, Evidence, FusedHit
from tests.fakes.corpus import make_card

CARDS = {
    "a": "- The budget is 50,000,000 won.\n- The work takes eight months.\n",
    "b": "- The proposal has at most 30 pages.\n",
    "c": "- Security controls are logged.\n",
    "empty": "",
}


def card(card_id: str) -> Card | None:
    body = CARDS.get(card_id)
    return None if body is None else make_card(f"town/tenders/{card_id}", body=body)


def present(hits: Sequence[FusedHit]) -> tuple[Evidence, ...]:
    found = [(hit, one) for hit in hits if (one := card(hit.card_id)) is not None and one.body]
    return tuple(
        Evidence(number, one, hit.score, (one.body,), one.body, "evidence", False)
        for number, (hit, one) in enumerate(found, 1)
    )


def stage(name: Stage, *ids: str) -> Narrowed:
    hits = tuple(FusedHit(one, rank, 1.0, 0.0, None, None) for rank, one in enumerate(ids, 1))
    return Narrowed(hits, name, ("a name",) if name != "relaxed" else ())


def grounded(
    question: str, *stages: Narrowed, targets: tuple[Target, ...] = (), passes: bool = True
) -> tuple[Grounded, tuple[FilterAttempt, ...]]:
    asking = Asking(question, targets, bool(targets), 2026)
    return ground(asking, stages, present=present, cards=card, passes=lambda evidence: passes)


def shown(found: Grounded) -> list[str]:
    return [item.card.card_id.rsplit("/", 1)[-1] for item in found.evidence]


def test_evidence_that_states_what_is_asked_is_verified() -> None:
    found, tried = grounded("몇 쪽까지예요", stage("strict", "b"), stage("relaxed", "b", "a"))
    assert (found.check.status, found.check.asked, shown(found)) == ("verified", ("pages",), ["b"])
    assert tried == (FilterAttempt("strict", ("a name",), 1, 1, ()),)


def test_a_named_card_that_does_not_state_it_leads_to_a_wider_stage() -> None:
    found, tried = grounded("몇 쪽까지예요", stage("strict", "a"), stage("relaxed", "a", "c", "b"))
    assert (shown(found), found.narrowed.stage) == (["b"], "relaxed")
    assert [(one.stage, one.candidates, one.reasons) for one in tried] == [
        ("strict", 1, ("No evidence states what is asked for: pages.",)),
        ("relaxed", 1, ()),
    ]


def test_what_states_it_must_be_near_enough_to_the_question() -> None:
    found, tried = grounded("몇 쪽까지예요", stage("strict", "a"), stage("relaxed", "a", "b"), passes=False)
    assert (found.check.status, found.check.missing, shown(found)) == ("insufficient_evidence", ("pages",), ["a"])
    assert tried[1].reasons == ("What states it is not near enough to the question.",)


def test_a_stage_without_anything_to_present_leads_to_the_next() -> None:
    found, tried = grounded("anything", stage("strict", "empty"), stage("relaxed", "empty", "c"))
    assert (shown(found), found.check.status) == (["c"], "verified")
    assert tried[0].reasons == ("No card can be presented.",)


def test_another_project_of_the_agency_never_states_what_the_named_one_lacks() -> None:
    found, tried = grounded("몇 쪽까지예요", stage("strict", "a"), stage("reduced", "a", "b"), stage("relaxed", "c"))
    assert (found.check.status, shown(found)) == ("insufficient_evidence", ["a"])
    assert [one.stage for one in tried] == ["strict", "relaxed"]


def test_nothing_at_all_is_insufficient() -> None:
    found, _ = grounded("anything", stage("relaxed"))
    assert (found.evidence, found.check.status) == ((), "insufficient_evidence")


def test_a_joined_word_of_which_the_evidence_says_nothing_makes_the_answer_partial() -> None:
    CARDS["security"] = "- 보안 통제를 기록한다.\n"
    found, _ = grounded("보안과 드론은?", stage("relaxed", "security"))
    assert (found.check.status, found.check.missing) == ("partial_topic_grounding", ("드론",))
    assert grounded("보안과 기록은?", stage("relaxed", "security"))[0].check.status == "verified"
    assert grounded("드론과 로봇은?", stage("relaxed", "security"))[0].check.status == "verified"


def test_a_comparison_tells_what_the_cards_say_nothing_of() -> None:
    targets = (Target("North", ("town/tenders/a",)), Target("West", ()))
    found, _ = grounded("compare them", stage("strict", "a"), targets=targets)
    assert (found.check.status, found.check.missing) == ("partial_comparison", ("West",))
    assert found.targets == (ComparedTarget("North", (1,)), ComparedTarget("West", ()))


def test_a_thing_compared_must_state_what_is_asked() -> None:
    targets = (Target("North", ("town/tenders/a",)), Target("South", ("town/tenders/b",)))
    both, _ = grounded("compare them", stage("strict", "a", "b"), targets=targets)
    pages, _ = grounded("몇 쪽인지 비교", stage("strict", "a", "b"), targets=targets)
    assert (both.check.status, both.check.missing) == ("verified", ())
    assert (pages.check.status, pages.check.missing) == ("partial_comparison", ("North",))


def test_a_comparison_of_which_nothing_is_known_is_insufficient() -> None:
    targets = (Target("North", ()), Target("West", ()))
    assert grounded("compare them", stage("relaxed", "a"), targets=targets)[0].check.status == "insufficient_evidence"


def test_each_thing_compared_is_judged_by_its_own_proof() -> None:
    targets = (Target("North", ("town/tenders/a",)), Target("South", ("town/tenders/b",)))
    found, _ = grounded("compare them", stage("strict", "a", "b"), targets=targets)
    high, low, lower = (Confidence(value, "medium", ()) for value in (0.9, 0.4, 0.3))
    partial, sure = weighed(found, (high, low), 0.5)
    assert (partial.check.status, partial.check.missing, sure) == ("partial_comparison", ("South",), high)
    assert partial.targets == (ComparedTarget("North", (1,)), ComparedTarget("South", ()))
    assert [item.role for item in partial.evidence] == ["evidence", "further"]
    assert weighed(found, (low, lower), 0.5) == (found, low)
    assert weighed(found, (high, low), 0.3) == (found, low)
