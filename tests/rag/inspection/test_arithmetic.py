from dataclasses import replace

import pytest

from rag.inspection.arithmetic import confidence_products, fused_sum, reciprocal_sum, rrf_ranks
from rag.types import FusedHit, Trace
from tests.rag.inspection.made import APPLIED, made_trace, with_rrf

BM25 = {"a": 9.5, "b": 7.25, "c": 2.0}
VECTOR = {"b": 0.9, "a": 0.85, "d": 0.8}


def of(trace: Trace, name: str) -> FusedHit:
    return next(hit for hit in trace.fused if hit.card_id == f"b/t/{name}")


def test_rrf_is_written_with_its_ranks_and_what_the_best_would_have() -> None:
    trace = made_trace(BM25, VECTOR)
    found = reciprocal_sum(of(trace, "b"), trace)
    assert found is not None
    assert found.terms == "1/(60+2) + 1/(60+1)"
    assert found.value == 1 / 62 + 1 / 61
    assert found.most == 2 / 61


def test_an_absent_leg_is_written_as_0() -> None:
    trace = made_trace(BM25, VECTOR)
    found = reciprocal_sum(of(trace, "d"), trace)
    assert found is not None
    assert (found.terms, found.value) == ("0 + 1/(60+3)", 1 / 63)


def test_weights_stand_above_the_line() -> None:
    trace = made_trace(BM25, VECTOR, applied=with_rrf(bm25_weight=0.5, rrf_k=10))
    found = fused_sum(of(trace, "a"), trace)
    assert found is not None
    assert found.terms == "0.5/(10+1) + 1/(10+2)"
    assert found.value == 0.5 / 11 + 1 / 12
    assert found.most == pytest.approx(1.5 / 11)


def test_min_max_is_written_with_each_leg_s_own_ends() -> None:
    trace = made_trace(BM25, VECTOR)
    found = fused_sum(of(trace, "b"), trace)
    assert found is not None
    assert found.terms == "(1 × (7.25 − 2.00)/(9.50 − 2.00) + 1 × (0.9000 − 0.8000)/(0.9000 − 0.8000)) / 2"
    assert found.value == pytest.approx(((7.25 - 2) / (9.5 - 2) + 1) / 2)
    assert found.most == 1


def test_a_card_that_one_leg_lacks_and_a_leg_of_equal_scores_give_0() -> None:
    trace = made_trace({"a": 3.0, "b": 3.0}, {"a": 0.9, "c": 0.5})
    sums = {name: fused_sum(of(trace, name), trace) for name in "abc"}
    assert {name: found.terms for name, found in sums.items() if found} == {
        "a": "(0 + 1 × (0.9000 − 0.5000)/(0.9000 − 0.5000)) / 2",
        "b": "(0 + 0) / 2",
        "c": "(0 + 1 × (0.5000 − 0.5000)/(0.9000 − 0.5000)) / 2",
    }


def test_a_single_leg_keeps_its_order_by_rrf_and_the_most_is_one_first_place() -> None:
    trace = made_trace({}, VECTOR)
    found = fused_sum(of(trace, "a"), trace)
    assert found is not None
    assert (found.terms, found.value, found.most) == ("1/(60+2)", 1 / 62, 1 / 61)


def test_a_leg_of_weight_0_does_not_speak() -> None:
    applied = replace(APPLIED, bm25_weight=0.0)
    trace = made_trace({}, VECTOR, applied=applied)
    found = reciprocal_sum(of(trace, "b"), trace)
    assert found is not None
    assert found.terms == "1/(60+1)"


def test_without_the_settings_of_the_trace_nothing_is_written() -> None:
    trace = made_trace(BM25, VECTOR, applied=None)
    assert reciprocal_sum(trace.fused[0], trace) is None
    assert fused_sum(trace.fused[0], trace) is None


def test_rrf_ranks_can_differ_from_fused_ones_and_ties_go_to_the_better_similarity() -> None:
    # min-max: a = (1 + 0.97) / 2, b = (0.1 + 1) / 2; RRF: both 1/61 + 1/62, and b has the better cosine
    trace = made_trace({"a": 10.0, "b": 1.0, "x": 0.0}, {"b": 0.90, "a": 0.89, "y": 0.5})
    assert [hit.card_id for hit in trace.fused][:2] == ["b/t/a", "b/t/b"]
    assert rrf_ranks(trace) == {"b/t/b": 1, "b/t/a": 2, "b/t/y": 3, "b/t/x": 4}


def test_the_parts_of_a_confidence_are_products() -> None:
    products = confidence_products(made_trace({}, {}).confidence)
    assert [(one.name, one.value) for one in products] == [("intercept", 1.0 * -2.0), ("cosine", 0.5 * 8.0)]
