from pathlib import Path

import pytest

from rag.errors import CorpusError
from rag.evaluation.conversations.folder import Asked, Metadata, Section, read_conversations
from rag.types import Turn
from tests.fakes.conversations import NORTH, QUESTIONS, SECTIONS, SOUTH, write_conversations


def asked(folder: Path, **row: object) -> Asked:
    """Return one question as it is read, judged relevant to the pier's section in qrels.tsv."""
    write_conversations(folder, questions=[{"id": "q", "text": "How long?"} | row], qrels=f"q\t{SOUTH}#0\t1\n")
    return read_conversations(folder).questions[0]


def test_sections_belong_to_their_document_and_take_their_first_line_for_a_missing_title(tmp_path: Path) -> None:
    found = read_conversations(write_conversations(tmp_path / "set"))
    assert found.name == "set"
    assert found.sections[1] == Section(f"{NORTH}#1", NORTH, "Payroll dates", "The payroll deadline is in spring.")
    assert found.sections[2].title == "The pier budget is 9 coins."


def test_metadata_is_kept_of_documents_that_are_there(tmp_path: Path) -> None:
    docmeta = {NORTH: {"agency": "Northport", "aliases": {"agency_aliases": ["NPC"]}}, "gone": {"agency": "Nobody"}}
    found = read_conversations(write_conversations(tmp_path / "set", docmeta=docmeta))
    assert found.metadata == {NORTH: Metadata("Northport", "", {"agency_aliases": ("NPC",)})}


def test_earlier_questions_are_turns_and_what_they_are_about_comes_first(tmp_path: Path) -> None:
    question = asked(
        tmp_path / "set",
        context_entities=["Pier repair"],
        prior_turns=[{"query": "What does it cost?"}],
        history=[{"role": "user", "text": "Is it safe?"}, {"role": "agent", "text": "Yes."}],
    )
    assert question.history == (
        Turn("user", "Pier repair"),
        Turn("user", "What does it cost?"),
        Turn("user", "Is it safe?"),
        Turn("assistant", "Yes."),
    )


def test_a_judged_section_stands_for_its_document(tmp_path: Path) -> None:
    assert asked(tmp_path / "set").expected == (SOUTH,)


@pytest.mark.parametrize(
    ("row", "answerability"),
    [
        ({}, "answerable"),
        ({"answerability": "PARTIAL"}, "partial"),
        ({"expected_answer_status": "partial"}, "partial"),
        ({"answerable": False}, "unanswerable"),
        ({"answerable": False, "answerability": "UNANSWERABLE"}, "unanswerable"),
        ({"answerable": False, "answerability": "UNDERSPECIFIED"}, "underspecified"),
        ({"answerable": False, "hardcase": ["ambiguous_follow_up"]}, "underspecified"),
    ],
)
def test_both_vocabularies_say_whether_there_is_an_answer(
    tmp_path: Path, row: dict[str, object], answerability: str
) -> None:
    question = asked(tmp_path / "set", **row)
    assert question.answerability == answerability
    assert bool(question.expected) == (answerability in ("answerable", "partial"))


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ({"query_type": "comparison"}, "comparison"),
        ({"multi_turn": "Follow-up"}, "follow_up"),
        ({"multi_turn": "Clarification"}, "clarification"),
        ({"multi_turn": "N/A"}, "single"),
        ({"multi_turn": "N/A", "history": [{"role": "user", "text": "Hello"}]}, "follow_up"),
    ],
)
def test_a_kind_is_what_the_folder_calls_it_or_whether_there_is_a_conversation(
    tmp_path: Path, row: dict[str, object], kind: str
) -> None:
    assert asked(tmp_path / "set", **row).kind == kind


def test_a_limit_keeps_the_first_questions(tmp_path: Path) -> None:
    found = read_conversations(write_conversations(tmp_path / "set"), limit=2)
    assert [question.id for question in found.questions] == ["one", "then"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"questions": [QUESTIONS[0], QUESTIONS[0]]}, r"queries\.jsonl:2: the id 'one' stands at line 1 already"),
        ({"sections": [SECTIONS[0], SECTIONS[0]]}, r"corpus\.jsonl:2: the id 'north-payroll#0' stands at line 1"),
        ({"sections": []}, r"corpus\.jsonl in 'set' is empty"),
        ({"questions": []}, r"queries\.jsonl in 'set' is empty"),
        ({"sections": ["{oops"]}, r"corpus\.jsonl:1: is not JSON lines"),
        ({"sections": SECTIONS[:2]}, r"queries\.jsonl:2: then expects 'south-pier', which corpus\.jsonl does not hold"),
        ({"questions": [{"id": "q", "text": "?", "history": [{"role": "bot", "text": "x"}]}]}, r"jsonl:1: history\.0"),
        ({"questions": [{"id": "q", "text": "?", "expected_doc_ids": []}]}, "q is answerable, but no document"),
        ({"questions": [{"id": "q", "text": "?"}]}, r"qrels\.tsv cannot be read in 'set'"),
        ({"docmeta": "[1]"}, r"docmeta\.json"),
        ({"docmeta": "{oops"}, r"docmeta\.json cannot be read in 'set'"),
        ({"docmeta": {NORTH: {"aliases": {"nicknames": ["x"]}}}}, rf"docmeta\.json: {NORTH}\.aliases\.nicknames"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, files: dict[str, object], message: str) -> None:
    folder = write_conversations(tmp_path / "set", **files)  # type: ignore[arg-type]  # a mapping of its own arguments
    with pytest.raises(CorpusError, match=message):
        read_conversations(folder)


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl"])
def test_a_missing_file_is_told_by_name(tmp_path: Path, name: str) -> None:
    (write_conversations(tmp_path / "set") / name).unlink()
    with pytest.raises(CorpusError, match=f"{name} cannot be read in 'set'"):
        read_conversations(tmp_path / "set")
