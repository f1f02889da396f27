"""A real HTTP server on loopback that speaks enough of the OpenAI API to misbehave like the real ones do.

Replies are queued per path; the last one stays for all further requests. Every request is recorded.
"""

import base64
import hashlib
import json
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal, cast

import numpy as np

CHAT = "/v1/chat/completions"
EMBEDDINGS = "/v1/embeddings"


@dataclass(frozen=True, slots=True)
class Words:
    """A streamed chat completion; what follows the pieces is up to `finish` and `then`."""

    pieces: tuple[str, ...] = ("Hello",)
    finish: str | None = "stop"
    """finish_reason of the last chunk; None sends no such chunk."""
    then: Literal["done", "drop", "abort", "stall", "comments"] = "done"
    """After that: `[DONE]`, a clean end without it, a TCP reset, silence, or comments for ever."""
    delay_s: float = 0.0
    """Pause before each piece."""
    raw: tuple[str, ...] = ()
    """Data of further events, sent as they are after the pieces: broken JSON, an error object."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A whole answer with a status: an error object, or a page."""

    status: int
    body: str
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Silence:
    """Reads the request and never answers."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Vectors derived from each text's hash, three units long: who needs unit length must see to it."""

    dimensions: int = 8
    order: Literal["given", "reversed"] = "given"
    floats: bool = False
    """Plain numbers even when base64 was asked for."""
    missing: int = 0
    """Items left out at the end."""
    fill: float | None = None
    """Every number of every vector, instead of the hash's."""


Reply = Words | Refusal | Silence | Embeddings


def error(status: int, code: str, *, message: str = "no", **headers: str) -> Refusal:
    """Return an OpenAI error object; header names take `_` for `-`."""
    body = json.dumps({"error": {"message": message, "type": code, "code": code, "param": None}})
    return Refusal(status, body, tuple((name.replace("_", "-"), value) for name, value in headers.items()))


def unsupported(param: str) -> Refusal:
    """Return the 400 with which a model refuses a parameter."""
    body = {"error": {"message": f"Unsupported value: '{param}'", "code": "unsupported_value", "param": param}}
    return Refusal(400, json.dumps(body))


def page(status: int) -> Refusal:
    """Return the HTML of a proxy that stands in front of the service."""
    return Refusal(status, "<html><h1>Welcome</h1></html>", content_type="text/html")


def vector_of(text: str, dimensions: int = 8) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return the vector `Embeddings` gives for a text, in unit length."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).normal(size=dimensions)
    return cast(np.ndarray[tuple[int], np.dtype[np.float32]], (vector / np.linalg.norm(vector)).astype(np.float32))


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request as it came in."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Mapping[str, object]
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set when the client closed the connection before the reply had ended."""


class OpenAIServer:
    """The server; use it as a context manager. `base_url` is what a client wants to know."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self._queues: dict[str, deque[Reply]] = {CHAT: deque([Words()]), EMBEDDINGS: deque([Embeddings()])}
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        server = self

        class Handler(_Handler):
            fake = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def base_url(self) -> str:
        """Address with the version path, as OPENAI_BASE_URL wants it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def chat(self, *replies: Reply) -> None:
        """Queue what chat completions answer."""
        self._queues[CHAT] = deque(replies)

    def embeddings(self, *replies: Reply) -> None:
        """Queue what embeddings answer."""
        self._queues[EMBEDDINGS] = deque(replies)

    def take(self, request: Recorded) -> Reply:
        """Record a request and return its reply."""
        with self._lock:
            self.requests.append(request)
            queue = self._queues.get(request.path) or deque([error(404, "not_found")])
            return queue.popleft() if len(queue) > 1 else queue[0]

    def __enter__(self) -> "OpenAIServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)


class _HungUpError(Exception):
    """The client closed the connection."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: OpenAIServer

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Recorded(self.path, headers, body)
        reply = self.fake.take(request)
        self.close_connection = True
        try:
            self._answer(reply, request)
        except (_HungUpError, OSError):
            request.hung_up.set()

    def _answer(self, reply: Reply, request: Recorded) -> None:
        if isinstance(reply, Words):
            self._stream(reply)
        elif isinstance(reply, Silence):
            self._wait(3600)
        elif isinstance(reply, Embeddings):
            self._whole(Refusal(200, json.dumps(_embedded(reply, request.body))))
        else:
            self._whole(reply)

    def _whole(self, reply: Refusal) -> None:
        body = reply.body.encode()
        self.send_response(reply.status)
        for name, value in (("Content-Type", reply.content_type), ("Connection", "close"), *reply.headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, reply: Words) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in _events(reply):
            if reply.delay_s and "content" in event:
                self._wait(reply.delay_s)
            self._chunk(event)
        if reply.then == "abort":
            linger_not = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger_not)
            self.connection.close()
            return
        if reply.then == "stall":
            self._wait(3600)
        while reply.then == "comments" and not self.fake.stopping.is_set():
            self._chunk(": still at it\n\n")
            self._wait(0.02)
        if reply.then == "done":
            self._chunk("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _wait(self, seconds: float) -> None:
        """Sleep, but notice a client that hangs up and a server that stops."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0 and not self.fake.stopping.is_set():
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.02))
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise _HungUpError


def _events(reply: Words) -> Iterator[str]:
    yield ": keep-alive\n\n"
    yield _event({"choices": []})
    yield _event({"choices": [{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}]})
    for piece in reply.pieces:
        yield _event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
    for data in reply.raw:
        yield f"data: {data}\n\n"
    if reply.finish is not None:
        yield _event({"choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish}]})
        yield _event({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}})


def _event(chunk: Mapping[str, object]) -> str:
    whole = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "fake", **chunk}
    return f"data: {json.dumps(whole)}\n\n"


def _embedded(reply: Embeddings, body: Mapping[str, object]) -> dict[str, object]:
    texts = cast(list[str], body["input"])
    base64_asked = body.get("encoding_format") == "base64" and not reply.floats
    items = [
        {"object": "embedding", "index": index, "embedding": _encoded(reply, text, base64_asked)}
        for index, text in enumerate(texts)
    ][: len(texts) - reply.missing]
    if reply.order == "reversed":
        items.reverse()
    return {
        "object": "list",
        "data": items,
        "model": "fake",
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def _encoded(reply: Embeddings, text: str, as_base64: bool) -> str | list[float]:
    vector = 3 * vector_of(text, reply.dimensions)
    if reply.fill is not None:
        vector = np.full(reply.dimensions, reply.fill, dtype=np.float32)
    if as_base64:
        return base64.b64encode(vector.astype("<f4").tobytes()).decode()
    return [float(number) for number in vector]
