import time
from collections.abc import Iterator

import anyio
import pytest
from starlette.types import Message

from rag.api.event_stream import EventStream, event_bytes


class Client:
    """Takes what is sent, and leaves when told to."""

    def __init__(self, *, breaks_at: int = 0) -> None:
        self.sent: list[bytes] = []
        self.ended = False
        self.leave = anyio.Event()
        self._breaks_at = breaks_at

    async def receive(self) -> Message:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] != "http.response.body":
            return
        if self._breaks_at and len(self.sent) == self._breaks_at:
            raise OSError("broken pipe")
        self.sent.append(message["body"])
        self.ended = not message["more_body"]


def slowly(*pieces: bytes, pause_s: float) -> Iterator[bytes]:
    for piece in pieces:
        time.sleep(pause_s)
        yield piece


async def serve(client: Client, pieces: Iterator[bytes], *, heartbeat_s: float = 60.0) -> int:
    """Serve to the end and return how often the work was closed."""
    closed = []
    threads = anyio.CapacityLimiter(1)
    stream = EventStream(pieces, close=lambda: closed.append(1), threads=threads, heartbeat_s=heartbeat_s)
    await stream({"type": "http"}, client.receive, client.send)
    assert threads.borrowed_tokens == 0
    return len(closed)


def test_every_piece_arrives_in_order_and_the_work_is_closed_once() -> None:
    async def check() -> None:
        client = Client()
        assert await serve(client, iter([b"one", b"two"])) == 1
        assert (client.sent, client.ended) == ([b"one", b"two", b""], True)

    anyio.run(check)


def test_silence_is_filled_with_comments() -> None:
    async def check() -> None:
        client = Client()
        await serve(client, slowly(b"one", pause_s=0.5), heartbeat_s=0.05)
        # at most one each 0.05 s of 0.5 s; a busy machine may manage far fewer
        assert 1 <= client.sent.count(b": ping\n\n") <= 10
        assert client.sent[-2:] == [b"one", b""]

    anyio.run(check)


def test_a_client_that_leaves_ends_the_work_after_the_step_under_way() -> None:
    async def check() -> None:
        client = Client()
        client.leave.set()
        began = time.monotonic()
        assert await serve(client, slowly(*[b"word"] * 100, pause_s=0.05)) == 1
        assert time.monotonic() - began < 2  # all hundred take five seconds
        assert not client.ended

    anyio.run(check)


def test_a_connection_that_breaks_ends_the_work_quietly() -> None:
    async def check() -> None:
        client = Client(breaks_at=2)
        assert await serve(client, iter([b"one", b"two", b"three"])) == 1
        assert client.sent == [b"one", b"two"]

    anyio.run(check)


def test_a_failure_of_the_work_is_not_swallowed_and_the_work_is_closed() -> None:
    def failing() -> Iterator[bytes]:
        yield b"one"
        raise KeyError("bug")

    async def check() -> None:
        client = Client()
        with pytest.raises(ExceptionGroup) as caught:
            await serve(client, failing())
        assert isinstance(caught.value.exceptions[0], KeyError)
        assert not client.ended

    anyio.run(check)


def test_a_line_break_in_a_value_cannot_end_an_event() -> None:
    assert event_bytes("delta", {"content": "가\n\ndata: x\r"}) == (
        'event: delta\ndata: {"content":"가\\n\\ndata: x\\r"}\n\n'.encode()
    )
