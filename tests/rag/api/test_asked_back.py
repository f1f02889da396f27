"""A program can do what a reader does when the chat asks back, or when an earlier question should lend nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.history.trace_json import trace_from_json
from rag.process import Opened
from tests.fakes.town import DEPRECATED, PERMIT, town_settings, write_settings
from tests.rag.api.conftest import Api
from tests.rag.api.events import Sent, events_in, words_of

CHAT = "/api/chat/stream"
COST = "A parking permit costs 30 euros a year. [1]"
EARLIER = "What does a dog licence cost?"

ASKS_BACK = {"tokens_en": 20, "cosine_gap": 2.0, "score_ratio": 0.0, "least_confidence": 0.0}
"""Any English question of up to twenty tokens could mean several cards."""


@pytest.fixture
def opened(town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """The town's cards under settings that ask back."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    changes: dict[str, dict[str, object]] = {
        "history": {"url": f"sqlite:///{tmp_path / 'history.sqlite'}"},
        "ambiguity": dict(ASKS_BACK),
    }
    write_settings(tmp_path / "config.yaml", town_settings(town / "okf", town / "data", changes))
    shared = Opened(tmp_path / "config.yaml")
    yield shared
    shared.close()


def ask(api: Api, message: str, **more: object) -> list[Sent]:
    response = api.client.post(CHAT, json={"message": message, **more})
    assert response.status_code == 200, response.text
    return events_in(response.text)


def carried(api: Api, events: list[Sent]) -> str:
    """Return the earlier question that an answer was understood with."""
    messages = api.opened.history().messages(str(events[0][1]["conversation_id"]))
    return trace_from_json(
        next(message.trace_json for message in messages if message.id == events[-1][1]["message_id"])
    ).carried


def test_the_chosen_candidate_alone_answers_the_same_question(api: Api) -> None:
    first = ask(api, "parking permit")
    assert first[-1][1]["status"] == "ambiguous"
    candidates = [data["card_id"] for name, data in first if name == "citation"]
    assert PERMIT in candidates
    assert len(candidates) > 1
    conversation = first[0][1]["conversation_id"]
    again = ask(api, "parking permit", conversation_id=conversation, card_id=PERMIT)
    assert again[-1][1]["status"] == "answerable"
    assert [data["card_id"] for name, data in again if name == "citation"] == [PERMIT]
    assert words_of(again).startswith(COST)
    assert [message.text for message in api.opened.history().messages(str(conversation))][2] == "parking permit"


def test_a_chosen_card_that_may_not_answer_is_a_refusal_without_other_cards(api: Api) -> None:
    events = ask(api, "parking permit", card_id=DEPRECATED)
    assert events[-1][1]["status"] == "no_candidate"
    assert [name for name, _ in events] == ["meta", "delta", "done"]


def test_a_question_asked_alone_is_understood_without_the_one_before(api: Api) -> None:
    begun = ask(api, EARLIER)[0][1]["conversation_id"]
    assert carried(api, ask(api, "and a permit?", conversation_id=begun)) == EARLIER
    assert carried(api, ask(api, "and a permit?", conversation_id=begun, alone=True)) == ""
