import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from rag.wire import Json
from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, settled
from tests.e2e.serving import serving
from tests.fakes.town import build_town
from tests.rag.api.events import events_in, names_of, words_of

QUESTION = "What does a parking permit cost?"
COST = "A parking permit costs 30 euros a year."


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the town's cards, without a chat model."""
    folder = tmp_path_factory.mktemp("api")
    build_town(folder)
    with serving(folder / "config.yaml") as served:
        yield served


def post(address: str, body: dict[str, Json]) -> str:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/chat/stream", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return str(response.read().decode())


def messages(address: str, conversation: str) -> list[dict[str, Json]]:
    with urllib.request.urlopen(f"{address}/api/conversations/{conversation}/messages", timeout=60) as response:
        found: list[dict[str, Json]] = json.load(response)["messages"]
        return found


def test_a_conversation_begun_over_http_goes_on_in_the_chat_and_back(address: str, open_page: OpenPage) -> None:
    events = events_in(post(address, {"message": QUESTION}))
    assert names_of(events) == ["meta", "citation", "delta", "done"]
    conversation = str(events[0][1]["conversation_id"])
    page = open_page(f"{address}/?c={conversation}")
    expect(answers(page)).to_have_count(1, timeout=60_000)
    expect(answers(page).first).to_contain_text(COST)
    settled(page)
    ask(page, "What does a dog licence cost?")
    assert parse_qs(urlsplit(page.url).query)["c"] == [conversation]
    said = messages(address, conversation)
    assert [message["role"] for message in said] == ["user", "assistant"] * 2
    assert said[1]["content"] == words_of(events)
    assert "A dog licence costs 12 euros a year." in str(said[3]["content"])


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/none", 404),
        ("GET", "/api/cards/a%0Ab", 404),
        ("GET", "/api/chat/stream", 405),
        ("POST", "/healthz", 405),
    ],
)
def test_no_error_below_api_is_a_page(address: str, method: str, path: str, status: int) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(address + path, method=method), timeout=60)
    with caught.value as error:
        assert (error.code, error.headers["Content-Type"]) == (status, "application/json")
        assert error.headers["X-Content-Type-Options"] == "nosniff"
        assert json.load(error)["error"]["status"] == status


def test_what_a_question_needs_is_opened_before_anybody_asks(tmp_path: Path) -> None:
    build_town(tmp_path)
    opened_last = tmp_path / "data" / "history.sqlite"
    assert not opened_last.exists()
    with serving(tmp_path / "config.yaml"):
        ends = time.monotonic() + 30
        while not opened_last.exists() and time.monotonic() < ends:
            time.sleep(0.05)
        assert opened_last.exists()


def test_hanging_up_keeps_what_was_sent_labelled_as_stopped(slow: str) -> None:
    home = urlsplit(slow)
    body = json.dumps({"message": QUESTION}).encode()
    head = f"POST /api/chat/stream HTTP/1.1\r\nHost: {home.netloc}\r\nContent-Type: application/json\r\n"
    received = b""
    with socket.create_connection((str(home.hostname), int(home.port or 0)), timeout=60) as line:
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        while b"word3" not in received:
            received += line.recv(65536)
    conversation = received.split(b'"conversation_id":"')[1].split(b'"')[0].decode()
    time.sleep(2)  # eight more words, had nobody hung up
    answer = messages(slow, conversation)[1]
    assert str(answer["content"]).startswith("word1 word2")
    assert "word8" not in str(answer["content"])
    assert answer["ending"] == "stopped"


def test_what_is_sent_arrives_piece_by_piece_even_where_answers_are_compressed(slow: str) -> None:
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    body = json.dumps({"message": QUESTION}).encode()
    request = urllib.request.Request(f"{slow}/api/chat/stream", body, headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        assert response.headers["Content-Encoding"] is None
        at = [time.monotonic() for line in response if line.startswith(b'data: {"content":')]
    assert at[-1] - at[0] > 5  # forty pieces, a quarter of a second apart
