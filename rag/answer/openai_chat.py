"""Chat model behind the OpenAI chat completions API: streams, gives up in time, and names every failure."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING, Final

from rag.answer.chat_stream import read_pieces
from rag.config import ChatModelSettings
from rag.errors import ModelError
from rag.openai_service import ServiceFailure, failure_of, open_client, pause_s, service_address, service_key
from rag.protocols import ChatModel, Message

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

    Response = openai.APIResponse[openai.Stream[ChatCompletionChunk]]

_DISPENSABLE: Final = frozenset({"temperature", "max_completion_tokens"})
"""Parameters some servers refuse: reasoning models a temperature, older servers the limit's newer name."""

_WORDS: Final = {
    "timeout": "did not answer in time. Ask again, or raise chat_model.read_timeout_s in config.yaml.",
    "connection": "could not be reached, or the connection broke. Check the network and chat_model.base_url.",
    "rate-limit": "takes no more requests at the moment. Ask again in a minute.",
    "quota": "has no quota left on this account. Check plan and billing of the account behind the key.",
    "auth": "refused the key. Check OPENAI_API_KEY and what it may use.",
    "server": "failed on the server's side. Ask again in a minute.",
    "request": "refused the request. Check chat_model.name and chat_model.base_url in config.yaml.",
    "deadline": "took too long for a whole answer. Ask again, or raise chat_model.deadline_s in config.yaml.",
    "malformed": "sent something that is no chat stream. Check chat_model.base_url in config.yaml.",
    "truncated": "broke off before the end of its answer. Ask again.",
    "length": "reached its length limit. Ask for less, or raise chat_model.max_tokens in config.yaml.",
    "content-filter": "was stopped by its provider's content filter. Put the question in other words.",
    "empty": "finished without a word. Ask again, or set another chat_model.name in config.yaml.",
}
"""What stands behind the model's name, by the kind of `ModelError`."""


def open_chat_model(settings: ChatModelSettings, environ: Mapping[str, str]) -> ChatModel | None:
    """Return the configured chat model, or None when answers are to be extractive or there is no key.

    Raises:
        ConfigError: the service's address is no http(s) address, or carries a user name or a password.
    """
    api_key = service_key(environ)
    if settings.provider == "extractive" or not api_key:
        return None
    base_url = service_address(settings.base_url, environ, key="chat_model.base_url")
    return OpenAIChat(settings, api_key=api_key, base_url=base_url)


class OpenAIChat:
    """A `ChatModel` over chat completions. One object serves many threads, each with its own stream."""

    def __init__(
        self,
        settings: ChatModelSettings,
        *,
        api_key: str,
        base_url: str | None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings = settings
        self._api_key = api_key
        self._base_url = base_url
        self._sleep = sleep
        self._client: openai.OpenAI | None = None
        self._refused: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r})"

    @property
    def name(self) -> str:
        """The model's name as shown to users."""
        return self._settings.name

    def stream(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """Yield the answer's pieces; only an answer whose finish reason is `stop` ends normally.

        A failed request is sent again at most `retries` times, only before the first piece, and only when
        time is left. The whole takes at most `deadline_s`, and `read_timeout_s` more when the server falls
        silent at the end.

        Raises:
            ModelError: as in `rag.protocols.ChatModel`; its kinds are those of `rag/errors.py`, and `request`
                for a request that the server refused.
        """
        self._open()  # importing the client takes a second once, which is not the model's
        ends = time.monotonic() + self._settings.deadline_s
        attempt = 0
        while True:
            begun, refused = False, self._refused
            try:
                with closing(self._try(messages, ends, refused)) as pieces:
                    for piece in pieces:
                        begun = True
                        yield piece
                return
            except _RequestError as failed:
                news = {failed.failure.unsupported} & _DISPENSABLE - refused
                if news and not begun:
                    self._refused |= news
                    continue
                wait_s = None if begun else pause_s(failed.failure, attempt=attempt)
                spent = attempt >= self._settings.retries
                if wait_s is None or spent or time.monotonic() + wait_s >= ends:
                    raise
            attempt += 1
            self._sleep(wait_s)

    def _try(self, messages: Sequence[Message], ends: float, refused: frozenset[str]) -> Generator[str, None, None]:
        """Send one request and yield its pieces; raises `_RequestError` where another try may be of use."""
        import httpx2
        import openai

        try:
            with self._request(messages, ends, refused) as response:
                finish = yield from read_pieces(response.iter_lines(), ends=ends)
        except (openai.OpenAIError, httpx2.RequestError) as exc:
            failure = failure_of(exc)
            if failure.kind == "timeout" and time.monotonic() >= ends:
                raise self._error("deadline") from None
            # Without the cause: its text is the server's, which may echo the key into a logged traceback.
            raise _RequestError(self._message(failure.kind), failure=failure) from None
        if finish != "complete":
            raise self._error(finish)

    def _request(
        self, messages: Sequence[Message], ends: float, refused: frozenset[str]
    ) -> "AbstractContextManager[Response]":
        import openai

        settings = self._settings
        left_s = max(0.01, ends - time.monotonic())
        limit = settings.max_tokens
        return self._open().chat.completions.with_streaming_response.create(
            model=settings.name,
            messages=[_wire(message) for message in messages],
            stream=True,
            temperature=openai.omit if "temperature" in refused else settings.temperature,
            max_completion_tokens=openai.omit if "max_completion_tokens" in refused else limit,
            max_tokens=limit if "max_completion_tokens" in refused else openai.omit,
            timeout=openai.Timeout(
                min(settings.read_timeout_s, left_s), connect=min(settings.connect_timeout_s, left_s)
            ),
        )

    def _open(self) -> "openai.OpenAI":
        if self._client is None:
            self._client = open_client(self._api_key, self._base_url)
        return self._client

    def _message(self, kind: str) -> str:
        return f"The chat model {self.name!r} {_WORDS[kind]}"

    def _error(self, kind: str) -> ModelError:
        return ModelError(self._message(kind), kind=kind)


class _RequestError(ModelError):
    """The service failed a request; `failure` says whether another try may be of use."""

    def __init__(self, message: str, *, failure: ServiceFailure) -> None:
        super().__init__(message, kind=failure.kind)
        self.failure = failure


def _wire(message: Message) -> "ChatCompletionMessageParam":
    if message.role == "system":
        return {"role": "system", "content": message.content}
    if message.role == "user":
        return {"role": "user", "content": message.content}
    return {"role": "assistant", "content": message.content}
