"""Server-sent events from a plain generator: heartbeats between them, an end when the client leaves."""

import logging
from collections.abc import Awaitable, Callable, Iterator

import anyio
import anyio.to_thread
from starlette.types import Receive, Scope, Send

from rag.api.replies import NO_STORE, encoded
from rag.wire import Json

logger = logging.getLogger(__name__)

HEARTBEAT_S = 15.0
"""A comment this often keeps proxies, which commonly cut after 60 s of silence, from ending a slow answer."""

SEND_S = 30.0
"""A client that takes nothing for this long is taken for gone."""

HEADERS = {**NO_STORE, "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
"""The last keeps nginx from collecting events (https://nginx.org/en/docs/http/ngx_http_proxy_module.html)."""


def event_bytes(name: str, data: Json) -> bytes:
    """Return one event; JSON on one line holds no line break that would end it early."""
    return b"event: " + name.encode() + b"\ndata: " + encoded(data) + b"\n\n"


class EventStream:
    """ASGI application that sends what a generator yields.

    The generator runs in threads of `threads`, one step at a time and not always in the same one. However the
    stream ends, `close` is called once in such a thread. A client's leaving is acted on when the step under way is
    done, since a thread cannot be interrupted.
    """

    def __init__(
        self,
        pieces: Iterator[bytes],
        *,
        close: Callable[[], None],
        threads: anyio.CapacityLimiter,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._pieces = pieces
        self._close = close
        self._threads = threads
        self._heartbeat_s = heartbeat_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream to its end."""
        lock = anyio.Lock()

        async def locked(body: bytes, more: bool = True) -> None:
            async with lock:
                try:
                    with anyio.fail_after(SEND_S):
                        await send({"type": "http.response.body", "body": body, "more_body": more})
                except OSError as exc:
                    raise _LeftError from exc

        try:
            headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            async with anyio.create_task_group() as group:
                group.start_soon(_until_gone, receive, group.cancel_scope)
                group.start_soon(self._beat, locked)
                while piece := await anyio.to_thread.run_sync(next, self._pieces, b"", limiter=self._threads):
                    await locked(piece)
                await locked(b"", more=False)
                group.cancel_scope.cancel()
        except* _LeftError:
            logger.info("a client left its stream")
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._close, limiter=self._threads)

    async def _beat(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        while True:
            await anyio.sleep(self._heartbeat_s)
            await send(b": ping\n\n")


class _LeftError(Exception):
    """The connection broke, or the client takes nothing."""


async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
