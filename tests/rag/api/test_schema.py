"""The OpenAPI document is complete and true: schemathesis finds nothing, and real answers fit what it says."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import schemathesis
from schemathesis.config import GenerationConfig, SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.engine import events, from_schema
from schemathesis.schemas import BaseSchema
from starlette.applications import Starlette

from rag.api.guard import Admission
from rag.api.openapi import document
from rag.api.routes import routes_of
from rag.api.shapes import TEXT, record
from rag.engine import Engine
from rag.errors import EmbedderError
from rag.process import Opened
from rag.protocols import EmbedderIdentity, Vectors
from rag.wire import Json
from tests.fakes.openai_server import OpenAIServer, Words
from tests.fakes.town import BUS, DOG, EMPTY, PASSPORT, PERMIT, UNSAFE
from tests.rag.api.conftest import Api, Serve
from tests.rag.api.events import events_in

TOKEN = "a-token-of-the-test"
GUARDED = Admission(TOKEN, requests_per_s=100_000.0, burst=100_000)
"""A rate that a run of some hundred requests does not meet."""

BEARER = {"Authorization": f"Bearer {TOKEN}"}
EXAMPLES = 25
"""Generated requests of each operation, beside one for each boundary of each field; all phases take some 5 s."""

CHAT = "/api/chat/stream"
QUESTION = "What does a parking permit cost?"

Call = Callable[..., str]


class FailingEmbedder:
    """An embedder that has gone."""

    def __init__(self, identity: EmbedderIdentity) -> None:
        self.identity = identity

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        raise EmbedderError("The embedder is gone; start it again.")

    def embed_question(self, text: str) -> Vectors:
        raise EmbedderError("The embedder is gone; start it again.")


@pytest.fixture
def guarded(serve: Serve) -> Api:
    """The API with a token, so that the whole of it may be used and refusing without one is looked at too."""
    return serve(GUARDED)


@pytest.fixture
def described(guarded: Api) -> BaseSchema:
    """The document the API serves, with the API behind it."""
    return over(guarded, guarded.client.get("/api/openapi.json", headers=BEARER).json())


@pytest.fixture
def call(described: BaseSchema) -> Call:
    """Make one request, hold its answer against the document, and return the answer's text."""

    def called(
        method: str,
        path: str,
        *,
        status: int = 200,
        body: dict[str, Json] | None = None,
        path_parameters: dict[str, str] | None = None,
        query: dict[str, int] | None = None,
    ) -> str:
        sent = {} if body is None else {"body": body, "media_type": "application/json"}
        case = described[path][method].Case(path_parameters=path_parameters, query=query, **sent)  # type: ignore[arg-type]  # both are its own
        response = case.call_and_validate(headers=BEARER)
        assert response.status_code == status, response.text
        return str(response.text)

    return called


def over(api: Api, told: dict[str, Json]) -> BaseSchema:
    """Return a document as schemathesis sees it, with the API behind it."""
    schema = schemathesis.openapi.from_dict(told, config=settled())
    schema.app = api.app
    return schema


def misdescribed(api: Api, shape: str) -> BaseSchema:
    """Return the same with a schema that lacks all fields but one that it should not have."""
    told = document(guarded=True)
    part(told, "components", "schemas")[shape] = record({"surplus": TEXT})
    return over(api, told)


def part(value: Json, *keys: str) -> dict[str, Json]:
    """Return an object inside an object."""
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    assert isinstance(value, dict)
    return value


def settled() -> SchemathesisConfig:
    """Return how to look: the same requests at each run, one after another."""
    config = SchemathesisConfig(seed=1)
    project = config.projects.default
    project.update(headers=dict(BEARER), workers=1)
    project.generation = GenerationConfig(max_examples=EXAMPLES, deterministic=True, no_shrink=True, database="none")
    return config


def look(schema: BaseSchema) -> tuple[set[str], dict[str, set[str]]]:
    """Run all phases; return what was found, and which checks each operation's answers were put to."""
    found: set[str] = set()
    checked: dict[str, set[str]] = {}
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            for node in (node for nodes in event.recorder.checks.values() for node in nodes):
                checked.setdefault(str(event.label), set()).add(node.name)
                if node.failure_info:
                    failure = node.failure_info.failure
                    found.add(f"{node.name}: {failure.title}: {failure.message}\n{node.failure_info.code_sample}")
        elif isinstance(event, events.FatalError | events.NonFatalError):
            found.add(repr(event))
    return found, checked


def test_schemathesis_finds_nothing(described: BaseSchema) -> None:
    found, checked = look(described)
    assert "\n\n".join(sorted(found)) == ""
    assert {label.split()[1] for label in checked if label != "None"} == set(part(document(guarded=True), "paths"))
    always = {"not_a_server_error", "status_code_conformance", "content_type_conformance", "unsupported_method"}
    always |= {"response_schema_conformance", "response_headers_conformance", "ignored_auth"}
    assert [label for label, names in checked.items() if label != "None" and not always <= names] == []


