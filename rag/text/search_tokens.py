"""Everything a text is searched by: its words, and its amounts and dates in one spelling."""

from rag.text.canonical import CANONICAL_VERSION, canonical_tokens
from rag.text.tokens import TOKENS_VERSION, tokenise

ANCHOR_YEAR = 2026
"""A two-digit year is read as the one within five years after this, or else before it; an index names its own."""

SEARCH_TOKENS_VERSION = f"{TOKENS_VERSION}.{CANONICAL_VERSION}"
"""Stamped into every index version."""


def search_tokens(text: str, *, anchor_year: int = ANCHOR_YEAR) -> list[str]:
    """Return the tokens of a text with repetition, then each amount and date once, such as `money:50000000`.

    The canonical forms stand beside the words as written, never instead: what is spelled alike is found as before.
    """
    return [*tokenise(text), *canonical_tokens(text, anchor_year=anchor_year)]


def question_tokens(text: str, *, anchor_year: int = ANCHOR_YEAR) -> tuple[str, ...]:
    """Return each token of a question once, by first occurrence."""
    return tuple(dict.fromkeys(search_tokens(text, anchor_year=anchor_year)))


def is_canonical(token: str) -> bool:
    """Tell an amount or a date from a word; no word holds a colon."""
    return ":" in token
