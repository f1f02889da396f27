"""Every error of the API as the document describes it: when it comes, its headers, its body."""

from collections.abc import Iterable

from rag.api.shapes import TEXT, record, ref
from rag.wire import Json

CACHE: dict[str, Json] = {"Cache-Control": {"required": True, "schema": {"const": "no-store"}}}
"""On every answer of the API."""

_WAIT: dict[str, Json] = {"Retry-After": {"required": True, "schema": {"type": "integer", "minimum": 1}}}
_ALLOW: dict[str, Json] = {"Allow": {"required": True, "description": "The methods possible here.", "schema": TEXT}}
_SCHEME: dict[str, Json] = {"WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}}}

_REFUSALS: dict[int, tuple[str, dict[str, Json]]] = {
    401: ("The token is missing or wrong.", _SCHEME),
    403: ("Only this machine is served, or conversations are not listed without a token.", {}),
    404: ("There is no such conversation, card or bundle.", {}),
    405: ("Another method was used at this address.", _ALLOW),
    413: ("The body is too long.", {}),
    415: ("The body is not application/json.", {}),
    422: ("A field does not fit; the message names it.", {}),
    429: ("Too many requests, or too many answers at once.", _WAIT),
    500: ("The server failed; its log says why.", {}),
    503: ("No index serves, or the history cannot be used; the message says what to do.", _WAIT),
}


def refusals() -> dict[str, Json]:
    """Return each error's description under the name that `refer` uses."""
    return {
        f"Refusal{status}": {
            "description": description,
            "headers": {**CACHE, **headers},
            "content": {"application/json": {"schema": ref("Error")}},
        }
        for status, (description, headers) in _REFUSALS.items()
    }


def error_schema() -> Json:
    """Return the schema of every error's body."""
    status: Json = {"type": "integer", "minimum": 400, "maximum": 599, "description": "The HTTP status again."}
    message: Json = {"type": "string", "minLength": 1, "description": "What went wrong, with which thing, what to do."}
    return record({"error": record({"status": status, "message": message})})


def refer(statuses: Iterable[int]) -> dict[str, Json]:
    """Return references to the errors of these statuses."""
    return {str(status): {"$ref": f"#/components/responses/Refusal{status}"} for status in statuses}