def test_schemathesis_would_find_a_field_that_the_document_lacks(guarded: Api) -> None:
    found, _ = look(misdescribed(guarded, "Health").include(path="/healthz"))
    assert {line.partition(":")[0] for line in found} == {"response_schema_conformance"}
    assert [line for line in found if "'chat_model'" in line or '"chat_model"' in line]


@pytest.mark.parametrize(
    "body",
    [
        {"message": QUESTION},
        {"message": QUESTION, "alone": True, "bundle": "town"},
        {"message": QUESTION, "card_id": PERMIT},
        {"message": "市内公交车票价多少？"},
        {"message": "   "},
        {"message": "zzzz qqqq"},
    ],
)
def test_every_event_of_an_answer_or_a_refusal_is_described(call: Call, body: dict[str, object]) -> None:
    assert [name for name, _ in events_in(call("POST", CHAT, body=body))][-1] == "done"


def test_the_events_of_an_answer_that_broke_off_are_described(call: Call, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("A permit costs ", "30 euros"), then="drop", finish=None))
    assert "error" in [name for name, _ in events_in(call("POST", CHAT, body={"message": QUESTION}))]


def test_the_events_of_an_answer_that_never_began_are_described(guarded: Api) -> None:
    embedder = guarded.opened.engine().embedder
    broken = Engine(guarded.opened.engine().settings, FailingEmbedder(embedder.identity), None)

    class Broken(Opened):
        def engine(self) -> Engine:
            return broken

    shared = Broken(guarded.opened.file.path)
    api = replace(guarded, app=Starlette(routes=routes_of(lambda: shared, GUARDED)))
    schema = over(api, document(guarded=True))
    case = schema[CHAT]["POST"].Case(body={"message": QUESTION}, media_type="application/json")
    events_sent = events_in(str(case.call_and_validate(headers=BEARER).text))
    assert [name for name, _ in events_sent] == ["meta", "error", "done"]
    assert events_sent[1][1] == {"kind": "unavailable", "message": "The embedder is gone; start it again."}
    assert (events_sent[2][1]["status"], events_sent[2][1]["ending"]) == (None, "failed")
    shared.close()


def test_an_event_that_is_not_described_would_be_found(guarded: Api) -> None:
    case = misdescribed(guarded, "Meta")[CHAT]["POST"].Case(body={"message": QUESTION}, media_type="application/json")
    with pytest.raises(FailureGroup):
        case.call_and_validate(headers=BEARER)


@pytest.mark.parametrize("card_id", [PERMIT, DOG, EMPTY, PASSPORT, BUS, *UNSAFE])
def test_every_card_is_described(call: Call, card_id: str) -> None:
    call("GET", "/api/cards/{id}", path_parameters={"id": card_id})


def test_conversations_and_their_messages_are_described(call: Call, guarded: Api) -> None:
    kept = [
        events_in(call("POST", CHAT, body={"message": text})) for text in (QUESTION, "복수여권 수수료는 얼마예요?", "?")
    ]
    for answer in kept:
        call("GET", "/api/conversations/{id}/messages", path_parameters={"id": answer[0][1]["conversation_id"]})
    call("GET", "/api/conversations", query={"limit": 2, "offset": 1})
    stopped = guarded.opened.history().start_conversation("town")
    guarded.opened.history().add_question(stopped, QUESTION)
    call("GET", "/api/conversations/{id}/messages", path_parameters={"id": stopped})


def test_a_search_and_the_health_are_described(call: Call) -> None:
    for text in (QUESTION, "", "zzzz qqqq"):
        call("POST", "/api/search", body={"question": text, "limit": 50})
    call("GET", "/healthz")


@pytest.mark.parametrize(
    ("method", "path", "parts", "status"),
    [
        ("POST", CHAT, {"body": {"message": "x", "conversation_id": "a" * 22}}, 404),
        ("POST", CHAT, {"body": {"message": "x", "card_id": "town/none"}}, 404),
        ("POST", CHAT, {"body": {"message": "x", "card_id": PERMIT, "bundle": "dosi"}}, 422),
        ("POST", "/api/search", {"body": {"question": "x", "bundle": "village"}}, 404),
        ("POST", "/api/search", {"body": {"question": "x" * 70_000}}, 413),
        ("GET", "/api/conversations/{id}/messages", {"path_parameters": {"id": "a" * 22}}, 404),
        ("GET", "/api/conversations", {"query": {"limit": 201}}, 422),
    ],
)
def test_every_refusal_is_described(call: Call, method: str, path: str, parts: dict[str, object], status: int) -> None:
    call(method, path, status=status, **parts)


def test_the_document_asks_for_a_token_only_where_one_is_needed() -> None:
    for guarded, everywhere in ((True, '[{"token": []}]'), (False, "[]")):
        told = document(guarded=guarded)
        assert json.dumps(told["security"]) == everywhere
        assert part(told, "paths", "/api/conversations", "get")["security"] == [{"token": []}]
        assert part(told, "paths", "/healthz", "get")["security"] == []
