"""What the reader has to say about a file: where, what, how grave, and what to do."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
"""error: the file cannot be a card. warning: the card stands, something in it is wrong. note: information."""

Kind = Literal[
    "unreadable",
    "symlink",
    "bad-name",
    "too-long",
    "not-utf8",
    "nul-byte",
    "no-frontmatter",
    "unclosed-frontmatter",
    "bad-yaml",
    "not-a-mapping",
    "no-type",
    "duplicate-id",
    "repaired",
    "duplicate-key",
    "bad-field",
    "title-cut",
    "date-only",
    "unsafe-resource",
    "source-missing",
    "broken-link",
    "wrong-case-link",
    "link-escapes-root",
    "wikilink",
    "reserved-case",
    "frontmatter-in-reserved",
    "bad-log-heading",
    "instruction-like",
    "hidden-characters",
    "bad-contract",
    "readme",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know about one file."""

    path: str
    """POSIX path below the corpus folder; bytes that are no UTF-8 show as `\\xNN`."""
    line: int
    """1 is the first line; 0 when the finding is about the file as a whole."""
    kind: Kind
    severity: Severity
    message: str
    """What is wrong, without a full stop. May quote the file: neutralise before drawing."""
    remedy: str
    """What to do, one sentence with its full stop."""


def quote(text: str, limit: int = 80) -> str:
    """Return `text` in quotes with control characters escaped, cut to `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")
