import json
import threading
import time
from collections.abc import Mapping

import anyio
import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from rag.api.endpoints import Endpoints
from rag.api.routes import build_api
from rag.process import Opened
from tests.fakes.openai_server import OpenAIServer, Words
from tests.fakes.town import BUS, PERMIT
from tests.rag.api.conftest import HOME, LOOPBACK, OPEN, Api
from tests.rag.api.events import events_in, names_of, words_of

QUESTION = "What does a parking permit cost?"
PATH = "/api/chat/stream"


def ask(api: Api, message: str = QUESTION, **more: object) -> list[tuple[str, dict[str, object]]]:
    response = api.client.post(PATH, json={"message": message, **more})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    return [(name, dict(data)) for name, data in events_in(response.text)]


def test_an_answer_is_meta_then_citations_then_words_then_done(api: Api) -> None:
    response = api.client.post(PATH, json={"message": QUESTION, "use_rag": True, "use_sft": False})
    events = events_in(response.text)
    assert names_of(events) == ["meta", "citation", "delta", "done"]
    meta, first, done = events[0][1], events[1][1], events[-1][1]
    assert (meta["use_rag"], meta["use_sft"], meta["bundle"]) == (True, False, "all")
    assert meta["index_version"] == api.opened.engine().index().manifest.version
    assert meta["settings_hash"] == api.opened.engine().settings.hash
    assert "route" not in meta
    assert (first["rank"], first["source_key"], first["card_id"]) == (1, "town", PERMIT)
    assert (first["title"], first["trust"]) == ("Parking permit", "human-reviewed")
    assert first["resource"] == "https://town.example/parking"
    assert "A parking permit costs 30 euros a year." in first["quoted_text"]  # type: ignore[operator]
    assert words_of(events).startswith("A parking permit costs 30 euros a year. [1]")
    assert (done["status"], done["ending"]) == ("answerable", "complete")
    assert 0.5 < float(str(done["confidence"])) <= 1


def test_what_was_sent_is_stored_and_done_names_the_message(api: Api) -> None:
    events = ask(api)
    store = api.opened.history()
    conversation = str(events[0][1]["conversation_id"])
    question, answer = store.messages(conversation)
    assert (question.text, answer.question_id, answer.id) == (QUESTION, question.id, events[-1][1]["message_id"])
    assert answer.text == "".join(str(data["content"]) for name, data in events if name == "delta")
    assert (answer.status, answer.ending) == ("answerable", "complete")
    assert len(answer.citations) == sum(name == "citation" for name, _ in events)


def test_a_refusal_says_so_in_words_and_in_its_status(api: Api) -> None:
    events = ask(api, "   ")
    assert [name for name, _ in events] == ["meta", "delta", "done"]
    assert events[-1][1]["status"] == "empty_question"


def test_a_conversation_goes_on_under_its_id_and_only_the_asked_bundle_answers(api: Api) -> None:
    begun = api.opened.history().start_conversation("all")
    ask(api, conversation_id=begun)
    events = ask(api, "市内公交车票价多少？", conversation_id=begun, bundle="chengshi")
    assert events[0][1]["conversation_id"] == begun
    assert {data["card_id"] for name, data in events if name == "citation"} == {BUS}
    assert [message.role for message in api.opened.history().messages(begun)] == ["user", "assistant"] * 2


def test_a_failing_model_is_an_error_event_and_done_still_comes(api: Api, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("A permit costs ", "30 euros"), then="drop", finish=None))
    events = ask(api)
    assert names_of([(name, {}) for name, _ in events]) == ["meta", "citation", "delta", "error", "done"]
    error = next(data for name, data in events if name == "error")
    assert (error["kind"], events[-1][1]["ending"]) == ("truncated", "cut-off")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "message: Field required"),
        ({"message": 1}, "message: "),
        ({"message": "\ud800"}, "body: Invalid JSON"),
        ({"message": "x", "use_rag": False}, "use_rag: only true is possible"),
        ({"message": "x", "use_sft": True}, "use_sft: only false is possible"),
        ({"message": "x", "conversation_id": "short"}, "conversation_id: "),
        ({"message": "x", "card_id": ""}, "card_id: "),
        (
            {"message": "x", "card_id": PERMIT, "bundle": "dosi"},
            "card_id: 'town/fees/parking-permit' is a card of 'town'",
        ),
        ({"message": "x", "alone": "yes"}, "alone: "),
        ({"message": "x", "surplus": 1}, "surplus: "),
    ],
)
def test_a_field_that_does_not_fit_is_named_and_nothing_is_stored(
    api: Api, body: Mapping[str, object], field: str
) -> None:
    headers = {"Content-Type": "application/json"}
    response = api.client.post(PATH, content=json.dumps(body), headers=headers)
    assert response.status_code == 422
    assert field in response.json()["error"]["message"]
    assert api.opened.history().conversations() == ()


