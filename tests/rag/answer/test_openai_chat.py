import logging
import socket
import time
import traceback
from collections.abc import Iterator
from contextlib import closing

import pytest

from rag.answer.openai_chat import OpenAIChat, open_chat_model
from rag.config import ChatModelSettings
from rag.errors import ConfigError, ModelError
from rag.protocols import Message
from tests.fakes.openai_server import OpenAIServer, Refusal, Reply, Silence, Words, error, page, unsupported

KEY = "sk-very-secret-0815"
ASKED = (Message("system", "Be brief."), Message("user", "수수료는?"), Message("assistant", "[1]"))


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


def settings(**changes: object) -> ChatModelSettings:
    values: dict[str, object] = {
        "provider": "auto",
        "name": "fake-model",
        "fine_tuned": "",
        "base_url": "",
        "temperature": 0.05,
        "connect_timeout_s": 0.3,
        "read_timeout_s": 0.3,
        "deadline_s": 5,
        "retries": 1,
        "max_tokens": 50,
    }
    return ChatModelSettings.model_validate(values | changes)


class Model:
    """The chat model on a fake server, with its waits written down instead of slept."""

    def __init__(self, server: OpenAIServer, **changes: object) -> None:
        self.waits: list[float] = []
        self.chat = OpenAIChat(settings(**changes), api_key=KEY, base_url=server.base_url, sleep=self.waits.append)
        self.pieces: list[str] = []

    def answer(self) -> str:
        for piece in self.chat.stream(ASKED):
            self.pieces.append(piece)
        return "".join(self.pieces)

    def failure(self) -> ModelError:
        with pytest.raises(ModelError) as caught:
            self.answer()
        return caught.value


def test_a_finished_answer_arrives_piece_by_piece(server: OpenAIServer) -> None:
    server.chat(Words(("수수료는 ", "5,000원", " [1]")))
    model = Model(server)
    assert model.answer() == "수수료는 5,000원 [1]"
    assert model.pieces == ["수수료는 ", "5,000원", " [1]"]


def test_the_request_carries_the_prompt_the_settings_and_the_key(server: OpenAIServer) -> None:
    Model(server).answer()
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body == {
        "model": "fake-model",
        "stream": True,
        "temperature": 0.05,
        "max_completion_tokens": 50,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "수수료는?"},
            {"role": "assistant", "content": "[1]"},
        ],
    }


def test_slow_words_are_no_failure_while_each_comes_within_the_read_time_out(server: OpenAIServer) -> None:
    server.chat(Words(("a", "b", "c"), delay_s=0.15))
    assert Model(server, read_timeout_s=0.4).answer() == "abc"


def test_silence_after_the_finish_reason_does_not_spoil_a_finished_answer(server: OpenAIServer) -> None:
    server.chat(Words(then="stall"))
    assert Model(server).answer() == "Hello"


@pytest.mark.parametrize(
    ("reply", "kind", "requests"),
    [
        (Silence(), "timeout", 2),
        (error(429, "rate_limit_exceeded"), "rate-limit", 2),
        (error(429, "rate_limit_exceeded", Retry_After="3600"), "rate-limit", 1),
        (error(429, "insufficient_quota"), "quota", 1),
        (error(401, "invalid_api_key", message=f"Incorrect API key provided: {KEY}"), "auth", 1),
        (error(403, "forbidden"), "auth", 1),
        (error(400, "context_length_exceeded"), "request", 1),
        (error(404, "model_not_found"), "request", 1),
        (error(500, "server_error"), "server", 2),
        (page(502), "server", 2),
        (page(200), "malformed", 1),
        (Words((), finish=None, then="stall"), "timeout", 2),
        (Words((), finish=None, then="abort"), "connection", 2),
        (Words((), finish=None, then="drop"), "truncated", 1),
        (Words((), finish=None, raw=("{broken",)), "malformed", 1),
        (Words((), finish=None, raw=("[1]",)), "malformed", 1),
        (Words((), finish=None, raw=('{"error": {"message": "overloaded"}}',)), "server", 1),
        (Words(()), "empty", 1),
        (Words((" ", "\n")), "empty", 1),
        (Words((), finish="length"), "length", 1),
        (Words((), finish="content_filter"), "content-filter", 1),
        (Words((), finish="tool_calls"), "malformed", 1),
    ],
)
def test_failures_before_the_first_word_are_named_and_only_passing_ones_tried_again(
    server: OpenAIServer, reply: Reply, kind: str, requests: int
) -> None:
    server.chat(reply)
    failure = Model(server).failure()
    assert failure.kind == kind
    assert len(server.requests) == requests


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Words(("Hel",), finish=None, then="stall"), "timeout"),
        (Words(("Hel",), finish=None, then="abort"), "connection"),
        (Words(("Hel",), finish=None, then="drop"), "truncated"),
        (Words(("Hel",), finish=None, then="done"), "truncated"),
        (Words(("Hel",), finish=None, raw=('{"choices": [{"del',)), "malformed"),
        (Words(("Hel",), finish=None, raw=('{"error": {"message": "overloaded"}}',)), "server"),
        (Words(("Hel",), finish="length"), "length"),
        (Words(("Hel",), finish="content_filter"), "content-filter"),
    ],
)
def test_failures_after_the_first_word_keep_it_and_are_never_tried_again(
    server: OpenAIServer, reply: Reply, kind: str
) -> None:
    server.chat(reply)
    model = Model(server, retries=3)
    assert model.failure().kind == kind
    assert model.pieces == ["Hel"]
    assert len(server.requests) == 1


