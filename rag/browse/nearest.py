"""Finds the cards that say what is closest to what a card says."""

import numpy as np

from rag.index.opening import OpenIndex


def nearest_cards(index: OpenIndex, card_id: str, *, limit: int, exact_limit: int) -> tuple[tuple[str, float], ...]:
    """Return the ids of at most `limit` other cards with the cosine of the whole-card vectors, nearest first.

    Ties go to the lower id. An unknown card has none near it. Beyond `exact_limit` cards the neighbours are found
    through HNSW and may miss one.

    Raises:
        IndexDamaged: the Chroma store that a large corpus needs cannot be opened.
    """
    row = index.cards.row_of.get(card_id)
    if row is None:
        return ()
    found = index.vectors.search(index.vectors.vector(row), rows=None, limit=limit + 1, exact_limit=exact_limit)
    order = [place for place in np.argsort(-found.whole, kind="stable") if found.rows[place] != row]
    return tuple((index.cards.ids[found.rows[place]], float(found.whole[place])) for place in order[:limit])
