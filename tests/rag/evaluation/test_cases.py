"""Labelled questions asked of a real index of a small town."""

import pytest

from rag.config import load_settings
from rag.engine import Engine, open_engine
from rag.evaluation.cases import DEEP, Case, ask_all
from rag.evaluation.labels import Kind, Labelled
from rag.evaluation.sweep import rescored
from rag.rules import logistic_of
from tests.fakes.town import DOG, PERMIT, build_town


def label(case_id: str, question: str, *expected: str, kind: Kind = "answerable") -> Labelled:
    return Labelled(case_id, "town", kind, question, expected, "en", "", "", ())


LABELS = (
    label("permit", "Which residents pay nothing for a parking permit?", PERMIT),
    label("dog", "What does the licence of my old dog cost every year?", DOG),
    label("far", "Who won the football match?", kind="far"),
    label("nothing", "🎉", kind="greeting"),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("town")
    build_town(folder)
    return open_engine(load_settings(folder / "config.yaml"), {})


@pytest.fixture(scope="module")
def cases(engine: Engine) -> tuple[Case, ...]:
    return ask_all(LABELS, engine, engine.settings)


def test_cases_stand_in_the_order_of_the_questions(cases: tuple[Case, ...]) -> None:
    assert [case.id for case in cases] == [label.id for label in LABELS]
    assert [case.status for case in cases[:2]] == ["answerable", "answerable"]
    assert all(case.right_first for case in cases[:2])


def test_what_no_card_covers_is_not_covered_and_not_answered(cases: tuple[Case, ...]) -> None:
    far = cases[2]
    assert (far.covered, far.answered, far.right_first) == (False, False, False)


def test_a_case_keeps_the_rankings_and_the_evidence(cases: tuple[Case, ...]) -> None:
    permit = cases[0]
    assert permit.fused[0] == permit.bm25[0] == permit.selected[0] == PERMIT
    assert len(permit.fused) <= DEEP
    assert permit.top_k == len(permit.selected)
    assert {name for name, _ in permit.parts} == {"cosine", "bm25_self"}  # the intercept is no evidence


def test_a_question_without_a_word_has_no_evidence(cases: tuple[Case, ...]) -> None:
    assert (cases[3].status, cases[3].confidence, cases[3].fused) == ("empty_question", 0.0, ())


def test_the_same_questions_give_the_same_cases(cases: tuple[Case, ...], engine: Engine) -> None:
    assert ask_all(LABELS, engine, engine.settings) == cases


def test_confidence_and_verdict_come_again_from_the_evidence_that_is_kept(
    cases: tuple[Case, ...], engine: Engine
) -> None:
    assert rescored(cases, logistic_of(engine.settings)) == cases


def test_progress_is_told_before_each_question_and_at_the_end(engine: Engine) -> None:
    told: list[tuple[int, int]] = []
    ask_all(LABELS[:2], engine, engine.settings, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_a_rewrite_is_asked_after_an_answer_and_the_route_is_kept(engine: Engine) -> None:
    labels = (label("shorter", "shorter please", kind="rewrite"), label("hello", "hello", kind="greeting"), *LABELS[:3])
    cases = ask_all(labels, engine, engine.settings)
    assert [case.route for case in cases] == ["DIRECT", "DIRECT", "LIGHT_RAG", "LIGHT_RAG", "LIGHT_RAG"]
    assert [case.status for case in cases[:2]] == ["direct", "direct"]
    assert cases[4].status == "low_confidence"  # it was looked for as STRONG_RAG too; the first route is what is judged
