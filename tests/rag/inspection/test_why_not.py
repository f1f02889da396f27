from collections.abc import Callable
from dataclasses import replace

import pytest

from rag.inspection.why_not import Asked, Attempt, Change, Goal, reached, smallest_changes
from rag.types import Trace
from tests.fakes.town import BUS
from tests.rag.inspection.conftest import CountingRerun, Town
from tests.rag.inspection.made import PASSED, REFUSED, made_trace

ASKED = Attempt("what", "all")
IN = made_trace({"a": 1.0}, {}, presented="a")
OUT = made_trace({"z": 1.0}, {}, presented="z")
CARD = "b/t/a"


def where(key: str, comes_in: Callable[[float], bool]) -> CountingRerun:
    """A pipeline in which one setting alone decides whether the card comes in."""

    def ask(attempt: Attempt) -> Trace:
        value = attempt.overrides.get(key)
        return IN if isinstance(value, int | float) and comes_in(value) else OUT

    return CountingRerun(ask)


@pytest.mark.parametrize(("boundary", "nearest"), [(0.37, 0.37), (0.005, 0.0), (0.499, 0.49)])
def test_bisection_finds_the_nearest_value_below_that_brings_the_card_in(
    town: Town, boundary: float, nearest: float
) -> None:
    rerun = where("confidence.threshold", lambda value: value <= boundary)
    found = smallest_changes(CARD, Asked(ASKED, town.settings, rerun), ())
    (change,) = found.changes
    assert (change.key, change.before, change.after) == ("confidence.threshold", 0.5, nearest)
    assert change.share == pytest.approx(0.5 - nearest)


def test_bisection_goes_upwards_too_and_keeps_whole_numbers(town: Town) -> None:
    rerun = where("context.top_k", lambda value: value >= 12)
    found = smallest_changes(CARD, Asked(ASKED, town.settings, rerun), ())
    assert found.changes == (Change("context.top_k", 5, 12, 7 / 19),)
    assert isinstance(found.changes[0].after, int)


def test_of_two_ways_the_nearer_is_taken(town: Town) -> None:
    # k is 60: 50 is 10 away, 200 is 140 away
    rerun = where("fusion.rrf_k", lambda value: value <= 50 or value >= 200)
    assert [change.after for change in smallest_changes(CARD, Asked(ASKED, town.settings, rerun), ()).changes] == [50]


def test_changes_come_by_their_share_of_the_range_and_words_last_and_shortest_first(town: Town) -> None:
    def ask(attempt: Attempt) -> Trace:
        threshold = attempt.overrides.get("confidence.threshold", 1)
        low = isinstance(threshold, int | float) and threshold <= 0.4
        helped = attempt.question in ("what permits", "what fee")
        return IN if low or helped or attempt.overrides.get("topics.mode") == "both" else OUT

    found = smallest_changes(CARD, Asked(ASKED, town.settings, CountingRerun(ask)), ("permits", "disc", "fee"))
    assert [(change.key, change.after) for change in found.changes] == [
        ("confidence.threshold", 0.4),
        ("topics.mode", "both"),
        ("word", "fee"),
        ("word", "permits"),
    ]
    assert found.changes[0].share == pytest.approx(0.1)


def test_the_only_leg_is_never_switched_off(town: Town) -> None:
    settings, _ = town.rerun({"fusion": {"vector_weight": 0}})
    rerun = where("fusion.bm25_weight", lambda value: False)
    smallest_changes(CARD, Asked(ASKED, settings, rerun), ())
    tried = {
        attempt.overrides["fusion.bm25_weight"]
        for attempt in rerun.attempts
        if "fusion.bm25_weight" in attempt.overrides
    }
    assert tried
    assert 0 not in tried


def test_runs_are_bounded_and_the_search_says_that_it_ended(town: Town) -> None:
    rerun = where("fusion.rrf_k", lambda value: False)
    found = smallest_changes(CARD, Asked(ASKED, town.settings, rerun), (), max_runs=7)
    assert (len(rerun.attempts), found.runs, found.all_tried) == (7, 7, False)


def test_a_whole_search_stays_within_its_bound(town: Town) -> None:
    rerun = where("fusion.rrf_k", lambda value: False)
    found = smallest_changes(CARD, Asked(ASKED, town.settings, rerun), tuple("abcdefghij"))
    assert found.all_tried
    assert found.runs == len(rerun.attempts) < 80


def test_a_card_that_is_in_needs_no_change(town: Town) -> None:
    found = smallest_changes(CARD, Asked(ASKED, town.settings, CountingRerun(lambda attempt: IN)), ("x",))
    assert (found.changes, found.runs) == ((), 1)


def test_a_further_card_is_brought_to_where_it_may_be_cited(town: Town) -> None:
    further = made_trace({"z": 2.0, "a": 1.0}, {}, presented="za")

    def ask(attempt: Attempt) -> Trace:
        return IN if attempt.overrides.get("context.evidence", 0) == 20 else further

    found = smallest_changes(CARD, Asked(ASKED, town.settings, CountingRerun(ask)), ())
    assert found.goal == "evidence"
    assert found.changes == (Change("context.evidence", 3, 20, 17 / 19),)


def test_a_card_of_another_bundle_needs_another_bundle_first(town: Town) -> None:
    rerun = CountingRerun(lambda attempt: IN if attempt.bundle == "b" else OUT)
    found = smallest_changes(CARD, Asked(Attempt("what", "town"), town.settings, rerun), ("x",))
    assert found.changes == (Change("bundle", "town", "b", 1.0),)
    assert found.runs == 2


@pytest.mark.parametrize(
    ("trace", "goal", "expected"),
    [
        (IN, "presented", True),
        (IN, "evidence", True),
        (OUT, "presented", False),
        (made_trace({"z": 2.0, "a": 1.0}, {}, presented="za"), "presented", True),
        (made_trace({"z": 2.0, "a": 1.0}, {}, presented="za"), "evidence", False),
        (made_trace({"a": 1.0}, {}, presented="a", verdict=REFUSED), "presented", False),
    ],
)
def test_a_card_is_in_only_when_the_question_is_answered(trace: Trace, goal: Goal, expected: bool) -> None:
    assert reached(trace, CARD, goal) is expected
    assert reached(replace(trace, verdict=PASSED), "b/t/nowhere", goal) is False


def test_every_change_found_in_the_town_brings_the_card_in_and_one_step_less_does_not(town: Town) -> None:
    asked = Attempt("What does a dog cost?", "town")
    settings, rerun = town.rerun({"context": {"top_k": 1, "evidence": 1}})
    trace = rerun(asked)
    absent = next(hit.card_id for hit in trace.fused if hit.rank == 3)
    found = smallest_changes(absent, Asked(asked, settings, rerun), ())
    assert found.changes
    for change in found.changes:
        assert reached(rerun(Attempt(asked.question, asked.bundle, {change.key: change.after})), absent, found.goal)
    top_k = next(change for change in found.changes if change.key == "context.top_k")
    assert isinstance(top_k.after, int)
    less = {"context.top_k": top_k.after - 1}
    assert not reached(rerun(Attempt(asked.question, asked.bundle, less)), absent, found.goal)


def test_the_question_changes_only_by_the_word_added_so_its_vector_is_embedded_once(town: Town) -> None:
    asked = Attempt("What does a dog licence cost?", "all")
    settings, rerun = town.rerun()
    smallest_changes(BUS, Asked(asked, settings, rerun), ("fee",))
    assert [attempt.question for attempt in rerun.attempts].count(f"{asked.question} fee") == 1
    assert {attempt.question for attempt in rerun.attempts} == {asked.question, f"{asked.question} fee"}
