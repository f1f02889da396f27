"""Answers without a model: the best lines of the best cards, word for word, each with its marker."""

from collections.abc import Iterator, Sequence

from rag.types import Evidence

NEAR = 0.75
"""A second card is quoted when its fused score is at least this share of the best card's."""

MOST_LINES = 5
"""An answer is read at a glance; more stands in the citations."""


def quoted_cards(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence that is quoted: the best card, and those that are nearly as good."""
    usable = [item for item in evidence if item.role == "evidence" and item.quotes]
    if not usable:
        return ()
    return tuple(item for item in usable if item is usable[0] or item.score >= NEAR * usable[0].score)


def extract(evidence: Sequence[Evidence]) -> Iterator[tuple[str, int]]:
    """Yield (line, number of its card), a card's lines together and in reading order.

    Lines are never joined across cards, so no claim is made that no card makes.
    """
    left = MOST_LINES
    for item in quoted_cards(evidence):
        for quote in item.quotes[:left]:
            yield quote, item.number
        left -= min(left, len(item.quotes))
