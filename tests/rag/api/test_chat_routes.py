from pathlib import Path

import yaml

from rag.api.openapi import document
from rag.wire import Json
from tests.fakes.openai_server import OpenAIServer, Words
from tests.rag.api.conftest import Api
from tests.rag.api.events import events_in, names_of, words_of

PATH = "/api/chat/stream"
COST = "What does a parking permit cost?"
ROUTER, ANSWER = Words(("LIGHT",)), Words(("30 euros [1].",))


def ask(api: Api, message: str, **more: object) -> list[tuple[str, dict[str, Json]]]:
    response = api.client.post(PATH, json={"message": message, **more})
    assert response.status_code == 200, response.text
    return events_in(response.text)


def name_fine_tuned(api: Api) -> None:
    path: Path = api.opened.file.path
    values = yaml.safe_load(path.read_text(encoding="utf-8"))
    values["chat_model"]["fine_tuned"] = "tuned-1"
    path.write_text(yaml.safe_dump(values, allow_unicode=True), encoding="utf-8")


def test_a_greeting_has_no_citation_and_no_confidence_and_is_read_back(api: Api) -> None:
    events = ask(api, "안녕하세요")
    assert names_of(events) == ["meta", "delta", "done"]
    meta, done = events[0][1], events[-1][1]
    assert (meta["route"], meta["use_rag"], done["status"], done["confidence"]) == ("DIRECT", True, "direct", None)
    told = api.client.get(f"/api/conversations/{meta['conversation_id']}/messages").json()["messages"]
    assert [(one["route"], one["use_rag"], one["use_sft"]) for one in told] == [
        (None, True, False),
        ("DIRECT", True, False),
    ]
    assert told[1]["content"] == words_of(events)
    assert told[1]["citations"] == []


def test_a_later_follow_up_does_not_carry_the_greeting(api: Api) -> None:
    conversation = str(ask(api, "hello")[0][1]["conversation_id"])
    ask(api, "and the dog?", conversation_id=conversation)
    answer = api.opened.history().messages(conversation)[-1]
    assert '"carried":""' in answer.trace_json


def test_a_light_question_that_falls_short_says_that_it_was_escalated(api: Api) -> None:
    events = ask(api, "Who won the football match?")
    assert events[0][1]["route"] == "LIGHT_RAG"
    assert (events[-1][1]["route"], events[-1][1]["escalated"]) == ("STRONG_RAG", True)


def test_without_cards_the_model_answers_alone(api: Api, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("About 50 euros [1].",)))
    events = ask(api, COST, use_rag=False)
    assert names_of(events) == ["meta", "delta", "done"]
    assert (events[0][1]["use_rag"], events[0][1]["route"]) == (False, "DIRECT")
    assert (events[-1][1]["status"], events[-1][1]["confidence"]) == ("ungrounded", None)
    assert words_of(events) == "About 50 euros."
    (request,) = chat_server.requests
    assert "30 euros" not in str(request.body)


def test_an_ungrounded_answer_is_not_told_to_the_next_grounded_one(api: Api, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("About 50 euros.",)), ANSWER)
    conversation = str(ask(api, COST, use_rag=False)[0][1]["conversation_id"])
    ask(api, "What does a dog licence cost?", conversation_id=conversation)
    assert "About 50" not in str(chat_server.requests[-1].body)


def test_the_fine_tuned_model_writes_where_it_is_wanted(api: Api, chat_server: OpenAIServer) -> None:
    name_fine_tuned(api)
    chat_server.chat(ANSWER)
    assert api.client.get("/healthz").json()["fine_tuned"] == "tuned-1"
    events = ask(api, COST, use_sft=True)
    assert (events[0][1]["use_sft"], events[-1][1]["status"]) == (True, "answerable")
    ask(api, COST)
    assert [request.body["model"] for request in chat_server.requests] == ["tuned-1", "fake"]


def test_a_fine_tuned_model_without_a_key_is_refused_with_the_remedy(api: Api) -> None:
    name_fine_tuned(api)
    response = api.client.post(PATH, json={"message": COST, "use_sft": True})
    assert response.status_code == 422
    assert "OPENAI_API_KEY" in response.json()["error"]["message"]


def test_the_router_is_asked_where_the_rules_are_unsure(api: Api, chat_server: OpenAIServer) -> None:
    chat_server.chat(ROUTER, ANSWER)
    events = ask(api, "parking permit residents")
    assert (events[0][1]["route"], len(chat_server.requests)) == ("LIGHT_RAG", 2)
    assert chat_server.requests[0].body["max_completion_tokens"] == 16


def test_a_search_says_its_route(api: Api) -> None:
    found = api.client.post("/api/search", json={"question": COST}).json()
    assert (found["route"], found["escalated"]) == ("LIGHT_RAG", False)
    talk = api.client.post("/api/search", json={"question": "hello"}).json()
    assert (talk["status"], talk["route"], talk["confidence"], talk["hits"]) == ("direct", "DIRECT", None, [])


def test_the_document_tells_of_the_routes_and_of_both_switches() -> None:
    text = str(document(guarded=False))
    for word in ("route", "DIRECT", "escalated", "ungrounded", "422 without a chat model", "chat_model.fine_tuned"):
        assert word in text


def switches(told: Json) -> tuple[object, object]:
    assert isinstance(told, dict)
    properties = told["components"]["schemas"]["ChatBody"]["properties"]  # type: ignore[index, call-overload]
    return properties["use_rag"].get("const"), properties["use_sft"].get("const")  # type: ignore[index, union-attr, call-overload]


def test_the_document_allows_only_what_the_models_there_can_do(api: Api, chat_server: OpenAIServer) -> None:
    assert switches(document(guarded=False)) == (True, False)
    assert switches(api.client.get("/api/openapi.json").json()) == (None, False)
    name_fine_tuned(api)
    ask(api, COST)  # between two questions the file is looked at
    assert switches(api.client.get("/api/openapi.json").json()) == (None, None)
