import pytest

from rag.api.guard import Admission
from tests.rag.api.conftest import Serve

TOKEN = "a-token-of-the-test"
GUARDED = Admission(TOKEN, requests_per_s=1000.0, burst=1000)
CARD = "/api/cards/town/fees/parking-permit"


@pytest.mark.parametrize(
    ("home", "client"),
    [
        ("http://192.0.2.7:8501", "192.0.2.9"),
        ("http://127.0.0.1:8501", "192.0.2.9"),
        ("http://evil.example", "127.0.0.1"),
    ],
    ids=["another machine", "another machine that forges Host", "a rebound name or a proxy"],
)
def test_without_a_token_only_the_machine_itself_is_served(serve: Serve, home: str, client: str) -> None:
    response = serve(home=home, client=(client, 1)).client.get(CARD)
    assert response.status_code == 403
    assert "TOUCHSTONE_API_TOKEN" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("home", "client", "host"),
    [
        ("http://127.0.0.1:8501", "127.0.0.1", "localhost:8501"),
        ("http://127.0.0.1:8501", "::ffff:127.0.0.1", "127.0.0.1:8501"),
        ("http://[::1]:8501", "::1", "[::1]:8501"),
    ],
)
def test_the_machine_itself_is_served_by_any_of_its_names(serve: Serve, home: str, client: str, host: str) -> None:
    api = serve(home=home, client=(client, 1))
    assert api.client.get(CARD, headers={"Host": host}).status_code == 200


def test_a_token_opens_the_api_from_anywhere_and_only_the_right_one(serve: Serve) -> None:
    client = serve(GUARDED, home="http://192.0.2.7", client=("192.0.2.9", 1)).client
    assert client.get(CARD, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": TOKEN}, {"Authorization": f"Basic {TOKEN}"}):
        response = client.get(CARD, headers=wrong)
        assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
        assert TOKEN not in response.text


def test_a_configured_token_is_asked_of_the_machine_itself_too(serve: Serve) -> None:
    assert serve(GUARDED).client.get(CARD).status_code == 401


def test_the_health_is_told_without_a_token(serve: Serve) -> None:
    client = serve(GUARDED, home="http://192.0.2.7", client=("192.0.2.9", 1)).client
    assert client.get("/healthz").json()["cards"] == 10


def test_conversations_are_listed_only_where_a_token_was_shown(serve: Serve) -> None:
    api = serve()
    api.client.post("/api/chat/stream", json={"message": "What does a dog licence cost?"})
    refused = api.client.get("/api/conversations")
    assert refused.status_code == 403
    assert "TOUCHSTONE_API_TOKEN" in refused.json()["error"]["message"]
    guarded = serve(GUARDED).client
    assert guarded.get("/api/conversations").status_code == 401
    listed = guarded.get("/api/conversations", headers={"Authorization": f"Bearer {TOKEN}"}).json()["conversations"]
    assert [conversation["title"] for conversation in listed] == ["What does a dog licence cost?"]


def test_a_client_over_its_rate_waits_and_others_do_not(serve: Serve) -> None:
    admission = Admission(requests_per_s=0.01, burst=2)
    client = serve(admission).client
    assert [client.get("/api/x").status_code for _ in range(3)] == [404, 404, 429]
    response = client.get("/healthz")
    assert response.status_code == 429
    assert 90 <= int(response.headers["retry-after"]) <= 101  # a request each 100 s, rounded up
    assert client.get("/api/x", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 429
