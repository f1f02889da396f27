"""Who may use the API: its owner's machine, or whoever holds the token; and how often."""

import hmac
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from rag.api.replies import refused

TOKEN_VARIABLE = "TOUCHSTONE_API_TOKEN"
"""Environment variable with the bearer token; without one only the machine itself is served."""

REQUESTS_PER_S = 4.0
"""Per client in the long run; an answer on two cores takes about a fifth of a second."""

BURST = 80
"""Requests a client may make at once after a pause."""

MOST_CLIENTS = 4096
"""Clients whose requests are counted; the one not seen for longest is forgotten first."""

OPEN_PATH = "/healthz"
"""Served to everybody: what looks after the process has no token."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What a request needs to be served."""

    token: str = ""
    """Empty: none, and only requests of the machine itself are served."""
    requests_per_s: float = REQUESTS_PER_S
    burst: int = BURST


class Guard:
    """ASGI middleware: 429 for too many requests, 401 for a wrong token, 403 where a token must be configured first.

    Without a token a request is served when both ends of its connection are on loopback and its Host header names
    loopback: another host's name there means a page that was rebound to this machine, or a proxy before the app.
    """

    def __init__(self, app: ASGIApp, admission: Admission, now: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._admission = admission
        self._buckets = _Buckets(admission.requests_per_s, admission.burst, now)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        app = self._app
        if scope["type"] == "http":
            app = self._refusal(scope) or self._app
        await app(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        client = scope.get("client")
        wait_s = self._buckets.take(client[0] if client else "")
        if wait_s:
            seconds = int(wait_s) + 1
            return refused(429, f"Too many requests; try again in {seconds} s.", {"Retry-After": str(seconds)})
        if scope["path"] == OPEN_PATH:
            return None
        if self._admission.token:
            return None if bears(Headers(scope=scope), self._admission.token) else _unknown()
        return None if _local(scope) else _closed()


def bears(headers: Headers, token: str) -> bool:
    """Tell whether the Authorization header holds the bearer token; the time taken tells nothing of it."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode())


def _unknown() -> ASGIApp:
    message = f"The token is missing or wrong; send Authorization: Bearer and the server's {TOKEN_VARIABLE}."
    return refused(401, message, {"WWW-Authenticate": "Bearer"})


def _closed() -> ASGIApp:
    return refused(403, f"Only this machine is served; set {TOKEN_VARIABLE} where the server starts to serve others.")


def _local(scope: Scope) -> bool:
    ends = (scope.get("client"), scope.get("server"))
    host = Headers(scope=scope).get("host", "")
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return all(end is not None and _loopback(end[0]) for end in ends) and (name == "localhost" or _loopback(name))


def _loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


class _Buckets:
    """A token bucket for each client."""

    def __init__(self, per_s: float, burst: int, now: Callable[[], float]) -> None:
        self._per_s, self._burst, self._now = per_s, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Return the seconds to wait; 0 when the request was counted."""
        now = self._now()
        left, seen = self._left.pop(client, (float(self._burst), now))
        left = min(self._burst, left + (now - seen) * self._per_s)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._per_s
