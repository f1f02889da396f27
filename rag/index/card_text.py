"""What of a card is searched: its words for the lexical leg and the texts its vectors are made from."""

from rag.cards.body import plain_text
from rag.text.search_tokens import ANCHOR_YEAR, SEARCH_TOKENS_VERSION, search_tokens
from rag.types import Card

CARD_TEXT_VERSION = f"2.{SEARCH_TOKENS_VERSION}"
"""Stamped into every index version: raise the first number when a change here gives other texts."""

WHOLE_TEXT_CHARS = 4000
"""The embedder reads 512 tokens; more characters than this never reach it."""


def lexical_tokens(card: Card, *, anchor_year: int = ANCHOR_YEAR) -> list[str]:
    """Return the tokens a card is found by: title, description, aliases, phrases, tags and body, in this order."""
    parts = (card.title, card.description, *card.aliases, *card.phrases, *card.tags, plain_text(card.body))
    return search_tokens("\n".join(parts), anchor_year=anchor_year)


def whole_text(card: Card) -> str:
    """Return the one text that stands for the whole card in the vector space."""
    names = ", ".join(card.aliases)
    parts = (card.title, plain_text(card.body) or card.description, names)
    return "\n".join(part for part in parts if part)[:WHOLE_TEXT_CHARS]


def view_texts(card: Card) -> tuple[str, ...]:
    """Return the texts embedded for a card: the whole card first, then each phrase people use for it."""
    return (whole_text(card), *card.phrases)
