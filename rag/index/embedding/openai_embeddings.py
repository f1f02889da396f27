"""Embedder behind the OpenAI embeddings API: batched, retried, every answer checked before it is believed."""

import base64
import binascii
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from rag.config import EmbedderSettings
from rag.errors import EmbedderError
from rag.openai_service import failure_of, open_client, pause_s, service_address, service_key
from rag.protocols import EmbedderIdentity, Vectors

if TYPE_CHECKING:
    import openai

CONNECT_TIMEOUT_S: Final = 5.0
"""Seconds to reach the service; a host that takes longer will not embed a corpus either."""

_WORDS: Final = {
    "timeout": "did not answer in time. Try again, or raise embedder.timeout_s in config.yaml.",
    "connection": "could not be reached. Check the network and embedder.base_url in config.yaml.",
    "rate-limit": "takes no more requests at the moment. Try again later, or lower embedder.batch.",
    "quota": "has no quota left on this account. Check plan and billing of the account behind the key.",
    "auth": "refused the key. Check OPENAI_API_KEY and what it may use.",
    "server": "failed on the server's side. Try again later.",
    "request": "refused the request. Check embedder.name, embedder.base_url and embedder.batch.",
}
"""What stands behind the embedder's name, by kind of failure."""


class _Item(BaseModel):
    model_config = ConfigDict(frozen=True)
    index: int
    embedding: str | tuple[float, ...]
    """Base64 of little-endian float32, or plain numbers where a server ignores what it was asked for."""


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True)
    data: tuple[_Item, ...]


def open_openai_embedder(settings: EmbedderSettings, environ: Mapping[str, str]) -> "OpenAIEmbedder":
    """Return the configured embedder.

    Raises:
        EmbedderError: OPENAI_API_KEY is unset or blank.
        ConfigError: the service's address is no http(s) address, or carries a user name or a password.
    """
    api_key = service_key(environ)
    if not api_key:
        raise EmbedderError(
            f"Embedder {settings.name!r} needs OPENAI_API_KEY in the environment; set it, "
            "or set embedder.provider to local in config.yaml."
        )
    base_url = service_address(settings.base_url, environ, key="embedder.base_url")
    return OpenAIEmbedder(settings, api_key=api_key, base_url=base_url)


class OpenAIEmbedder:
    """An `Embedder` over the embeddings API. Card and question texts leave the machine."""

    def __init__(
        self,
        settings: EmbedderSettings,
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

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self._settings.name!r})"

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, revision and dimensions as configured; the dimensions are checked on every answer."""
        return EmbedderIdentity(self._settings.name, self._settings.revision, self._settings.dimensions)

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return unit rows in the order given; no texts give no rows. A blank text is sent as one blank.

        Raises:
            EmbedderError: the service failed after all retries, or its answer has another count, another
                number of dimensions, or numbers that are not finite.
        """
        size = self._settings.batch
        batches = [self._embed(texts[start : start + size]) for start in range(0, len(texts), size)]
        return np.concatenate([np.empty((0, self._settings.dimensions), dtype=np.float32), *batches])

    def embed_question(self, text: str) -> Vectors:
        """Return one unit vector (dimensions,). Raises `EmbedderError` like `embed_cards`."""
        vector: Vectors = self._embed([text])[0]
        return vector

    def _embed(self, texts: Sequence[str]) -> Vectors:
        body = self._request([text if text.strip() else " " for text in texts])
        try:
            items = _Reply.model_validate_json(body).data
            rows = {item.index: _numbers(item.embedding) for item in items}
        except (ValidationError, binascii.Error, ValueError) as exc:
            raise self._error("sent something that is no list of embeddings. Check embedder.base_url.") from exc
        if len(items) != len(texts) or set(rows) != set(range(len(texts))):
            raise self._error(
                f"gave {len(items)} vectors for {len(texts)} texts, expected one each. "
                "Lower embedder.batch in config.yaml, or check embedder.base_url."
            )
        return self._checked([rows[index] for index in range(len(texts))])

    def _checked(self, rows: Sequence[Vectors]) -> Vectors:
        expected = self._settings.dimensions
        for row in rows:
            if row.shape != (expected,):
                raise self._error(
                    f"gave vectors of {row.size} dimensions, expected {expected}. Set embedder.dimensions to "
                    f"{row.size} in config.yaml, or another embedder.name, and build the index again."
                )
        matrix = np.stack(rows).astype(np.float64)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise self._error(
                "gave a vector with numbers that are not finite or all zero, expected a direction. "
                "Try again, or set another embedder.name in config.yaml."
            )
        unit: Vectors = (matrix / lengths).astype(np.float32)
        return unit

    def _request(self, texts: list[str]) -> bytes:
        """Send one batch, again after passing failures, and return the answer's body."""
        import openai

        settings = self._settings
        dimensions: int | openai.Omit = settings.dimensions
        timeout = openai.Timeout(settings.timeout_s, connect=min(CONNECT_TIMEOUT_S, settings.timeout_s))
        attempt = 0
        while True:
            try:
                reply = self._open().embeddings.with_raw_response.create(
                    model=settings.name,
                    input=texts,
                    dimensions=dimensions,
                    encoding_format="base64",
                    timeout=timeout,
                )
                return reply.content
            except openai.OpenAIError as exc:
                failure = failure_of(exc)
            if failure.unsupported == "dimensions" and dimensions is not openai.omit:
                # Models with one fixed size refuse the parameter; the size is checked on the answer anyway.
                dimensions = openai.omit
                continue
            wait_s = pause_s(failure, attempt=attempt)
            if wait_s is None or attempt >= settings.retries:
                raise self._error(_WORDS[failure.kind])
            attempt += 1
            self._sleep(wait_s)

    def _open(self) -> "openai.OpenAI":
        if self._client is None:
            self._client = open_client(self._api_key, self._base_url)
        return self._client

    def _error(self, words: str) -> EmbedderError:
        return EmbedderError(f"The embedder {self._settings.name!r} {words}")


def _numbers(embedding: str | tuple[float, ...]) -> Vectors:
    if isinstance(embedding, str):
        return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4").astype(np.float32)
    return np.array(embedding, dtype=np.float32)
