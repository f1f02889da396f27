"""Puts the API together, for the app's process or on its own."""

import os
import re
from collections.abc import Callable, Mapping

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from rag.api.endpoints import Endpoints
from rag.api.guard import OPEN_PATH, TOKEN_VARIABLE, Admission, Guard
from rag.api.replies import crashed, refuse, unavailable
from rag.errors import RagError
from rag.process import Opened, opened


def api_routes(environ: Mapping[str, str] | None = None) -> list[BaseRoute]:
    """Return what serves /api, everything below it, and /healthz; reads the token from the environment."""
    token = (os.environ if environ is None else environ).get(TOKEN_VARIABLE, "")
    return routes_of(opened, Admission(token))


def routes_of(opened: Callable[[], Opened], admission: Admission) -> list[BaseRoute]:
    """Return the same over anything opened and any admission."""
    api = build_api(Endpoints(opened, lists=bool(admission.token)), admission)
    return [_all_below("/api", api), Route("/api", endpoint=api), Route(OPEN_PATH, endpoint=api)]


def _all_below(prefix: str, app: ASGIApp) -> Mount:
    """Starlette's own pattern ends at a line break (%0A), and a page would answer for the API."""
    mount = Mount(prefix, app=app)
    mount.path_regex = re.compile(mount.path_regex.pattern, re.DOTALL)
    return mount


def build_api(endpoints: Endpoints, admission: Admission) -> Starlette:
    """Return the API as an application of its own, whose paths lack the leading /api."""
    api = Starlette(
        routes=[
            Route("/chat/stream", endpoints.chat_stream, methods=["POST"]),
            Route("/search", endpoints.search, methods=["POST"]),
            Route("/compute", endpoints.compute, methods=["POST"]),
            Route("/conversations", endpoints.conversations),
            Route("/conversations/{id}/messages", endpoints.messages),
            Route("/cards/{id:path}", endpoints.card),
            Route("/openapi.json", endpoints.openapi),
            Route(OPEN_PATH, endpoints.health),
        ],
        middleware=[Middleware(Guard, admission)],
        exception_handlers={HTTPException: refuse, RagError: unavailable, Exception: crashed},
    )
    api.router.redirect_slashes = False
    return api
