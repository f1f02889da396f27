"""Which part of a list is asked for: the two query parameters, checked and described by the same bounds."""

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rag.wire import Json

MOST_CONVERSATIONS = 200
"""Most conversations in one list."""

MOST_OFFSET = 10**9
"""More than any history here holds, and a number every database takes."""

_BOUNDS = {
    "limit": ("Most conversations listed.", 1, MOST_CONVERSATIONS, 50),
    "offset": ("Conversations to skip.", 0, MOST_OFFSET, 0),
}


def limit_and_offset(request: Request) -> tuple[int, int]:
    """Return both numbers. Raises `HTTPException` 422 naming the one that is none or out of range."""
    return _number(request, "limit"), _number(request, "offset")


def page_parameters() -> list[Json]:
    """Return both as an OpenAPI document describes them."""
    return [
        {"name": name, "in": "query", "description": description, "schema": _schema(least, most, default)}
        for name, (description, least, most, default) in _BOUNDS.items()
    ]


def _schema(least: int, most: int, default: int) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most, "default": default}


def _number(request: Request, name: str) -> int:
    _, least, most, default = _BOUNDS[name]
    text = request.query_params.get(name, str(default))
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
    if not least <= number <= most:
        raise HTTPException(422, f"{name}: must be a whole number from {least} to {most}, got {text!r:.40}")
    return number
