"""Words of a card that a question lacks, rarest first: what a person could have said to be understood."""

import re
from collections.abc import Callable, Collection, Sequence

from rag.text.normalise import normalise
from rag.text.tokens import unique_tokens
from rag.types import Card

LIMIT = 10
"""Words that are tried; each costs one embedding."""

_EDGES = re.compile(r"^\W+|\W+$")


def missing_words(
    card: Card, asked: Collection[str], holding: Callable[[Sequence[str]], Sequence[int]], *, limit: int = LIMIT
) -> tuple[str, ...]:
    """Return words and aliases of a card that add a token to the question, rarest first.

    Words come from title, description and aliases; an alias of several words is tried whole as well. A
    word is as rare as its rarest new token; equally rare ones go by length, then by their letters.

    Args:
        card: The card to be found.
        asked: Tokens of the question.
        holding: How many cards hold each of some tokens.
        limit: Words returned.
    """
    text = " ".join((card.title, card.description, *card.aliases))
    single = (_EDGES.sub("", raw) for raw in text.split())
    rarity: dict[str, tuple[int, int, str]] = {}
    seen: set[str] = set()
    for word in (*single, *card.aliases):
        new = [token for token in unique_tokens(word) if token not in asked]
        form = normalise(word)
        if new and form not in seen:
            seen.add(form)
            rarity[word] = (min(holding(new)), len(word), word)
    return tuple(sorted(rarity, key=rarity.__getitem__)[:limit])
