from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rag.history.records import StoredMessage
from rag.history.store import open_history
from rag.history.turns import turns_of
from rag.query.context import standing_question
from rag.types import Ending, Status, Turn
from tests.rag.history.shown_values import META, a_done


@pytest.fixture
def exchange(tmp_path: Path) -> tuple[StoredMessage, StoredMessage]:
    with open_history(f"sqlite:///{tmp_path / 'history.sqlite'}") as store:
        conversation = store.start_conversation("all")
        question = store.add_question(conversation, "What does a parking permit cost in this town?")
        answer = store.begin_answer(conversation, question, meta=META)
        store.finish_answer(answer, "30 euros [1].", citations=(), done=a_done())
        asked, given = store.messages(conversation)
    return asked, given


def talk(exchange: Sequence[StoredMessage], name: str, text: str, status: Status | None) -> list[StoredMessage]:
    asked, given = exchange
    return [
        replace(asked, id=name, text=text),
        replace(given, id=f"{name}-answer", question_id=name, text="…", status=status),
    ]


def test_a_question_and_a_whole_answer_stand(exchange: tuple[StoredMessage, StoredMessage]) -> None:
    assert turns_of(exchange) == (Turn("user", exchange[0].text), Turn("assistant", "30 euros [1]."))


def test_a_greeting_does_not_stand_and_is_never_leant_on(exchange: tuple[StoredMessage, StoredMessage]) -> None:
    said = [*talk(exchange, "hi", "hello there, nice to meet you all today my friend", "direct"), *exchange]
    said += talk(exchange, "thanks", "thank you so much for all of your help with this today", "direct")
    turns = turns_of(said)
    assert [turn.stands for turn in turns] == [False, False, True, True, False, False]
    assert standing_question(turns) == exchange[0].text
    assert standing_question(turns[:2]) == ""


@pytest.mark.parametrize(
    ("status", "ending"), [("low_confidence", "complete"), (None, "stopped"), ("answerable", "cut-off")]
)
def test_a_refusal_or_a_broken_answer_is_never_said_again_but_its_question_stands(
    exchange: tuple[StoredMessage, StoredMessage], status: Status | None, ending: Ending
) -> None:
    asked, given = exchange
    turns = turns_of((asked, replace(given, status=status, ending=ending)))
    assert [turn.stands for turn in turns] == [True, False]


def test_an_ungrounded_answer_is_told_only_to_the_next_ungrounded_one(
    exchange: tuple[StoredMessage, StoredMessage],
) -> None:
    asked, given = exchange
    alone = replace(given, use_rag=False, status="ungrounded", text="About 50.")
    assert turns_of((asked, given, alone)) == turns_of(exchange)
    assert turns_of((asked, given, alone), grounded=False)[-1] == Turn("assistant", "About 50.", stands=False)
