from typing import Literal

from rag.query.metadata import NOTHING, Resolution
from rag.retrieval.narrowing import narrow
from rag.types import FusedHit


def hits(**scores: float) -> tuple[FusedHit, ...]:
    return tuple(FusedHit(name, rank, score, 0.0, None, None) for rank, (name, score) in enumerate(scores.items(), 1))


def named(
    *cards: str, stage: Literal["strict", "reduced", "relaxed"] = "strict", barred: tuple[str, ...] = ()
) -> Resolution:
    return Resolution((), stage, cards, barred, "")


def ids(found: tuple[FusedHit, ...]) -> list[str]:
    return [hit.card_id for hit in found]


def test_without_names_the_ranking_stays() -> None:
    narrowed = narrow(hits(a=1.0, b=0.5), NOTHING, compares=False)
    assert (ids(narrowed.hits), narrowed.stage) == (["a", "b"], "relaxed")


def test_a_given_name_leaves_its_cards_ranked_from_one() -> None:
    narrowed = narrow(hits(a=1.0, b=0.5, c=0.4), named("b"), compares=False)
    assert [(hit.card_id, hit.rank) for hit in narrowed.hits] == [("b", 1)]
    assert ids(narrowed.others) == ["a", "b", "c"]


def test_a_filter_that_leaves_nothing_is_recorded_as_relaxed() -> None:
    assert narrow(hits(a=1.0), named("z"), compares=False).stage == "relaxed"


def test_cards_of_another_agency_never_stay() -> None:
    assert ids(narrow(hits(a=1.0, b=0.5), named(barred=("a",), stage="relaxed"), compares=False).hits) == ["b"]


def test_a_likely_name_needs_a_card_nearly_as_good_as_the_best() -> None:
    assert ids(narrow(hits(a=1.0, b=0.79), named("b", stage="reduced"), compares=False).hits) == ["a", "b"]
    assert ids(narrow(hits(a=1.0, b=0.81), named("b", stage="reduced"), compares=False).hits) == ["b"]


def test_two_named_cards_close_together_are_too_close_to_call_unless_compared() -> None:
    assert narrow(hits(a=1.0, b=0.97), named("a", "b"), compares=False).too_close
    assert not narrow(hits(a=1.0, b=0.9), named("a", "b"), compares=False).too_close
    assert not narrow(hits(a=1.0, b=0.97), named("a", "b"), compares=True).too_close


def test_a_comparison_that_names_one_card_keeps_the_others_behind_it() -> None:
    assert ids(narrow(hits(a=1.0, b=0.9), named("b"), compares=True).hits) == ["b", "a"]
