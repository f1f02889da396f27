from dataclasses import replace

import pytest

from rag.inspection.stages import Decision, StageName, stages
from rag.reading import NamesFound
from rag.types import Confidence, Leg, LegNote, TopicMatch, Trace
from tests.rag.inspection.made import REFUSED, leg, made_trace, with_rrf

TRACE = replace(
    made_trace({"a": 2.0, "b": 1.0}, {"a": 0.9}, presented="ab"),
    context_reason="There is no earlier question.",
    names=NamesFound("single", (("Agency A", 1.0, "A: found"),), "strict", ("b/t/a",), (), "", False),
    timings_ms={
        "carry": 0.5,
        "resolve": 1.5,
        "normalise": 0.25,
        "topics": 1.0,
        "embed": 5.0,
        "lexical": 2.0,
        "vector": 3.0,
        "fusion": 0.5,
        "context": 4.0,
        "confidence": 0.125,
    },
)


def decision(trace: Trace, name: StageName) -> Decision:
    return next(stage.decision for stage in stages(trace) if stage.name == name)


def test_the_strip_has_eleven_stages_with_counts_decisions_and_milliseconds() -> None:
    assert [(stage.name, stage.count, stage.decision, stage.ms) for stage in stages(TRACE)] == [
        ("carry", 0, "no-earlier", 0.5),
        ("normalise", 1, "as-asked", 0.25),
        ("topic", 0, "gate-off", 1.0),
        ("search", 9, "every-card", 5.0),
        ("lexical", 2, "ranked", 2.0),
        ("vector", 1, "ranked", 3.0),
        ("fusion", 2, "by-score", 0.5),
        ("names", 1, "named-only", 1.5),
        ("confidence", 0.9, "high", 0.125),
        ("gate", 0.5, "passed", None),
        ("context", 2, "presented", 4.0),
    ]


def test_a_trace_of_an_earlier_release_has_no_time_where_it_kept_none() -> None:
    old = replace(TRACE, timings_ms={"search": 7.0}, applied=None)
    assert {stage.ms for stage in stages(old)} == {None}
    assert decision(old, "fusion") == "by-score"


@pytest.mark.parametrize(
    ("note", "expected"),
    [("no-tokens", "no-tokens"), ("no-candidates", "no-candidates"), ("off", "leg-off"), ("", "ranked")],
)
def test_a_silent_leg_says_why(note: LegNote, expected: Decision) -> None:
    trace = replace(TRACE, lexical=Leg((), 0, note), vector=Leg((), 0, note))
    assert decision(trace, "lexical") == expected
    assert decision(trace, "vector") == expected


def test_an_approximate_leg_says_so() -> None:
    assert decision(replace(TRACE, vector=Leg(TRACE.vector.hits, 1, "", exact=False)), "vector") == "ranked-nearest"


@pytest.mark.parametrize(
    ("mode", "matched", "topic", "search"),
    [
        ("off", True, "gate-off", "every-card"),
        ("lexical", False, "no-topic", "every-card"),
        ("lexical", True, "topics-lexical", "every-card"),
        ("both", True, "topics-both", "some-cards"),
    ],
)
def test_the_topic_gate_says_what_it_closed(mode: str, matched: bool, topic: Decision, search: Decision) -> None:
    topics = (TopicMatch("b", "t", "permit"),) if matched else ()
    trace = replace(TRACE, topic_mode=mode, topics=topics)
    assert (decision(trace, "topic"), decision(trace, "search")) == (topic, search)
    assert next(stage for stage in stages(trace) if stage.name == "topic").detail == (
        ("b/t: permit",) if matched else ()
    )


def test_fusion_says_which_way_the_cards_were_joined() -> None:
    assert decision(made_trace({"a": 1.0}, {"a": 0.9}, applied=with_rrf()), "fusion") == "by-rrf"
    assert decision(made_trace({}, {"a": 0.9}), "fusion") == "one-leg"
    assert decision(made_trace({}, {}), "fusion") == "nothing-fused"


def test_a_refusal_and_an_empty_question_are_told_at_their_stages() -> None:
    refused = made_trace({"a": 1.0}, {}, presented="a", verdict=REFUSED)
    assert (decision(refused, "gate"), decision(refused, "context")) == ("refused", "shown-beside-refusal")
    empty = replace(made_trace({}, {}), tokens=(), confidence=Confidence(0.0, "low", ()))
    assert decision(empty, "normalise") == "no-tokens"
    assert decision(empty, "context") == "nothing-presented"
    assert decision(empty, "confidence") == "low"
    assert decision(replace(empty, tokens=("x",), cut=True, lexical=leg("bm25", {})), "normalise") == "question-cut"


def test_a_carried_question_is_counted() -> None:
    (carried,) = [stage for stage in stages(replace(TRACE, carried="before")) if stage.name == "carry"]
    assert (carried.count, carried.decision) == (1, "carried")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"stage": "reduced"}, "likely-named-only"),
        ({"stage": "relaxed"}, "names-unsure"),
        ({"stage": "relaxed", "found": ()}, "nothing-named"),
        ({"stage": "relaxed", "unknown": "Agency Z"}, "agency-unknown"),
        ({"too_close": True}, "names-too-close"),
    ],
)
def test_the_names_say_which_cards_they_left(changes: dict[str, object], expected: Decision) -> None:
    assert TRACE.names is not None
    names = replace(TRACE.names, **changes)  # type: ignore[arg-type]  # fields of NamesFound
    assert decision(replace(TRACE, names=names), "names") == expected


def test_a_trace_without_names_says_they_were_not_recorded() -> None:
    old = replace(TRACE, names=None, context_reason="")
    assert (decision(old, "carry"), decision(old, "names")) == ("not-recorded", "not-recorded")
