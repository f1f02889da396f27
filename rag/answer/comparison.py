"""Sets quoted cards against each other: a comparison made of quotes, taken apart again by what it compares."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rag.types import Answerer, Citation, Trace

QUOTING: frozenset[Answerer] = frozenset({"extractive", "extractive-fallback"})
"""Answerers whose every line is a card's; a model's sentences belong to no card alone."""


@dataclass(frozen=True, slots=True)
class Target:
    """One of the things compared."""

    number: int
    """Of the marker that cites it."""
    title: str
    lines: tuple[str, ...]
    """Word for word, those of the answer."""


def compared(
    trace: Trace, text: str, *, answerer: Answerer | None, citations: Sequence[Citation], cited: Collection[int]
) -> tuple[Target, ...]:
    """Return what an answer compares, in the order of its markers; empty when it is no comparison made of quotes.

    Args:
        trace: Of the question.
        text: The answer as shown.
        answerer: Who wrote it.
        citations: As shown with the answer.
        cited: Numbers the text cites.
    """
    if trace.names is None or trace.names.query_type != "comparison" or answerer not in QUOTING:
        return ()
    targets = tuple(
        Target(citation.number, citation.title, _lines_in(text, citation))
        for citation in sorted(citations, key=lambda citation: citation.number)
        if citation.role == "evidence" and citation.number in cited
    )
    return targets if len(targets) > 1 else ()


def _lines_in(text: str, citation: Citation) -> tuple[str, ...]:
    """Return the quotes that the answer holds; an answer quotes fewer lines than a card has to offer."""
    return tuple(quote for quote in citation.quotes if f"{quote} [{citation.number}]" in text)
