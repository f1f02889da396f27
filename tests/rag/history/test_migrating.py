import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rag.errors import HistoryError
from rag.history.store import open_history
from tests.rag.history.shown_values import META, a_citation, a_done

TWO_CARDS = (a_citation(1), a_citation(2))
NEW = ("route", "use_rag", "use_sft")


def of_version_1(path: Path) -> str:
    """Make a history as the release before routes left it; return the conversation's id."""
    with open_history(f"sqlite:///{path}") as store:
        conversation = store.start_conversation("consular")
        question = store.add_question(conversation, META.question)
        answer = store.begin_answer(conversation, question, meta=META)
        store.finish_answer(answer, "7일 [1].", citations=TWO_CARDS, done=a_done())
    with closing(sqlite3.connect(path)) as connection:
        for column in NEW:
            connection.execute(f"ALTER TABLE messages DROP COLUMN {column}")
        connection.execute("UPDATE touchstone_history SET version = 1")
        connection.commit()
    return conversation


def test_a_history_of_the_release_before_is_brought_to_this_one_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    conversation = of_version_1(path)
    with open_history(f"sqlite:///{path}") as store:
        question, answer = store.messages(conversation)
        assert (answer.text, answer.citations) == ("7일 [1].", TWO_CARDS)
        assert (answer.route, answer.use_rag, answer.use_sft) == (None, True, False)
        assert (question.route, question.use_rag, question.use_sft) == (None, True, False)
        later = store.begin_answer(conversation, question.id, meta=META)
        stored = store.message(later)
        assert stored is not None
        assert (stored.route, stored.use_sft) == ("LIGHT_RAG", True)


def test_a_brought_history_is_stamped_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    of_version_1(path)
    for _ in range(2):
        open_history(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM touchstone_history").fetchall() == [(2,)]
        columns = [row[1] for row in connection.execute("PRAGMA table_info(messages)")]
    assert columns.count("use_rag") == 1


@pytest.mark.parametrize("version", [0, -1, 3])
def test_a_version_that_nothing_leads_from_is_refused_and_left_alone(tmp_path: Path, version: int) -> None:
    path = tmp_path / "history.sqlite"
    of_version_1(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE touchstone_history SET version = ?", (version,))
        connection.commit()
    with pytest.raises(HistoryError, match=rf"schema version {version}; this release reads version 2"):
        open_history(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(messages)")]
    assert not set(columns) & set(NEW)
