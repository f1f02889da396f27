"""The one way text from outside reaches a widget that reads markdown."""

from urllib.parse import urlsplit

from rag.answer.neutralise import neutralise, plain_label

LABEL_CHARS = 90
"""About what an expander's title holds on one line of a desk screen."""


def safe(text: str) -> str:
    """Return text that a markdown widget shows as it is."""
    return neutralise(text)


def marked(text: str) -> str:
    """Return text that a markdown widget shows as it is, on the ground of a quoted line."""
    # a mark ends with its paragraph, so that each line of a code block needs its own
    return "  \n".join(f":blue-background[{safe(line)}]" for line in text.splitlines() if line.strip())


def label(text: str, limit: int = LABEL_CHARS) -> str:
    """Return one line of text that a widget's label shows as it is, cut to `limit` characters."""
    return plain_label(text, limit=limit)


def host(link: str) -> str:
    """Return the host of a checked address, to be shown beside it."""
    return safe(urlsplit(link).hostname or "")
