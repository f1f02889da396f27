from pathlib import Path

from rag.history.records import GivenAnswer, VersionUse
from rag.history.store import HistoryStore, open_history
from rag.types import Meta
from tests.rag.history.shown_values import SteppingClock


def answered(store: HistoryStore, question: str, version: str) -> str:
    conversation_id = store.start_conversation("all")
    question_id = store.add_question(conversation_id, question)
    return store.begin_answer(conversation_id, question_id, meta=Meta(question, "all", version, "hash"))


def test_versions_are_listed_with_the_answers_they_gave_the_latest_used_first(tmp_path: Path) -> None:
    with open_history(f"sqlite:///{tmp_path / 'h.sqlite'}", now=SteppingClock()) as store:
        answered(store, "one", "old")
        answered(store, "two", "new")
        last = store.message(answered(store, "three", "old"))
        assert last is not None
        uses = store.version_uses()
        assert [(use.version, use.answers) for use in uses] == [("old", 2), ("new", 1)]
        assert uses[0] == VersionUse("old", 2, last.created_at)


def test_the_answers_of_a_version_come_newest_first_and_are_cut(tmp_path: Path) -> None:
    with open_history(f"sqlite:///{tmp_path / 'h.sqlite'}", now=SteppingClock()) as store:
        for question in ("one", "two", "three"):
            answered(store, question, "v")
        answered(store, "elsewhere", "w")
        found = store.answers_from("v", limit=2)
        assert [answer.question for answer in found] == ["three", "two"]
        assert isinstance(found[0], GivenAnswer)
        assert found[0].status is None


def test_an_unused_history_has_no_versions(tmp_path: Path) -> None:
    with open_history(f"sqlite:///{tmp_path / 'h.sqlite'}") as store:
        assert store.version_uses() == ()
        assert store.answers_from("v") == ()