@pytest.mark.parametrize(
    ("field", "named"),
    [
        ({"bundle": "village"}, "bundle: there is no 'village'; there are chengshi, dosi, town, or all."),
        ({"card_id": "town/fees/none"}, "card_id: No card 'town/fees/none' is in index version "),
    ],
)
def test_what_is_not_there_is_named_and_nothing_is_stored(api: Api, field: Mapping[str, str], named: str) -> None:
    response = api.client.post(PATH, json={"message": "x", **field})
    assert response.status_code == 404
    assert named in response.json()["error"]["message"]
    assert api.opened.history().conversations() == ()


def test_an_unknown_conversation_is_not_begun_under_a_chosen_id(api: Api) -> None:
    response = api.client.post(PATH, json={"message": "x", "conversation_id": "a" * 22})
    assert response.status_code == 404
    assert api.opened.history().conversation("a" * 22) is None


def test_leaving_stops_the_model_and_keeps_the_partial_labelled(api: Api, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(tuple(f"word{number} " for number in range(1, 101)), delay_s=0.05))
    sent: list[bytes] = []
    began = time.monotonic()

    async def leave_after_three_words() -> None:
        gone = anyio.Event()
        body = iter([{"type": "http.request", "body": b'{"message": "What does a parking permit cost?"}'}])

        async def receive() -> Message:
            if request := next(body, None):
                return request
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message.get("body", b""))
            if b"".join(sent).count(b"event: delta") == 3:
                gone.set()

        headers = [(b"host", b"127.0.0.1:8501"), (b"content-type", b"application/json")]
        ends = {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8501)}
        scope = {"type": "http", "method": "POST", "path": PATH, "headers": headers, "query_string": b"", **ends}
        await api.app(scope, receive, send)

    anyio.run(leave_after_three_words)
    assert time.monotonic() - began < 4  # all hundred words take five seconds
    conversation = str(events_in(b"".join(sent).decode())[0][1]["conversation_id"])
    answer = api.opened.history().messages(conversation)[1]
    # what was on its way when the client left may be missing from what is kept, and nothing else
    assert answer.text.startswith("word1 word2")
    assert words_of(events_in(b"".join(sent).decode())).startswith(answer.text)
    assert chat_server.requests[-1].hung_up.wait(5)
    assert (answer.ending, answer.status) == ("stopped", None)
    assert len(answer.citations) == b"".join(sent).count(b"event: citation")


def test_twenty_answers_at_once_are_all_whole(api: Api) -> None:
    api.client.get("/healthz")
    found: list[list[str]] = []

    def one() -> None:
        found.append(names_of([(name, {}) for name, _ in ask(api)]))

    threads = [threading.Thread(target=one) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == [["meta", "citation", "delta", "done"]] * 20


def test_a_place_is_free_again_after_an_answer_and_after_a_refused_request(opened: Opened) -> None:
    client = TestClient(build_api(Endpoints(lambda: opened, lists=False, most_streams=1), OPEN), HOME, client=LOOPBACK)
    bodies = ({"message": "x", "conversation_id": "a" * 22}, {"message": QUESTION}, {"message": QUESTION})
    assert [client.post("/chat/stream", json=body).status_code for body in bodies] == [404, 200, 200]


def test_more_answers_at_once_than_there_are_places_are_refused(opened: Opened) -> None:
    client = TestClient(build_api(Endpoints(lambda: opened, lists=False, most_streams=0), OPEN), HOME, client=LOOPBACK)
    response = client.post("/chat/stream", json={"message": QUESTION})
    assert (response.status_code, response.headers["retry-after"]) == (429, "1")
    assert opened.history().conversations() == ()
