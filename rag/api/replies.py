"""JSON answers and JSON errors of the API."""

import json
import logging
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rag.wire import Json

logger = logging.getLogger(__name__)

NO_STORE = {"Cache-Control": "no-store"}
"""An answer holds what somebody asked: no cache between may keep it."""


def reply(value: Json, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer that is never cached."""
    return Response(encoded(value), status, {**NO_STORE, **(headers or {})}, "application/json")


def encoded(value: Json) -> bytes:
    """Return a value as UTF-8 JSON on one line; a lone surrogate becomes `?`."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")


def refused(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as every error of the API looks."""
    return reply({"error": {"status": status, "message": message}}, status=status, headers=headers)


async def refuse(request: Request, exc: Exception) -> Response:
    """Answer an `HTTPException`."""
    if not isinstance(exc, HTTPException):
        raise exc
    messages = {
        404: f"Nothing is at {request.url.path!r:.200}; GET /api/openapi.json lists what is.",
        405: f"{request.method} is not possible at {request.url.path!r:.200}; the Allow header lists what is.",
    }
    plain = exc.detail in ("Not Found", "Method Not Allowed")  # the router's own words name nothing
    return refused(exc.status_code, messages[exc.status_code] if plain else exc.detail, exc.headers)


async def unavailable(request: Request, exc: Exception) -> Response:
    """Answer a `RagError`: something the server needs is missing, and its message says what to do."""
    logger.warning("%s %s: %s", request.method, request.url.path, exc)
    return refused(503, str(exc), {"Retry-After": "5"})


async def crashed(request: Request, exc: Exception) -> Response:
    """Answer what nobody expected, without its words; the server's log has them."""
    return refused(500, "The server failed at this request; its log says why.")
