"""What a trace keeps so that it can be inspected later."""

import json
from dataclasses import replace

from rag.history.trace_json import trace_from_json, trace_to_json
from rag.inspection.stages import stages
from rag.inspection.why_not import Attempt
from rag.types import Applied, Leg
from tests.rag.inspection.conftest import Town

QUESTION = "What does a parking permit cost?"


def test_every_stage_but_route_and_gate_has_its_time(town: Town) -> None:
    assert [stage.name for stage in stages(town.ask(QUESTION)) if stage.ms is None] == ["route", "gate"]


def test_a_trace_keeps_the_settings_that_ranked_and_chose(town: Town) -> None:
    settings = town.settings
    assert town.ask(QUESTION).applied == Applied(
        method="rrf",
        rrf_k=settings.fusion.rrf_k,
        bm25_weight=1.0,
        vector_weight=0.1,
        candidates=settings.fusion.candidates,
        k1=settings.lexical.k1,
        b=settings.lexical.b,
        top_k=settings.context.top_k,
        evidence=settings.context.evidence,
    )


def test_it_survives_being_stored(town: Town) -> None:
    trace = town.ask(QUESTION)
    trace = replace(trace, vector=replace(trace.vector, exact=False))
    assert trace_from_json(trace_to_json(trace)) == trace


def test_a_trace_of_an_earlier_release_is_read_without_them(town: Town) -> None:
    value = json.loads(trace_to_json(town.ask(QUESTION)))
    del value["applied"], value["vector"]["exact"]
    read = trace_from_json(json.dumps(value))
    assert read.applied is None
    assert read.vector == replace(read.vector, exact=True)
    assert isinstance(read.vector, Leg)


def test_a_large_corpus_is_marked_as_compared_approximately(town: Town) -> None:
    _, rerun = town.rerun({"vectors": {"exact_limit": 1}, "fusion": {"candidates": 5}})
    assert not rerun(Attempt(QUESTION, "all")).vector.exact
