from dataclasses import replace
from typing import Literal

import pytest

from rag.answer.comparison import Target, compared
from rag.reading import NamesFound
from rag.types import Answerer, Trace
from tests.rag.history.shown_values import a_citation, a_trace

TEXT = "It takes 7 days. [1]\n\nIt takes 9 days. [2]\n\nSecond line. [2]"
CITATIONS = (
    replace(a_citation(2), title="South", quotes=("It takes 9 days.", "Second line.", "Not in the answer.")),
    replace(a_citation(1), title="North", quotes=("It takes 7 days.",)),
    replace(a_citation(3), title="Read on", role="further"),
)


def asked(query_type: Literal["single", "comparison"] = "comparison") -> Trace:
    return replace(a_trace(), names=NamesFound(query_type, (), "relaxed", (), (), "", False))


def targets(
    trace: Trace, *, answerer: Answerer | None = "extractive", cited: tuple[int, ...] = (1, 2)
) -> tuple[Target, ...]:
    return compared(trace, TEXT, answerer=answerer, citations=CITATIONS, cited=cited)


def test_each_target_has_its_own_lines_of_the_answer_in_the_order_of_the_markers() -> None:
    assert targets(asked()) == (
        Target(1, "North", ("It takes 7 days.",)),
        Target(2, "South", ("It takes 9 days.", "Second line.")),
    )


def test_quotes_in_place_of_a_failed_model_are_compared_as_well() -> None:
    assert len(targets(asked(), answerer="extractive-fallback")) == 2


@pytest.mark.parametrize("answerer", ["model", "none", None])
def test_sentences_of_a_model_and_refusals_are_no_table(answerer: Answerer | None) -> None:
    assert targets(asked(), answerer=answerer) == ()


def test_a_single_target_another_kind_of_question_and_an_old_trace_are_no_comparison() -> None:
    assert targets(asked(), cited=(2,)) == ()
    assert targets(asked("single")) == ()
    assert targets(replace(a_trace(), names=None)) == ()
