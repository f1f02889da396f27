"""The words of a question and of a card side by side: as written, as compared, as tokens."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rag.cards.body import plain_text
from rag.text.normalise import normalise
from rag.text.tokens import tokenise
from rag.types import Card

Field = Literal["title", "description", "aliases", "phrases", "tags", "body"]


_BREAKS = re.compile(r"\s+|(?<=[、。；：！？])")
"""Where a text is split: at white space, and after marks that end a Chinese phrase. No token spans either."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word on its way to the lexical leg."""

    raw: str
    normalised: str
    tokens: tuple[str, ...]
    """Empty for a stop word and for punctuation."""


@dataclass(frozen=True, slots=True)
class CardWord:
    """A word of a card and the field in which it stands first."""

    field: Field
    word: Word


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A question's and a card's words."""

    question: tuple[Word, ...]
    """In reading order, with repetition."""
    card: tuple[CardWord, ...]
    """Each word once, in the order in which the card is indexed."""
    shared: frozenset[str]
    """Tokens that both hold."""


def words(text: str) -> tuple[Word, ...]:
    """Return the words of a text; their tokens in a row are the tokens of the text."""
    parts = (part for part in _BREAKS.split(text) if part)
    return tuple(Word(raw, normalise(raw), tuple(tokenise(raw))) for raw in parts)


def side_by_side(question: str, card: Card) -> SideBySide:
    """Return the words of a question and of everything a card is found by."""
    asked = words(question)
    first: dict[Word, Field] = {}
    for name, text in _fields(card):
        for word in words(text):
            first.setdefault(word, name)
    held = {token for word in first for token in word.tokens}
    shared = frozenset(token for word in asked for token in word.tokens) & held
    return SideBySide(asked, tuple(CardWord(name, word) for word, name in first.items()), shared)


def _fields(card: Card) -> Iterable[tuple[Field, str]]:
    """Yield what `rag.index.card_text.lexical_tokens` reads, in its order."""
    yield "title", card.title
    yield "description", card.description
    yield "aliases", "\n".join(card.aliases)
    yield "phrases", "\n".join(card.phrases)
    yield "tags", "\n".join(card.tags)
    yield "body", plain_text(card.body)