@pytest.mark.parametrize("reply", [error(500, "server_error"), error(429, "rate_limit_exceeded"), Silence()])
def test_a_passing_failure_is_cured_by_the_second_try(server: OpenAIServer, reply: Reply) -> None:
    server.chat(reply, Words(("fine",)))
    model = Model(server)
    assert model.answer() == "fine"
    assert model.waits == [0.5]


def test_pauses_double_and_a_wish_of_the_server_is_granted(server: OpenAIServer) -> None:
    failing = error(503, "overloaded")
    server.chat(failing, failing, error(429, "rate_limit_exceeded", Retry_After="2"), Words(("fine",)))
    model = Model(server, retries=3)
    assert model.answer() == "fine"
    assert model.waits == [0.5, 0.5 * 2, 2.0]


def test_a_wish_beyond_the_deadline_ends_the_answer_at_once(server: OpenAIServer) -> None:
    server.chat(error(429, "rate_limit_exceeded", Retry_After="9"))
    model = Model(server, deadline_s=5, retries=3)
    assert model.failure().kind == "rate-limit"
    assert model.waits == []


def test_the_deadline_counts_from_the_question_and_comments_do_not_stretch_it(server: OpenAIServer) -> None:
    server.chat(Words(("a",) * 6, finish=None, then="comments", delay_s=0.1))
    began = time.monotonic()
    model = Model(server, deadline_s=1, read_timeout_s=0.3)
    assert model.failure().kind == "deadline"
    assert model.pieces == ["a"] * 6
    assert time.monotonic() - began < 1 + 0.3 + 0.5


def test_silence_at_the_deadline_is_called_the_deadline(server: OpenAIServer) -> None:
    server.chat(Silence())
    model = Model(server, deadline_s=1, read_timeout_s=30, retries=5)
    assert model.failure().kind == "deadline"
    assert len(server.requests) == 1


def test_nothing_listening_is_a_connection_failure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        base_url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    chat = OpenAIChat(settings(retries=0), api_key=KEY, base_url=base_url)
    with pytest.raises(ModelError, match=r"chat_model\.base_url") as caught:
        list(chat.stream(ASKED))
    assert caught.value.kind == "connection"


def test_closing_the_stream_closes_the_connection(server: OpenAIServer) -> None:
    server.chat(Words(("a", "b"), finish=None, then="stall"))
    with closing(Model(server, read_timeout_s=5).chat.stream(ASKED)) as pieces:
        assert next(pieces) == "a"
        assert not server.requests[0].hung_up.is_set()
    assert server.requests[0].hung_up.wait(1)


def test_a_refused_parameter_is_left_out_from_then_on(server: OpenAIServer) -> None:
    server.chat(unsupported("temperature"), unsupported("max_completion_tokens"), Words(("fine",)))
    model = Model(server, retries=0)
    assert model.answer() == "fine"
    model.answer()
    last = server.requests[2].body
    assert "temperature" not in last
    assert "max_completion_tokens" not in last
    assert last["max_tokens"] == 50
    assert [len(server.requests), server.requests[3].body] == [4, last]


def test_a_parameter_refused_again_and_again_is_a_refused_request(server: OpenAIServer) -> None:
    server.chat(unsupported("temperature"))
    assert Model(server).failure().kind == "request"
    assert len(server.requests) == 2


def test_the_key_and_the_servers_own_words_stay_out_of_errors_and_logs(
    server: OpenAIServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.chat(error(401, "invalid_api_key", message=f"Incorrect API key provided: {KEY}"))
    model = Model(server)
    failure = model.failure()
    shown = "".join(traceback.format_exception(failure)) + caplog.text + repr(model.chat) + str(failure)
    assert KEY not in shown
    assert "Incorrect" not in shown
    assert str(failure) == ("The chat model 'fake-model' refused the key. Check OPENAI_API_KEY and what it may use.")


@pytest.mark.parametrize("environ", [{}, {"OPENAI_API_KEY": ""}, {"OPENAI_API_KEY": "  \n"}])
def test_without_a_key_there_is_no_chat_model(environ: dict[str, str]) -> None:
    assert open_chat_model(settings(), environ) is None


def test_the_extractive_provider_needs_no_chat_model_even_with_a_key() -> None:
    assert open_chat_model(settings(provider="extractive"), {"OPENAI_API_KEY": KEY}) is None


def test_the_environments_address_counts_where_the_setting_is_empty(server: OpenAIServer) -> None:
    chat = open_chat_model(settings(), {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.base_url})
    assert chat is not None
    assert chat.name == "fake-model"
    assert "".join(chat.stream(ASKED)) == "Hello"


def test_the_settings_address_wins_over_the_environments(server: OpenAIServer) -> None:
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    chat = open_chat_model(settings(base_url=server.base_url), environ)
    assert chat is not None
    assert "".join(chat.stream(ASKED)) == "Hello"


@pytest.mark.parametrize(
    "address", ["ftp://host/v1", "host/v1", "http://", "http://me:secret@host/v1", "http://[::1/v1"]
)
def test_an_address_that_is_no_plain_web_address_is_refused_by_its_name(address: str) -> None:
    with pytest.raises(ConfigError, match=r"chat_model\.base_url") as caught:
        open_chat_model(settings(base_url=address), {"OPENAI_API_KEY": KEY})
    assert "secret" not in str(caught.value)


def test_a_status_without_a_body_is_still_named(server: OpenAIServer) -> None:
    server.chat(Refusal(418, ""))
    assert Model(server).failure().kind == "request"
