from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.retrieval.fusion import FusionRule, blend, fuse
from rag.types import Hit, Ranker

RRF = FusionRule("rrf")


def ranking(ranker: Ranker, ids: Sequence[str], scores: Sequence[float] | None = None) -> list[Hit]:
    values = scores or [1.0 - n / 100 for n in range(len(ids))]
    return [Hit(card_id, n, value, ranker) for n, (card_id, value) in enumerate(zip(ids, values, strict=True), 1)]


def test_a_card_that_both_legs_name_beats_a_first_place_in_one() -> None:
    fused = fuse(ranking("bm25", "bcY"), ranking("vector", "XaY"), RRF)
    assert fused[0].card_id == "Y"
    assert fused[0].score == 1 / 63 + 1 / 63


def test_an_absent_card_gets_nothing_from_that_leg() -> None:
    fused = fuse(ranking("bm25", "ab"), ranking("vector", "b"), RRF)
    assert {hit.card_id: hit.score for hit in fused} == {"b": 1 / 62 + 1 / 61, "a": 1 / 61}
    assert fused[1].vector is None


def test_the_most_a_card_can_have_is_two_over_61() -> None:
    fused = fuse(ranking("bm25", "a"), ranking("vector", "a"), RRF)
    assert fused[0].rrf == 2 / 61


def test_two_first_places_are_told_apart_by_similarity_then_by_card_id() -> None:
    fused = fuse(ranking("bm25", "ab", [9, 8]), ranking("vector", "ba", [0.9, 0.8]), RRF)
    assert [hit.card_id for hit in fused] == ["b", "a"]
    tied = fuse(ranking("bm25", "ba", [9, 9]), ranking("vector", "ab", [0.9, 0.9]), RRF)
    assert [hit.card_id for hit in tied] == ["a", "b"]


def test_min_max_scores_are_the_mean_of_both_legs() -> None:
    fused = fuse(ranking("bm25", "abc", [10, 5, 0]), ranking("vector", "bca", [0.9, 0.8, 0.7]), FusionRule("score"))
    # a: (1 + 0) / 2, b: (0.5 + 1) / 2, c: (0 + 0.5) / 2
    assert {hit.card_id: pytest.approx(hit.score) for hit in fused} == {"b": 0.75, "a": 0.5, "c": 0.25}


def test_a_leg_whose_scores_are_all_equal_says_nothing() -> None:
    fused = fuse(ranking("bm25", "ab", [3, 3]), ranking("vector", "ba", [0.9, 0.8]), FusionRule("score"))
    assert [hit.card_id for hit in fused] == ["b", "a"]


@pytest.mark.parametrize("method", ["rrf", "score"])
def test_weight_zero_gives_back_the_other_leg(method: str) -> None:
    bm25, vector = ranking("bm25", "abcd"), ranking("vector", "dxa")
    rule = FusionRule(method, bm25_weight=0)  # type: ignore[arg-type]
    assert [hit.card_id for hit in fuse(bm25, vector, rule)] == ["d", "x", "a"]
    rule = FusionRule(method, vector_weight=0)  # type: ignore[arg-type]
    assert [hit.card_id for hit in fuse(bm25, vector, rule)] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("method", ["rrf", "score"])
def test_a_silent_leg_leaves_the_other_order(method: str) -> None:
    rule = FusionRule(method)  # type: ignore[arg-type]
    assert [hit.card_id for hit in fuse([], ranking("vector", "cab"), rule)] == ["c", "a", "b"]
    assert fuse([], [], rule) == ()


IDS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(IDS, IDS, st.sampled_from(["rrf", "score"]))
def test_the_fused_set_is_the_union_and_ranks_count_from_one(first: list[str], second: list[str], method: str) -> None:
    fused = fuse(ranking("bm25", first), ranking("vector", second), FusionRule(method))  # type: ignore[arg-type]
    assert {hit.card_id for hit in fused} == set(first) | set(second)
    assert [hit.rank for hit in fused] == list(range(1, len(fused) + 1))
    assert sorted((hit.score for hit in fused), reverse=True) == [hit.score for hit in fused]


def test_the_only_card_of_a_leg_gets_that_legs_full_share() -> None:
    fused = fuse(ranking("bm25", "b", [3]), ranking("vector", "ab", [0.9, 0.8]), FusionRule("score"))
    assert {hit.card_id: hit.score for hit in fused} == {"a": 0.5, "b": 0.5}


def test_blending_adds_a_share_of_the_other_ranking_and_no_cards() -> None:
    main = fuse(ranking("bm25", "ab", [10, 0]), [], FusionRule("rrf"))
    beside = fuse(ranking("bm25", "bc", [10, 0]), [], FusionRule("rrf"))
    blended = blend(main, beside, 0.5)
    # a: (1/61) / 1.5, b: (1/62 + 0.5 · 1/61) / 1.5
    assert [hit.card_id for hit in blended] == ["b", "a"]
    assert blended[0].score == pytest.approx((1 / 62 + 0.5 / 61) / 1.5)
    assert [hit.rank for hit in blended] == [1, 2]
