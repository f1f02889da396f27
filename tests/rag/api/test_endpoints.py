import shutil
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rag.api.guard import Admission
from rag.api.routes import routes_of
from rag.process import Opened
from tests.fakes.town import BUS, PERMIT, UNSAFE, town_settings, write_settings
from tests.rag.api.conftest import HOME, LOOPBACK, OPEN, Api, Serve

CHAT = "/api/chat/stream"
JSON = "application/json"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("POST", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/conversations/", 404),
        ("GET", "/api/conversations/unknown/messages", 404),
        ("GET", "/api/cards/town/fees/none", 404),
        ("GET", "/api/cards/%2e%2e/%2e%2e/etc/passwd", 404),
        ("GET", "/api/%0A", 404),
        ("GET", "/api/cards/town/%0Afees", 404),
        ("GET", CHAT, 405),
        ("OPTIONS", CHAT, 405),
        ("DELETE", "/api/conversations", 405),
        ("POST", "/healthz", 405),
        ("POST", CHAT, 415),
        ("POST", "/api/search", 415),
    ],
)
def test_every_error_is_json_that_names_its_status(api: Api, method: str, path: str, status: int) -> None:
    response = api.client.request(method, path)
    assert (response.status_code, response.headers["content-type"]) == (status, JSON)
    error = response.json()["error"]
    assert error["status"] == status
    assert error["message"] not in ("", "Not Found", "Method Not Allowed")
    assert response.headers["cache-control"] == "no-store"
    if status == 405:
        assert response.headers["allow"]


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_of_another_site_can_send_is_refused(api: Api, content_type: str) -> None:
    response = api.client.post(CHAT, content=b'{"message": "x"}', headers={"Content-Type": content_type})
    assert response.status_code == 415
    assert api.opened.history().conversations() == ()


def test_a_body_may_have_64_kib_and_not_one_byte_more(api: Api) -> None:
    frame = len('{"question":""}')
    most = "x" * (64 * 1024 - frame)
    headers = {"Content-Type": "application/json; charset=utf-8"}
    for question, status in ((most, 200), (most + "x", 413)):
        response = api.client.post("/api/search", content=f'{{"question":"{question}"}}', headers=headers)
        assert response.status_code == status


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"null", b"\xff", b"[" * 60_000])
def test_a_body_that_is_no_json_object_is_refused(api: Api, body: bytes) -> None:
    response = api.client.post(CHAT, content=body, headers={"Content-Type": JSON})
    assert response.status_code == 422
    assert response.json()["error"]["message"].startswith("body: ")


def test_a_search_lists_hits_without_an_answer(api: Api) -> None:
    found = api.client.post(
        "/api/search", json={"question": "permit for residents over 70", "bundle": "town", "limit": 2}
    ).json()
    assert len(found["hits"]) == 2
    assert (found["hits"][0]["card_id"], found["hits"][0]["rank"]) == (PERMIT, 1)
    assert found["status"] == "answerable"
    assert api.opened.history().conversations() == ()


@pytest.mark.parametrize(
    "body",
    [{"question": "x", "limit": 0}, {"question": "x", "limit": 51}, {"question": "x", "limit": 1.5}, {}],
)
def test_a_search_out_of_range_is_refused(api: Api, body: dict[str, object]) -> None:
    assert api.client.post("/api/search", json=body).status_code == 422


def test_a_card_is_given_with_its_provenance_and_a_safe_address_only(api: Api) -> None:
    card = api.client.get(f"/api/cards/{PERMIT}").json()
    assert (card["title"], card["source_key"], card["trust"]) == ("Parking permit", "town", "human-reviewed")
    assert (card["resource"], card["stale"]) == ("https://town.example/parking", False)
    for unsafe in UNSAFE:
        assert api.client.get(f"/api/cards/{unsafe}").json()["resource"] is None


def test_a_conversation_of_the_chat_is_read_over_http_with_its_citations(api: Api) -> None:
    conversation = api.opened.history().start_conversation("all")
    body = {"message": "市内公交车票价多少？", "conversation_id": conversation}
    api.client.post(CHAT, json=body)
    found = api.client.get(f"/api/conversations/{conversation}/messages").json()
    question, answer = found["messages"]
    assert found["conversation"]["title"] == question["content"] == body["message"]
    assert (question["role"], question["status"], question["citations"]) == ("user", None, [])
    assert (answer["role"], answer["question_id"], answer["ending"]) == ("assistant", question["id"], "complete")
    citation = answer["citations"][0]
    assert (citation["card_id"], citation["source_key"], citation["rank"]) == (BUS, "chengshi", 1)
    assert citation["quoted_text"] == ["市内公交车票价为两元。"]
    assert citation["score"] > 0
    metadata = {name: citation["metadata"][name] for name in ("role", "proved", "stale", "fictional", "stale_after")}
    assert metadata == {"role": "evidence", "proved": True, "stale": False, "fictional": False, "stale_after": None}


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "limit=٣", "offset=-1"])
def test_a_list_out_of_range_is_refused(serve: Serve, query: str) -> None:
    admission = Admission("secret", 1000.0, 1000)
    client = serve(admission).client
    response = client.get(f"/api/conversations?{query}", headers={"Authorization": "Bearer secret"})
    assert response.status_code == 422


def test_the_health_names_version_cards_and_embedder(api: Api) -> None:
    health = api.client.get("/healthz").json()
    assert health == {
        "status": "ok",
        "index_version": api.opened.engine().index().manifest.version,
        "cards": 10,
        "embedder": {"name": "tiny", "revision": "1", "dimensions": 2},
        "chat_model": None,
        "fine_tuned": None,
    }


def test_without_an_index_every_answer_says_what_to_do(town: Path, tmp_path: Path) -> None:
    shutil.copytree(town / "data" / "models", tmp_path / "empty" / "models")
    write_settings(tmp_path / "config.yaml", town_settings(town / "okf", tmp_path / "empty"))
    bare = Opened(tmp_path / "config.yaml")
    client = TestClient(Starlette(routes=routes_of(lambda: bare, OPEN)), base_url=HOME, client=LOOPBACK)
    for path, body in ((CHAT, {"message": "x"}), ("/api/search", {"question": "x"})):
        response = client.post(path, json=body)
        assert response.status_code == 503
        assert "python -m rag index" in response.json()["error"]["message"]
    assert client.get("/healthz").status_code == 503
    bare.close()


def test_the_openapi_document_describes_every_address(api: Api) -> None:
    document = api.client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.2.0"
    assert set(document["paths"]) == {
        "/api/chat/stream",
        "/api/search",
        "/api/compute",
        "/api/conversations",
        "/api/conversations/{id}/messages",
        "/api/cards/{id}",
        "/api/openapi.json",
        "/healthz",
    }
    assert document["security"] == []
    chat = document["components"]["schemas"]["ChatBody"]
    assert chat["required"] == ["message"]
    assert set(chat["properties"]) == {"message", "conversation_id", "bundle", "card_id", "alone", "use_rag", "use_sft"}
