import json
from dataclasses import replace
from pathlib import Path

import pytest

from rag.errors import CorpusError
from rag.evaluation.conversations.report import OUTCOMES, to_lines, to_misses, write_outcomes
from rag.evaluation.conversations.scores import score_conversations
from tests.rag.evaluation.conversations.made_outcomes import EMPTY, RIGHT, VAGUE


def test_the_tables_say_each_number_and_a_dash_where_there_is_none() -> None:
    lines = list(to_lines("set", score_conversations([RIGHT, replace(EMPTY, kind="abstention"), VAGUE])))
    assert lines[0] == "## set"
    assert "| single_doc | 1 | 1.000 (1.000-1.000, 1) | 1.000 | 1.000 | 1.000 | 1.000 | 0 |" in lines
    assert "| abstention | 0 | - | - | - | - | - | 0 |" in lines
    assert "| unanswerable | 1 | 1 low_confidence |" in lines
    assert "| partial | 0 | - |" in lines
    assert not any("follow-ups" in line for line in lines)


def test_follow_ups_have_a_table_of_their_own() -> None:
    follow_up = replace(RIGHT, follows=True, alone=("right",), joined=("right",))
    lines = list(to_lines("set", score_conversations([follow_up])))
    assert "| follow-ups, 0 of 1 carried | hit@1 | hit@5 | recall@5 | nDCG@10 |" in lines
    assert lines[-1].startswith("| the last user turn before it | 1.000")


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (replace(RIGHT, budget=("other",)), "q (0.90, answerable): loses right: What about it?"),
        (replace(RIGHT, strangers=("other",)), "q (0.90, answerable): cites other: What about it?"),
        (replace(RIGHT, status="no_candidate"), "q (0.90, no_candidate): should be answered: What about it?"),
        (replace(RIGHT, status="ambiguous"), "q (0.90, ambiguous): should not be asked back: What about it?"),
        (replace(EMPTY, status="answerable"), "q (0.10, answerable): should be refused: What about it?"),
        (
            replace(VAGUE, status="answerable", carried="Before?"),
            "q (0.80, answerable): should be asked back: What about it? [carried: Before?]",
        ),
    ],
)
def test_a_question_that_went_wrong_says_how(outcome: object, said: str) -> None:
    assert list(to_misses([RIGHT, EMPTY, VAGUE, replace(EMPTY, status="ambiguous"), outcome])) == [said]  # type: ignore[list-item]  # a parameter


def test_outcomes_are_written_a_line_a_question(tmp_path: Path) -> None:
    path = write_outcomes(tmp_path, [RIGHT, EMPTY])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert (path.name, [row["status"] for row in rows]) == (OUTCOMES, ["answerable", "low_confidence"])
    assert rows[0]["ranked"] == ["right", "", "other"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"outcomes\.jsonl cannot be written to 'gone'"):
        write_outcomes(tmp_path / "gone", [RIGHT])
