from dataclasses import replace

import pytest

from rag.inspection.understanding import Carry, carry, with_values
from rag.pipeline import Question, retrieve
from rag.query.context import resolve_context
from rag.types import TopicMatch, Turn
from tests.rag.inspection.conftest import NOW, Town
from tests.rag.inspection.made import made_trace

EARLIER = Turn("user", "What does it cost to renew a passport at the embassy in Berlin for a child?")
SUBJECT = (TopicMatch("b", "taxes", "tax"),)


@pytest.mark.parametrize(
    ("question", "history", "topics", "expected"),
    [
        ("What is the fee?", (), (), "no-earlier"),
        ("Never mind, what is the fee?", (EARLIER,), (), "taken-back"),
        (
            "Which office in Busan issues residence cards to exchange students from Lyon every winter?",
            (EARLIER,),
            (),
            "stands-alone",
        ),
        ("Tax on dogs", (EARLIER,), SUBJECT, "own-subject"),
        ("What is the fee?", (EARLIER,), (), "carried"),
    ],
)
def test_every_reason_of_the_context_has_its_decision(
    question: str, history: tuple[Turn, ...], topics: tuple[TopicMatch, ...], expected: Carry
) -> None:
    context = resolve_context(question, history, topics, ())
    trace = replace(made_trace({}, {}), carried=context.carried, context_reason=context.reason)
    assert carry(trace) == expected


def test_a_question_asked_on_its_own_says_so(town: Town) -> None:
    trace = retrieve(Question("and dogs?", "all", (EARLIER,), alone=True), town.tools, town.settings, now=NOW)
    assert carry(trace) == "asked-alone"


def test_an_old_trace_says_nothing_of_the_conversation() -> None:
    assert carry(made_trace({}, {})) == "not-recorded"


def test_amounts_and_dates_are_shown_in_both_forms() -> None:
    assert with_values("예산이 5천만원인 사업") == "예산이 5천만원[=50000000]인 사업"
    assert with_values("마감이 2026. 4. 17.인 사업") == "마감이 2026. 4. 17.[=2026-04-17]인 사업"
    assert with_values("What does it cost?") == ""
