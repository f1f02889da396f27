"""Decides which addresses may be clicked, and writes them in plain ASCII."""

import ipaddress
import re
import unicodedata
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

MAX_LINK_CHARS = 2000
"""Longest address kept, before and after encoding; the shortest limit among common browsers and servers."""

_KEPT = "/:@!$&'()*+,;=~-._"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")


def safe_link(text: str) -> str | None:
    """Return `text` as a clickable address, or None when it is not safe to click.

    Safe is http or https with a host, without user information, backslash, white space, control or invisible
    characters. The host comes back in IDNA form, other characters outside ASCII percent-encoded, existing
    escapes as they are; giving the result back in changes nothing. Parentheses stay: in markdown write
    `[text](<address>)`.
    """
    if len(text) > MAX_LINK_CHARS or "\\" in text or not _visible(text):
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    host = _ascii_host(parts)
    if parts.scheme not in ("http", "https") or host is None or "@" in parts.netloc:
        return None
    link = urlunsplit(
        (
            parts.scheme,
            host if port is None else f"{host}:{port}",
            _encode(parts.path, _KEPT),
            _encode(parts.query, _KEPT + "?"),
            _encode(parts.fragment, _KEPT + "?"),
        )
    )
    return link if len(link) <= MAX_LINK_CHARS else None


def _visible(text: str) -> bool:
    if text.isascii():
        return text.isprintable() and " " not in text
    return not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp") for char in text)


def _ascii_host(parts: SplitResult) -> str | None:
    host = parts.hostname
    if not host:
        return None
    if ":" in host:
        return _ipv6_host(host)
    try:
        ascii_host = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
    labels = ascii_host.removesuffix(".").split(".")
    return ascii_host if all(_HOST_LABEL.fullmatch(label) for label in labels) else None


def _ipv6_host(host: str) -> str | None:
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return None
    return None if address.scope_id else f"[{address.compressed}]"


def _encode(text: str, kept: str) -> str:
    return quote(_STRAY_PERCENT.sub("%25", text), safe=kept + "%")
