"""What the edges to an OpenAI-compatible service share: its address, its client, its failures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

from rag.errors import ConfigError

if TYPE_CHECKING:
    import httpx2
    import openai

FailureKind = Literal["timeout", "connection", "rate-limit", "quota", "auth", "server", "request"]

PASSING: Final[frozenset[FailureKind]] = frozenset({"timeout", "connection", "rate-limit", "server"})
"""Kinds that a second try may cure. A spent quota, a refused key and a refused request stay as they are."""

MAX_WAIT_S: Final = 10.0
"""Longest pause between two tries, in seconds. A server that asks for more is reported: a reader waits."""

_OPENAI_ADDRESS: Final = "https://api.openai.com/v1"

_SPENT: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
"""Error codes that come with HTTP 429 but mean an empty account, not a busy minute."""


@dataclass(frozen=True, slots=True)
class ServiceFailure:
    """Why a request came to nothing, without a word of the server's own text."""

    kind: FailureKind
    status: int | None = None
    """HTTP status, where there was an answer."""
    retry_after_s: float | None = None
    """Seconds the server asked to wait."""
    unsupported: str = ""
    """Name of the request parameter that the server does not know, as far as it can be told."""


def service_key(environ: Mapping[str, str]) -> str:
    """Return OPENAI_API_KEY without surrounding blanks; empty when it is unset or blank."""
    return environ.get("OPENAI_API_KEY", "").strip()


def service_address(configured: str, environ: Mapping[str, str], *, key: str) -> str | None:
    """Return the configured address, else OPENAI_BASE_URL, else None for OpenAI's own.

    Args:
        configured: The setting's value; blank counts as not set.
        environ: Where OPENAI_BASE_URL is looked up.
        key: The setting's name for the error message.

    Raises:
        ConfigError: not an http(s) address, or one that carries a user name or a password.
    """
    address = configured.strip() or environ.get("OPENAI_BASE_URL", "").strip()
    if not address:
        return None
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        sound = False
    if not sound:
        raise ConfigError(
            f"{key} (or OPENAI_BASE_URL) must be an http or https address without user name and password; "
            "the key belongs in OPENAI_API_KEY."
        )
    return address


def open_client(api_key: str, base_url: str | None) -> "openai.OpenAI":
    """Return a client that never retries by itself and takes its time-outs from each request.

    Importing `openai` takes about a second and happens here, not with this module. The address is always
    handed over, else the library would read OPENAI_BASE_URL behind our back.
    """
    import openai

    return openai.OpenAI(api_key=api_key, base_url=base_url or _OPENAI_ADDRESS, max_retries=0)


def failure_of(error: "openai.OpenAIError | httpx2.RequestError") -> ServiceFailure:
    """Return what a library's error means."""
    import httpx2
    import openai

    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        return ServiceFailure("timeout")
    if isinstance(error, openai.APIConnectionError | httpx2.RequestError):
        return ServiceFailure("connection")
    if isinstance(error, openai.APIStatusError):
        return ServiceFailure(
            _kind_of_status(error),
            status=error.status_code,
            retry_after_s=_seconds(error.response.headers.get("retry-after")),
            unsupported=_unsupported(error),
        )
    return ServiceFailure("server")


def pause_s(failure: ServiceFailure, *, attempt: int) -> float | None:
    """Return the seconds to wait before the next try, or None when another try is of no use.

    Without a wish of the server's it is 0.5 s, doubled with every attempt, at most `MAX_WAIT_S`.

    Args:
        failure: What went wrong.
        attempt: How many tries came before this one; 0 for the first.
    """
    if failure.kind not in PASSING:
        return None
    if failure.retry_after_s is None:
        return float(min(MAX_WAIT_S, 0.5 * 2**attempt))
    return failure.retry_after_s if failure.retry_after_s <= MAX_WAIT_S else None


def _kind_of_status(error: "openai.APIStatusError") -> FailureKind:
    status = error.status_code
    if status == 429:
        return "quota" if {error.code, error.type} & _SPENT else "rate-limit"
    if status in (401, 403):
        return "auth"
    if status == 408:
        return "timeout"
    return "server" if status >= 500 else "request"


def _unsupported(error: "openai.APIStatusError") -> str:
    """Tell the parameter at fault of a 400 or 422: `param` where given, else one that the text names."""
    if error.status_code not in (400, 422):
        return ""
    if error.param:
        return str(error.param)
    named = (name for name in ("max_completion_tokens", "temperature", "dimensions") if name in error.message)
    return next(named, "")


def _seconds(header: str | None) -> float | None:
    """Read a Retry-After header in seconds; its other form, a date, counts as not given."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None
