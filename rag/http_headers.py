"""Security headers on every HTTP answer of the app's process."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",  # an image address in a card or an answer is never fetched
        "style-src 'self' 'unsafe-inline'",
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "connect-src 'self' ws: wss:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)
"""What Streamlit 1.67 needs and no more; https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Content-Security-Policy."""


class SecurityHeaders:
    """ASGI middleware; passes streamed bodies on unwrapped."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
            await send(message)

        await self._app(scope, receive, send_with_headers)
