"""Answers without a model: the best lines of the best cards, word for word, each with its marker."""

from collections.abc import Collection, Iterator, Sequence

from rag.types import Evidence, FusedHit, Hit

NEAR = 0.75
"""A second card is quoted when it stands at least this high beside the best card."""

MOST_LINES = 5
"""An answer is read at a glance; more stands in the citations."""


def quoted_cards(
    evidence: Sequence[Evidence], fused: Sequence[FusedHit], targets: Collection[str] = ()
) -> tuple[Evidence, ...]:
    """Return the evidence that is quoted: the best card, those that are nearly as good, and those compared.

    How good is the mean, over the legs that found anything, of a card's place between the leg's lowest and highest
    raw score; that is comparable whichever fusion method ordered the cards, which reciprocal ranks are not.
    """
    usable = [item for item in evidence if item.role == "evidence" and item.quotes]
    if not usable:
        return ()
    standing = _standing(fused)
    enough = NEAR * standing.get(usable[0].card.card_id, 0.0)
    others = (
        item
        for item in usable[1:]
        if item.card.card_id in targets or (not targets and standing.get(item.card.card_id, 0.0) >= enough)
    )
    return (usable[0], *others)


def extract(
    evidence: Sequence[Evidence], fused: Sequence[FusedHit], targets: Collection[str] = ()
) -> Iterator[tuple[str, int]]:
    """Yield (line, number of its card), a card's lines together and in reading order.

    With `targets`, the ids of cards set against each other, each of them gets its share of the lines.

    Lines are never joined across cards, so no claim is made that no card makes.
    """
    quoted = quoted_cards(evidence, fused, targets)
    left = max(MOST_LINES, len(quoted))
    share = max(1, left // len(quoted)) if targets and quoted else left
    for item in quoted:
        for quote in item.quotes[: min(left, share)]:
            yield quote, item.number
        left -= min(left, share, len(item.quotes))


def _standing(fused: Sequence[FusedHit]) -> dict[str, float]:
    legs = ([hit.bm25 for hit in fused if hit.bm25], [hit.vector for hit in fused if hit.vector])
    shares = [_shares(leg) for leg in legs if leg]
    return {hit.card_id: sum(share.get(hit.card_id, 0.0) for share in shares) / len(shares) for hit in fused}


def _shares(leg: Sequence[Hit]) -> dict[str, float]:
    """Return each card's place in [0, 1]; a leg that tells its cards not apart gives each 1."""
    low, high = min(hit.score for hit in leg), max(hit.score for hit in leg)
    return {hit.card_id: (hit.score - low) / (high - low) if high > low else 1.0 for hit in leg}
