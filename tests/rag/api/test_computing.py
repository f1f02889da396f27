"""Computations over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rag.api.openapi import document
from rag.api.routes import routes_of
from rag.process import Opened
from rag.wire import Json
from tests.fakes.computing import CRS, DEADLINE, PROFILE, build_computing, computing_settings
from tests.fakes.town import write_settings
from tests.rag.api.conftest import HOME, LOOPBACK, OPEN, Api
from tests.rag.api.events import events_in, names_of, words_of
from tests.rag.api.test_schema import BEARER, GUARDED, over


@pytest.fixture(scope="module")
def computing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("computing")
    build_computing(folder)
    return folder


@pytest.fixture
def opened(computing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    history = f"sqlite:///{tmp_path / 'history.sqlite'}"
    write_settings(tmp_path / "config.yaml", computing_settings(computing / "okf", computing / "data", history))
    shared = Opened(tmp_path / "config.yaml")
    yield shared
    shared.close()


@pytest.fixture
def client(opened: Opened) -> TestClient:
    return TestClient(Starlette(routes=routes_of(lambda: opened, OPEN)), base_url=HOME, client=LOOPBACK)


def ask(client: TestClient, message: str, **more: str) -> list[tuple[str, dict[str, object]]]:
    found = client.post("/api/chat/stream", json={"message": message, **more})
    assert found.status_code == 200
    return list(events_in(found.text))  # type: ignore[arg-type]  # JSON values


def test_typed_inputs_give_the_score_with_its_receipt_and_citations(client: TestClient) -> None:
    inputs = {"age": 31, "education": "bachelors", "first_language": [8, 8, 8, 8], "canadian_work_years": 1}
    body = {
        "card_id": CRS,
        "inputs": {**inputs, "foreign_work_years": 3, "on": "2026-06-01", "trade_certificate": False},
    }
    outcome = client.post("/api/compute", json=body).json()
    assert (outcome["status"], outcome["confidence"], outcome["message_id"]) == ("computed", None, None)
    receipt = outcome["computation"]["receipt"]
    assert (receipt["result"], receipt["unit"], receipt["rules"]["expired"]) == ("427", "points", False)
    assert receipt["inputs"]["first_language"] == "8,8,8,8"
    assert outcome["computation"]["levers"][0] == {"label": "Provincial nomination", "delta": 600, "total": 1027}
    assert [citation["rank"] for citation in outcome["citations"]] == list(range(1, len(outcome["citations"]) + 1))
    assert outcome["content"].startswith("427 points. CRS rules of 2025-03-25, in force from 2025-03-25")


def test_missing_and_wrong_inputs_end_in_needs_input_with_every_problem_and_no_number(client: TestClient) -> None:
    outcome = client.post("/api/compute", json={"card_id": CRS, "inputs": {"age": 200, "shoe": "42"}}).json()
    found = outcome["computation"]
    assert (outcome["status"], found["receipt"]) == ("needs_input", None)
    assert [field for field, _ in found["problems"]] == ["shoe", "age", "education", "first_language"]
    assert [one["name"] for one in found["wanted"] if one["required"]] == ["age", "education", "first_language"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"card_id": "immigration/nowhere", "inputs": {}}, 404, "No Attested Computation 'immigration/nowhere'"),
        (
            {"card_id": "immigration/crs/imm-crs-age", "inputs": {}},
            404,
            "No Attested Computation 'immigration/crs/imm-crs-age'",
        ),
        ({"card_id": CRS, "inputs": {"age": 1.5}}, 422, "inputs.age"),
        ({"card_id": CRS, "inputs": {"age": "9" * 300}}, 422, "inputs.age"),
        ({"inputs": {}}, 422, "card_id"),
        ({"card_id": CRS, "inputs": {}, "conversation_id": "unknown-conversation"}, 404, "no conversation"),
    ],
)
def test_what_cannot_be_run_is_an_error_that_names_it(
    client: TestClient, body: dict[str, object], status: int, said: str
) -> None:
    found = client.post("/api/compute", json=body)
    assert found.status_code == status
    assert said in found.json()["error"]["message"]


def test_a_question_for_a_computation_streams_and_ends_with_its_values(client: TestClient) -> None:
    events = ask(client, "60 days from 3 March 2026")
    assert names_of(events) == ["meta", "citation", "delta", "done"]  # type: ignore[arg-type]
    done = events[-1][1]
    assert done["status"] == "computed"
    assert done["computation"]["receipt"]["result"] == "2026-05-02"  # type: ignore[index]
    assert words_of(events).startswith("Saturday, 2026-05-02. [1]")  # type: ignore[arg-type]


def test_what_is_missing_is_sent_to_compute_and_kept_in_the_conversation(client: TestClient) -> None:
    events = ask(client, "what is my CRS score")
    conversation, done = str(events[0][1]["conversation_id"]), events[-1][1]
    assert done["status"] == "needs_input"
    card_id = done["computation"]["card_id"]  # type: ignore[index]
    body = {"card_id": card_id, "inputs": PROFILE, "conversation_id": conversation}
    outcome = client.post("/api/compute", json=body).json()
    messages = client.get(f"/api/conversations/{conversation}/messages").json()["messages"]
    assert [message["status"] for message in messages] == [None, "needs_input", None, "computed"]
    kept = messages[-1]
    assert (kept["id"], kept["content"]) == (outcome["message_id"], outcome["content"])
    assert kept["computation"] == outcome["computation"]
    assert messages[2]["content"].startswith("Your CRS score, computed · age: 31")


def test_the_number_of_a_parcel_is_neither_kept_nor_sent_back(client: TestClient) -> None:
    events = ask(client, "where is my parcel EE123456789KR")
    conversation = events[0][1]["conversation_id"]
    assert events[-1][1]["status"] == "referred"
    kept = client.get(f"/api/conversations/{conversation}/messages").text
    assert "EE123456789KR" not in kept + repr(events)
    assert "where is my parcel [number]" in kept


def test_a_deadline_card_runs_with_a_number(client: TestClient) -> None:
    body = {"card_id": DEADLINE, "inputs": {"start": "2026-03-03", "amount": -2, "unit": "weeks"}}
    assert client.post("/api/compute", json=body).json()["computation"]["receipt"]["result"] == "2026-02-17"


@pytest.mark.parametrize("inputs", [PROFILE, {"age": "200"}, {**PROFILE, "spouse_accompanying": "yes", "age": "45"}])
def test_outcomes_and_kept_computations_are_as_the_document_says(opened: Opened, inputs: dict[str, str]) -> None:
    app = Starlette(routes=routes_of(lambda: opened, GUARDED))
    schema = over(Api(opened, app, TestClient(app)), document(guarded=True))
    conversation = opened.history().start_conversation("all")
    body: dict[str, Json] = {"card_id": CRS, "inputs": dict(inputs), "conversation_id": conversation}
    case = schema["/api/compute"]["POST"].Case(body=body, media_type="application/json")
    assert case.call_and_validate(headers=BEARER).status_code == 200
    kept = schema["/api/conversations/{id}/messages"]["GET"].Case(path_parameters={"id": conversation})
    assert kept.call_and_validate(headers=BEARER).status_code == 200
