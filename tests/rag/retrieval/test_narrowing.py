from collections.abc import Sequence

from rag.query.metadata import NOTHING, Candidate, Resolution, Target
from rag.reading import Stage
from rag.retrieval.narrowing import Narrowed, NarrowRule, narrowings
from rag.types import FusedHit

RULE = NarrowRule(likely_share=0.8, close_share=0.95, valued_share=0.5)


def hits(**scores: float) -> tuple[FusedHit, ...]:
    return tuple(FusedHit(name, rank, score, 0.0, None, None) for rank, (name, score) in enumerate(scores.items(), 1))


def named(
    *cards: str, stage: Stage = "strict", barred: tuple[str, ...] = (), targets: tuple[Target, ...] = ()
) -> Resolution:
    candidate = Candidate("project", "the project", 1.0, "", "theproject", cards)
    return Resolution(
        (candidate,), stage, cards, barred, "", targets, project_of={card: f"project of {card}" for card in cards}
    )


def stages(
    ranking: tuple[FusedHit, ...], resolution: Resolution, *, compares: bool = False, valued: Sequence[str] = ()
) -> tuple[Narrowed, ...]:
    return narrowings(ranking, resolution, rule=RULE, compares=compares, valued=valued)


def ids(found: Narrowed) -> list[str]:
    return [hit.card_id for hit in found.hits]


def test_without_names_there_is_one_relaxed_stage_with_the_whole_ranking() -> None:
    (only,) = stages(hits(a=1.0, b=0.5), NOTHING)
    assert (ids(only), only.stage, only.filters) == (["a", "b"], "relaxed", ())


def test_a_given_name_leaves_its_cards_ranked_from_one_and_then_everything() -> None:
    first, wider = stages(hits(a=1.0, b=0.5, c=0.4), named("b"))
    assert [(hit.card_id, hit.rank) for hit in first.hits] == [("b", 1)]
    assert (first.stage, first.filters) == ("strict", ("the project",))
    assert (ids(wider), wider.stage) == (["a", "b", "c"], "relaxed")


def test_a_wider_stage_brings_no_card_with_another_name() -> None:
    resolution = Resolution((), "strict", ("b",), (), "", elsewhere=frozenset({"a"}))
    assert ids(stages(hits(a=1.0, b=0.5, c=0.4), resolution)[1]) == ["b", "c"]


def test_a_filter_that_leaves_nothing_is_recorded_as_relaxed() -> None:
    assert [one.stage for one in stages(hits(a=1.0), named("z"))] == ["relaxed"]


def test_cards_of_another_agency_never_stay() -> None:
    for found in stages(hits(a=1.0, b=0.5), named("b", barred=("a",))):
        assert ids(found) == ["b"]


def test_a_likely_name_needs_a_card_nearly_as_good_as_the_best() -> None:
    assert ids(stages(hits(a=1.0, b=0.79), named("b", stage="reduced"))[0]) == ["a", "b"]
    assert ids(stages(hits(a=1.0, b=0.81), named("b", stage="reduced"))[0]) == ["b"]


def test_two_projects_close_together_are_too_close_to_call_unless_compared() -> None:
    assert stages(hits(a=1.0, b=0.96), named("a", "b"))[0].too_close
    assert not stages(hits(a=1.0, b=0.9), named("a", "b"))[0].too_close
    assert not stages(hits(a=1.0, b=0.96), named("a", "b"), compares=True)[0].too_close


def test_two_cards_of_one_project_are_no_ambiguity() -> None:
    resolution = Resolution((), "strict", ("a", "b"), (), "", project_of={"a": "one", "b": "one"})
    assert not stages(hits(a=1.0, b=1.0), resolution)[0].too_close


def test_an_amount_of_the_question_tells_named_cards_apart() -> None:
    first = stages(hits(a=1.0, b=0.96), named("a", "b"), valued=["b"])[0]
    assert (ids(first), first.too_close) == (["b"], False)
    assert ids(stages(hits(a=1.0, b=0.3), named("b", stage="reduced"), valued=["b"])[0]) == ["b"]


def test_without_names_a_card_with_the_questions_amount_leads_when_it_is_not_far_behind() -> None:
    assert ids(stages(hits(a=1.0, b=0.5), NOTHING, valued=["b"])[0]) == ["b", "a"]
    assert ids(stages(hits(a=1.0, b=0.49), NOTHING, valued=["b"])[0]) == ["a", "b"]


def test_each_of_the_things_compared_has_its_share() -> None:
    targets = (Target("left", ("a", "b", "c")), Target("right", ("d",)))
    resolution = named("a", "b", "c", "d", targets=targets)
    first = stages(hits(a=1.0, b=0.9, c=0.8, d=0.1), resolution, compares=True)[0]
    assert ids(first) == ["a", "d", "b", "c"]


def test_a_comparison_that_names_one_thing_keeps_the_others_behind_it() -> None:
    assert ids(stages(hits(a=1.0, b=0.9), named("b"), compares=True)[0]) == ["b", "a"]
    assert ids(stages(hits(b=1.0, a=0.7, c=0.69), named("b"), compares=True)[0]) == ["b", "a"]


def test_between_a_project_and_everything_stand_the_other_cards_of_its_agency() -> None:
    resolution = Resolution((), "strict", ("b",), (), "", of_agency=frozenset({"a", "b"}))
    found = stages(hits(a=1.0, b=0.5, c=0.4), resolution)
    assert [(one.stage, ids(one)) for one in found] == [
        ("strict", ["b"]),
        ("reduced", ["a", "b"]),
        ("relaxed", ["a", "b", "c"]),
    ]
