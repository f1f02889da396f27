from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.retrieval.trust import LOOKED_AT, TrustRule, prefer
from rag.types import Card, FusedHit, Hit, Preferred, TrustTier
from tests.rag.history.shown_values import a_card

RULE = TrustRule(near_share=0.9, near_cosine=0.01)


def card(card_id: str, trust: TrustTier, kind: str = "Fact", status: str = "stable") -> Card:
    return replace(a_card(card_id), trust=trust, type=kind, status=status)


def hit(card_id: str, rank: int, score: float, *, cosine: float | None = 0.9, bm25: float | None = None) -> FusedHit:
    return FusedHit(
        card_id,
        rank,
        score,
        1 / (60 + rank),
        None if bm25 is None else Hit(card_id, rank, bm25, "bm25"),
        None if cosine is None else Hit(card_id, rank, cosine, "vector"),
    )


def known(*cards: Card) -> Callable[[str], Card | None]:
    return {one.card_id: one for one in cards}.get


def test_a_reviewed_card_goes_before_a_near_equal_and_keeps_its_rank_and_score() -> None:
    hits = (hit("a", 1, 1.0), hit("b", 2, 0.95))
    found = prefer(hits, known(card("a", "unverified"), card("b", "human-reviewed")), RULE)
    assert found.hits == (hits[1], hits[0])
    assert found.moved == (Preferred("b", ranked=2, placed=1),)


def test_the_tiers_go_human_then_machine_then_none_and_a_dialogue_stands_last_of_its_tier() -> None:
    hits = tuple(hit(name, rank, 1.0) for rank, name in enumerate("abcd", 1))
    cards = known(
        card("a", "unverified", "Dialogue"),
        card("b", "unverified"),
        card("c", "machine-confirmed"),
        card("d", "human-reviewed", "Dialogue"),
    )
    assert [one.card_id for one in prefer(hits, cards, RULE).hits] == ["d", "c", "b", "a"]


def test_where_scores_are_ranks_relevance_tells_the_gap() -> None:
    hits = (hit("a", 1, 1 / 61), hit("b", 2, 1 / 62))
    cards = known(card("a", "unverified"), card("b", "human-reviewed"))
    assert prefer(hits, cards, RULE).moved  # 61 / 62 of a reciprocal rank is near, whatever was found
    assert not prefer(hits, cards, RULE, {"a": 1.0, "b": 0.4}).moved
    assert prefer(hits, cards, RULE, {"a": 1.0, "b": 0.95}).moved


def test_cards_of_one_tier_keep_their_order() -> None:
    hits = (hit("a", 1, 1.0), hit("b", 2, 1.0))
    found = prefer(hits, known(card("a", "unverified"), card("b", "unverified")), RULE)
    assert (found.hits, found.moved) == (hits, ())


GAPS = [
    (hit("a", 1, 1.0), hit("b", 2, 0.89)),  # under nine tenths of the score
    (hit("a", 1, 1.0, cosine=0.90), hit("b", 2, 1.0, cosine=0.88)),  # 0.02 lower in meaning
    (hit("a", 1, 1.0, cosine=None, bm25=10), hit("b", 2, 1.0, cosine=None, bm25=8.9)),  # words alone, and fewer
    (hit("a", 1, 1.0, cosine=0.9), hit("b", 2, 1.0, cosine=None, bm25=5)),  # nothing to compare
]


@pytest.mark.parametrize(("first", "second"), GAPS)
def test_no_trust_crosses_a_clear_gap(first: FusedHit, second: FusedHit) -> None:
    found = prefer((first, second), known(card("a", "unverified"), card("b", "human-reviewed")), RULE)
    assert found.hits == (first, second)


def test_a_gap_is_not_crossed_in_small_steps() -> None:
    hits = (hit("a", 1, 1.0), hit("b", 2, 0.92), hit("c", 3, 0.85))
    cards = known(card("a", "unverified"), card("b", "unverified"), card("c", "human-reviewed"))
    # c is near b (0.85 / 0.92) and not near a (0.85): it may pass b alone
    assert [one.card_id for one in prefer(hits, cards, RULE).hits] == ["a", "c", "b"]


def test_a_deprecated_or_unknown_card_is_left_out_and_nothing_counts_as_moved_for_it() -> None:
    hits = tuple(hit(name, rank, 1.0) for rank, name in enumerate("abc", 1))
    cards = known(card("a", "human-reviewed", status="deprecated"), card("c", "unverified"))
    found = prefer(hits, cards, RULE)
    assert (found.hits, found.moved) == ((hits[2],), ())


def test_nothing_gives_nothing() -> None:
    assert prefer((), known(), RULE).hits == ()


TIERS: tuple[TrustTier, ...] = ("human-reviewed", "machine-confirmed", "unverified")


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(-1, 1), st.sampled_from(TIERS)), max_size=LOOKED_AT + 5),
)
def test_every_card_stays_and_only_near_equals_of_lower_trust_are_passed(
    drawn: list[tuple[float, float, TrustTier]],
) -> None:
    drawn.sort(key=lambda one: -one[0])
    hits = tuple(hit(f"{n:02}", n + 1, score, cosine=cosine) for n, (score, cosine, _) in enumerate(drawn))
    cards = known(*(card(f"{n:02}", tier) for n, (_, _, tier) in enumerate(drawn)))
    order = [int(one.card_id) for one in prefer(hits, cards, RULE).hits]
    assert sorted(order) == list(range(len(drawn)))
    for place, later in enumerate(order):
        for earlier in order[place + 1 :]:
            if earlier < later:  # `later` went before a card that relevance had put first
                assert drawn[later][0] >= RULE.near_share * drawn[earlier][0]
                assert drawn[earlier][1] - drawn[later][1] <= RULE.near_cosine
                assert TIERS.index(drawn[later][2]) < TIERS.index(drawn[earlier][2])


def test_a_dialogue_yields_to_a_card_of_the_official_page_that_it_retells() -> None:
    rule = replace(RULE, same_source_share=0.6)
    page, other = "https://www.example.org/rules", "https://www.example.org/other"
    told = replace(card("a", "unverified", "Dialogue"), link=page)
    clause = replace(card("b", "human-reviewed"), link=page)
    for weighed in (rule, rule.dialogues_only):
        near, far = (hit("a", 1, 1.0), hit("b", 2, 0.6, cosine=0.5)), (hit("a", 1, 1.0), hit("b", 2, 0.59, cosine=0.5))
        assert [one.card_id for one in prefer(near, known(told, clause), weighed).hits] == ["b", "a"]
        assert not prefer(far, known(told, clause), weighed).moved
        assert not prefer(near, known(told, replace(clause, link=other)), weighed).moved
        assert not prefer(near, known(replace(told, link=None), replace(clause, link=None)), weighed).moved
        assert not prefer(near, known(replace(told, type="Fact"), clause), weighed).moved
