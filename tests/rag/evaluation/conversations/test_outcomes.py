from pathlib import Path

import pytest

from rag.evaluation.conversations.folder import Asked, Metadata, read_conversations
from rag.evaluation.conversations.outcomes import Agencies, Outcome, ask_conversations
from rag.types import Turn
from tests.fakes.conversations import NORTH, SOUTH, write_conversations
from tests.fakes.embedder import HashingEmbedder
from tests.rag.evaluation.conversations.asked_town import serve

METADATA = {
    NORTH: Metadata("Northport Council", "Payroll renewal", {"project_aliases": ("wages office",)}),
    SOUTH: Metadata("Southwick Harbour", "Pier repair", {}),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    folder = tmp_path_factory.mktemp("asked")
    found = read_conversations(write_conversations(folder / "set"))
    return {one.id: one for one in ask_conversations(found, serve(found, folder))}


def test_a_question_finds_its_document_once_however_many_of_its_sections_are_found(
    outcomes: dict[str, Outcome],
) -> None:
    one = outcomes["one"]
    assert (one.status, one.ranked[0], one.cited[0]) == ("answerable", NORTH, NORTH)
    assert one.ranked.count(NORTH) == 1
    assert "" in one.ranked  # its second section keeps its place
    assert (one.alone, one.joined, one.follows) == ((), (), False)


def test_a_follow_up_is_asked_in_its_conversation_and_beside_it_without(outcomes: dict[str, Outcome]) -> None:
    then = outcomes["then"]
    assert then.carried == "What is the pier budget of Southwick Harbour?"
    assert then.ranked[0] == then.joined[0] == SOUTH
    assert then.alone[0] == NORTH  # its card of dates is shorter: without the conversation the wrong one leads
    assert then.cited == (SOUTH,)
    assert then.strangers == ()


def test_a_comparison_may_cite_both_documents(outcomes: dict[str, Outcome]) -> None:
    assert set(outcomes["both"].budget) == {NORTH, SOUTH}


def test_what_nothing_answers_is_refused_and_cites_nothing(outcomes: dict[str, Outcome]) -> None:
    none = outcomes["none"]
    assert (none.status, none.cited, none.expected) == ("low_confidence", (), ())
    assert 0 < len(none.budget) <= len(none.presented)


def test_the_same_folder_gives_the_same_outcomes(tmp_path: Path, outcomes: dict[str, Outcome]) -> None:
    found = read_conversations(write_conversations(tmp_path / "set"))
    told: list[tuple[int, int]] = []
    again = ask_conversations(
        found, serve(found, tmp_path, HashingEmbedder()), progress=lambda *done: told.append(done)
    )
    assert {one.id: one for one in again} == outcomes
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("text", "history", "expected", "strange"),
    [
        ("Budget of Northport-Council?", (), (), {SOUTH}),
        ("What does the wages office cost?", (), (), {SOUTH}),
        ("And the deadline?", ("What does Southwick Harbour plan?",), (), {NORTH}),
        ("And the deadline?", ("What does Southwick Harbour plan?",), (NORTH,), set()),
        ("And the deadline?", (), (NORTH,), {SOUTH}),
        ("Who sings?", (), (), set()),  # nobody is named: nobody is a stranger
    ],
)
def test_a_stranger_is_named_by_neither_question_conversation_nor_labels(
    text: str, history: tuple[str, ...], expected: tuple[str, ...], strange: set[str]
) -> None:
    agencies = Agencies(METADATA)
    turns = tuple(Turn("user", said) for said in history)
    meant = agencies.meant(Asked("q", text, turns, "single", "answerable", expected))
    assert {document for document in (NORTH, SOUTH, "notice") if agencies.strange(document, meant)} == strange
