"""What each address of the API does."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

import anyio
import anyio.to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from rag.api.answering import Answering, check_bundle, unknown_card, unknown_conversation
from rag.api.bodies import ChatBody, ComputeBody, SearchBody, read_body
from rag.api.computing import compute
from rag.api.event_stream import HEARTBEAT_S, EventStream
from rag.api.guard import TOKEN_VARIABLE
from rag.api.openapi import document
from rag.api.paging import limit_and_offset
from rag.api.replies import reply
from rag.api.views import card_to_json, conversation_to_json, message_to_json
from rag.engine import offers_of
from rag.pipeline import Question
from rag.process import Opened
from rag.wire import Json, search_to_json

MOST_STREAMS = 64
"""Answers given at once; each may hold a thread while its model is silent."""

THREADS = MOST_STREAMS + 8
"""Threads of the API's own: Streamlit sets the shared limit to 28 and serves its own files with them."""

Found = TypeVar("Found")


class Endpoints:
    """The API's endpoints.

    Args:
        opened: Gives what answers and keeps; asked at each request, in a thread.
        lists: Whether every request that arrives has shown a token, so that conversations may be listed.
        most_streams: Answers given at once; more are refused with 429.
        heartbeat_s: See `HEARTBEAT_S`.
    """

    def __init__(
        self,
        opened: Callable[[], Opened],
        *,
        lists: bool,
        most_streams: int = MOST_STREAMS,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._opened = opened
        self._lists = lists
        self._heartbeat_s = heartbeat_s
        self._threads = anyio.CapacityLimiter(THREADS)
        self._free = threading.BoundedSemaphore(most_streams)

    async def chat_stream(self, request: Request) -> ASGIApp:
        """POST /api/chat/stream."""
        body = await read_body(request, ChatBody)
        if not self._free.acquire(blocking=False):
            raise HTTPException(429, "Too many answers are being given; try again.", {"Retry-After": "1"})
        try:
            answering = await self._run(lambda: Answering(self._opened(), body))
        except BaseException:
            self._free.release()
            raise

        def close() -> None:
            try:
                answering.close()
            finally:
                self._free.release()

        return EventStream(answering.pieces, close=close, threads=self._threads, heartbeat_s=self._heartbeat_s)

    async def search(self, request: Request) -> Response:
        """POST /api/search."""
        body = await read_body(request, SearchBody)
        return reply(await self._run(lambda: _search(self._opened(), body)))

    async def compute(self, request: Request) -> Response:
        """POST /api/compute."""
        body = await read_body(request, ComputeBody)
        return reply(await self._run(lambda: compute(self._opened(), body)))

    async def conversations(self, request: Request) -> Response:
        """GET /api/conversations."""
        if not self._lists:
            raise HTTPException(403, f"Conversations are listed only where {TOKEN_VARIABLE} is set and sent.")
        limit, offset = limit_and_offset(request)
        found = await self._run(lambda: self._opened().history().conversations(limit=limit, offset=offset))
        return reply({"conversations": [conversation_to_json(conversation) for conversation in found]})

    async def messages(self, request: Request) -> Response:
        """GET /api/conversations/{id}/messages."""
        conversation_id = str(request.path_params["id"])
        return reply(await self._run(lambda: _messages(self._opened(), conversation_id)))

    async def card(self, request: Request) -> Response:
        """GET /api/cards/{id}."""
        card_id = str(request.path_params["id"])
        return reply(await self._run(lambda: _card(self._opened(), card_id)))

    async def health(self, request: Request) -> Response:
        """GET /healthz."""
        return reply(await self._run(lambda: _health(self._opened())))

    async def openapi(self, request: Request) -> Response:
        """GET /api/openapi.json."""
        return reply(
            await self._run(
                lambda: document(guarded=self._lists, offers=offers_of(self._opened().file.version.settings))
            )
        )

    async def _run(self, work: Callable[[], Found]) -> Found:
        return await anyio.to_thread.run_sync(work, limiter=self._threads)


def _search(opened: Opened, body: SearchBody) -> dict[str, Json]:
    check_bundle(opened, body.bundle)
    trace = opened.engine().retrieve(Question(body.question, body.bundle))
    return search_to_json(trace, body.bundle, opened.engine().index().cards.get, limit=body.limit)


def _messages(opened: Opened, conversation_id: str) -> dict[str, Json]:
    conversation = opened.history().conversation(conversation_id)
    if conversation is None:
        raise HTTPException(404, unknown_conversation(conversation_id))
    messages = opened.history().messages(conversation_id)
    return {
        "conversation": conversation_to_json(conversation),
        "messages": [message_to_json(message) for message in messages],
    }


def _card(opened: Opened, card_id: str) -> dict[str, Json]:
    index = opened.engine().index()
    card = index.cards.get(card_id)
    if card is None:
        raise HTTPException(404, unknown_card(card_id, index))
    return card_to_json(card, datetime.now(UTC))


def _health(opened: Opened) -> dict[str, Json]:
    engine = opened.engine()
    manifest, identity = engine.index().manifest, engine.embedder.identity
    return {
        "status": "ok",
        "index_version": manifest.version,
        "cards": manifest.cards,
        "embedder": {"name": identity.name, "revision": identity.revision, "dimensions": identity.dimensions},
        "chat_model": engine.chat_model.name if engine.chat_model else None,
        "fine_tuned": engine.settings.chat_model.fine_tuned if engine.offers().fine_tuned else None,
    }
