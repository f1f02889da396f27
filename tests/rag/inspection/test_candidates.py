from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rag.inspection.candidates import candidates, stored_cards
from rag.inspection.standing import standing
from rag.reading import NamesFound
from rag.retrieval.verdict import Circumstances, judge
from rag.types import Card
from tests.rag.inspection.made import REFUSED, SURE, card_of, made_trace

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SCORES = {name: 9.0 - place for place, name in enumerate("abcdefg")}
CARDS = {
    card.card_id: card
    for card in (
        card_of("a"),
        card_of("b", status="deprecated"),
        card_of("c"),
        card_of("d", body="# Only a heading"),
        card_of("e", stale_after=NOW),
        card_of("f", stale_after=NOW + timedelta(seconds=1)),
    )
}


def test_each_card_near_the_cut_stands_with_what_became_of_it() -> None:
    trace = made_trace(SCORES, {}, presented="ac")
    rows = candidates(trace, CARDS.get, now=NOW, below=3)
    assert [(row.hit.card_id[-1], row.standing, row.number) for row in rows] == [
        ("a", "evidence", 1),
        ("b", "deprecated", None),
        ("c", "further", 2),
        ("d", "empty", None),
        ("e", "below", None),
        ("f", "below", None),
    ]
    assert [row.above_cut for row in rows] == [True, False, True, False, False, False]


def test_a_card_is_stale_from_its_instant_on() -> None:
    trace = made_trace(SCORES, {}, presented="ac")
    stale = {row.hit.card_id[-1]: row.stale for row in candidates(trace, CARDS.get, now=NOW)}
    assert (stale["e"], stale["f"]) == (True, False)


def test_beside_a_refusal_cards_are_only_the_nearest() -> None:
    trace = made_trace(SCORES, {}, presented="ac", verdict=REFUSED)
    assert [row.standing for row in candidates(trace, CARDS.get, now=NOW, below=0)] == [
        "nearest",
        "deprecated",
        "nearest",
    ]


def test_of_a_closed_index_only_stored_cards_are_known() -> None:
    trace = made_trace(SCORES, {}, presented="ac")
    rows = candidates(trace, stored_cards(trace), now=NOW, below=1)
    assert [(row.card.title if row.card else None, row.standing) for row in rows] == [
        ("a", "evidence"),
        (None, "passed-over"),
        ("c", "further"),
        (None, "below"),
    ]


def test_nothing_found_is_an_empty_table() -> None:
    assert candidates(made_trace({}, {}), CARDS.get, now=NOW) == ()


def test_a_card_that_no_leg_handed_on_says_so_unless_it_can_never_be_presented() -> None:
    trace = made_trace({"a": 1.0}, {}, presented="a")
    known: Card = card_of("z")
    assert standing(trace, "b/t/z", known, "") == "not-fused"
    assert standing(trace, "b/t/z", known, "deprecated") == "deprecated"


def test_a_card_that_the_names_barred_or_dropped_says_so_whatever_its_rank() -> None:
    names = NamesFound("single", (("Agency C", 1.0, "C: found"),), "strict", ("b/t/c", "b/t/e"), ("b/t/a",), "", False)
    trace = replace(made_trace(SCORES, {}, presented="c"), names=names)
    rows = candidates(trace, CARDS.get, now=NOW, below=3)
    assert [(row.hit.card_id[-1], row.standing) for row in rows] == [
        ("a", "barred"),
        ("b", "deprecated"),
        ("c", "evidence"),
        ("d", "empty"),
        ("e", "below"),
        ("f", "not-named"),
    ]
    assert standing(trace, "b/t/z", card_of("z"), "") == "not-named"


def test_names_that_left_every_card_in_drop_none() -> None:
    relaxed = NamesFound("single", (), "relaxed", (), (), "", False)
    trace = made_trace(SCORES, {}, presented="ac")
    assert standing(replace(trace, names=relaxed), "b/t/e", CARDS["b/t/e"], "") == "below"
    unusable = replace(relaxed, stage="strict", cards=("b/t/b",))  # what is named is deprecated: others stand in
    assert standing(replace(trace, names=unusable), "b/t/e", CARDS["b/t/e"], "") == "below"


def test_beside_a_chosen_card_all_others_were_not_chosen() -> None:
    trace = made_trace(SCORES, {}, presented="c")
    verdict = judge(trace.tokens, trace.evidence, SURE, threshold=0.5, circumstances=Circumstances(chosen=True))
    chosen = replace(trace, verdict=verdict)
    assert [standing(chosen, f"b/t/{name}", card_of(name), "") for name in "ce"] == ["evidence", "not-chosen"]
