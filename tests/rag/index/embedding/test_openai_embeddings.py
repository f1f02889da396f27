import logging
import math
import traceback
from collections.abc import Iterator

import numpy as np
import pytest

from rag.config import EmbedderSettings
from rag.errors import ConfigError, EmbedderError
from rag.index.embedding.openai_embeddings import OpenAIEmbedder, open_openai_embedder
from rag.protocols import EmbedderIdentity
from tests.fakes.openai_server import (
    Embeddings,
    OpenAIServer,
    Refusal,
    Reply,
    Silence,
    error,
    page,
    unsupported,
    vector_of,
)

KEY = "sk-very-secret-0815"


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def settings(**changes: object) -> EmbedderSettings:
    values: dict[str, object] = {
        "provider": "openai",
        "name": "fake-embedder",
        "revision": "1",
        "dimensions": 8,
        "base_url": "",
        "batch": 2,
        "timeout_s": 0.3,
        "retries": 2,
    }
    return EmbedderSettings.model_validate(values | changes)


class Subject:
    """The embedder on a fake server, with its waits written down instead of slept."""

    def __init__(self, server: OpenAIServer, **changes: object) -> None:
        self.waits: list[float] = []
        self.embedder = OpenAIEmbedder(
            settings(**changes), api_key=KEY, base_url=server.base_url, sleep=self.waits.append
        )


def sent(server: OpenAIServer) -> list[object]:
    return [request.body["input"] for request in server.requests]


@pytest.mark.parametrize(
    "reply",
    [Embeddings(), Embeddings(order="reversed"), Embeddings(floats=True), Embeddings(8, "reversed", True)],
)
def test_rows_are_unit_vectors_in_the_order_of_the_texts(server: OpenAIServer, reply: Reply) -> None:
    server.embeddings(reply)
    texts = ["여권", "visa", "邮局", "fee", "form"]
    rows = Subject(server).embedder.embed_cards(texts)
    assert rows.dtype == np.float32
    assert rows.shape == (5, 8)
    np.testing.assert_allclose(rows, [vector_of(text) for text in texts], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)


def test_texts_go_in_batches_with_model_dimensions_and_key(server: OpenAIServer) -> None:
    Subject(server, batch=2).embedder.embed_cards(["a", "b", "c", "d", "e"])
    assert sent(server) == [["a", "b"], ["c", "d"], ["e"]]
    assert server.requests[0].body["model"] == "fake-embedder"
    assert server.requests[0].body["dimensions"] == 8
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_question_is_one_vector(server: OpenAIServer) -> None:
    vector = Subject(server).embedder.embed_question("수수료는?")
    np.testing.assert_allclose(vector, vector_of("수수료는?"), atol=1e-6)


def test_no_texts_ask_nothing_and_give_no_rows(server: OpenAIServer) -> None:
    assert Subject(server).embedder.embed_cards([]).shape == (0, 8)
    assert server.requests == []


def test_a_blank_text_is_sent_as_one_blank(server: OpenAIServer) -> None:
    Subject(server, batch=3).embedder.embed_cards(["", "\n\t", "a"])
    assert sent(server) == [[" ", " ", "a"]]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            Embeddings(dimensions=12),
            r"'fake-embedder' gave vectors of 12 dimensions, expected 8\..*embedder\.dim",
        ),
        (Embeddings(missing=1), r"gave 1 vectors for 2 texts, expected one each\. Lower embedder\.batch"),
        (Embeddings(fill=math.nan), "not finite"),
        (Embeddings(fill=math.inf, floats=True), "not finite"),
        (Embeddings(fill=0.0), "all zero"),
        (page(200), r"no list of embeddings\. Check embedder\.base_url"),
        (Refusal(200, '{"data": [{"index": 0, "embedding": "AAA"}]}'), "no list of embeddings"),
        (Refusal(200, '{"data": [{"index": 0, "embedding": "AAAA"}]}'), "no list of embeddings"),
        (Refusal(200, '{"data": null}'), "no list of embeddings"),
        (
            Refusal(200, '{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}'),
            "gave 2",
        ),
    ],
)
def test_an_answer_of_another_shape_is_refused_with_expected_got_and_remedy(
    server: OpenAIServer, reply: Reply, words: str
) -> None:
    server.embeddings(reply)
    with pytest.raises(EmbedderError, match=words):
        Subject(server).embedder.embed_cards(["a", "b"])
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "words", "waits"),
    [
        (error(500, "server_error"), "server's side", [0.5, 1.0]),
        (page(502), "server's side", [0.5, 1.0]),
        (Silence(), r"embedder\.timeout_s", [0.5, 1.0]),
        (error(429, "rate_limit_exceeded"), r"embedder\.batch", [0.5, 1.0]),
        (error(429, "rate_limit_exceeded", Retry_After="3"), r"embedder\.batch", [3.0, 3.0]),
        (error(429, "rate_limit_exceeded", Retry_After="3600"), r"embedder\.batch", []),
        (error(429, "insufficient_quota"), "billing", []),
        (error(401, "invalid_api_key"), "OPENAI_API_KEY", []),
        (error(404, "model_not_found"), r"embedder\.name", []),
    ],
)
def test_failures_are_named_and_only_passing_ones_tried_again(
    server: OpenAIServer, reply: Reply, words: str, waits: list[float]
) -> None:
    server.embeddings(reply)
    subject = Subject(server)
    with pytest.raises(EmbedderError, match=words):
        subject.embedder.embed_cards(["a"])
    assert subject.waits == waits
    assert len(server.requests) == len(waits) + 1


@pytest.mark.parametrize("reply", [error(500, "x"), error(429, "rate_limit_exceeded"), Silence()])
def test_a_passing_failure_is_cured_by_the_second_try(server: OpenAIServer, reply: Reply) -> None:
    server.embeddings(reply, Embeddings())
    assert Subject(server).embedder.embed_cards(["a"]).shape == (1, 8)
    assert len(server.requests) == 2


def test_a_model_of_one_size_is_asked_without_dimensions(server: OpenAIServer) -> None:
    server.embeddings(unsupported("dimensions"), Embeddings())
    assert Subject(server, retries=0).embedder.embed_cards(["a"]).shape == (1, 8)
    assert "dimensions" not in server.requests[1].body


def test_the_key_and_the_servers_own_words_stay_out_of_errors_and_logs(
    server: OpenAIServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.embeddings(error(401, "invalid_api_key", message=f"Incorrect API key provided: {KEY}"))
    subject = Subject(server)
    with pytest.raises(EmbedderError) as caught:
        subject.embedder.embed_cards(["a"])
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text + repr(subject.embedder)
    assert KEY not in shown
    assert "Incorrect" not in shown


def test_the_identity_is_what_the_settings_pin(server: OpenAIServer) -> None:
    assert Subject(server).embedder.identity == EmbedderIdentity("fake-embedder", "1", 8)


def test_a_missing_key_names_the_variable_and_the_way_out() -> None:
    with pytest.raises(EmbedderError, match=r"OPENAI_API_KEY.*local"):
        open_openai_embedder(settings(), {"OPENAI_API_KEY": " "})


def test_the_environments_address_counts_where_the_setting_is_empty(server: OpenAIServer) -> None:
    embedder = open_openai_embedder(settings(), {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.base_url})
    assert embedder.embed_question("a").shape == (8,)


def test_an_address_with_a_password_is_refused_by_its_name() -> None:
    with pytest.raises(ConfigError, match=r"embedder\.base_url"):
        open_openai_embedder(settings(base_url="http://me:pw@host/v1"), {"OPENAI_API_KEY": KEY})
