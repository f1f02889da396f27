"""Collects the raw evidence that confidence is judged from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rag.index.open_questions import word_overlap
from rag.index.opening import OpenIndex
from rag.protocols import Vectors
from rag.retrieval.confidence import Evidenced, Margins
from rag.retrieval.legs import Legs
from rag.text.search_tokens import is_canonical
from rag.text.tokens import unique_tokens
from rag.types import Card, Evidence, FusedHit


@dataclass(frozen=True, slots=True)
class NamedWords:
    """What a question says beside the names in it."""

    tokens: tuple[str, ...]
    cards: tuple[str, ...]
    """The cards that are named."""


def evidenced(
    evidence: Sequence[Evidence],
    fused: Sequence[FusedHit],
    legs: Legs,
    *,
    tokens: Sequence[str],
    vector: Vectors | None,
    index: OpenIndex,
    named: NamedWords | None = None,
) -> Evidenced | None:
    """Return the raw evidence of the best presented card, or None when nothing is presented.

    Margins are there when the card's bundle writes down open questions and the vector leg is on.

    Args:
        evidence: Best first.
        fused: The ranking it was chosen from.
        legs: Of the question.
        tokens: Of the question.
        vector: Of the question; None when the vector leg is off.
        index: That was searched.
        named: The words beside the names, where the question names something.
    """
    if not evidence:
        return None
    card = evidence[0].card
    hit = next(hit for hit in fused if hit.card_id == card.card_id)
    share = hit.bm25.score / legs.self_score if hit.bm25 and legs.self_score else 0.0
    if vector is None:
        return Evidenced(0.0, share)
    words = None if named is None else _share_held(named, card.bundle, index)
    cosine = hit.vector.score if hit.vector else index.vectors.best_view(vector, index.cards.row_of[card.card_id])[1]
    return Evidenced(cosine, share, _margins(card, cosine, tokens, vector, index), words)


def _share_held(named: NamedWords, bundle: str, index: OpenIndex) -> float:
    """Return the share of the words' weight that the named cards hold; 1 when there are no words beside the names."""
    rows = np.array([index.cards.row_of[card_id] for card_id in named.cards], dtype=np.int64)
    idfs = index.lexical.idfs(named.tokens, [bundle])
    held = (idf for token, idf in idfs.items() if np.isin(index.lexical.rows_with(token, [bundle]), rows).any())
    every = sum(idfs.values())
    return sum(held) / every if every else 1.0


def _margins(card: Card, cosine: float, tokens: Sequence[str], vector: Vectors, index: OpenIndex) -> Margins | None:
    known = index.open_questions.get(card.bundle)
    if known is None:
        return None
    idfs = index.lexical.idfs([token for token in tokens if not is_canonical(token)], [card.bundle])
    nearest = known.nearest(vector, idfs)
    return Margins(
        above_chance=(cosine - known.chance.mean) / known.chance.deviation,
        meaning=cosine - nearest.cosine,
        words=_best_overlap(card, idfs, index) - nearest.words,
        open_question=nearest.question.text if nearest.cosine > max(cosine, known.chance.mean) else "",
    )


def _best_overlap(card: Card, idfs: dict[str, float], index: OpenIndex) -> float:
    """Return the largest word overlap of the question with the card's title or one of its phrases."""
    asked = sum(idfs.values())
    texts = [unique_tokens(text) for text in (card.title, *card.phrases)]
    known = index.lexical.idfs(list(dict.fromkeys(token for tokens in texts for token in tokens)), [card.bundle])
    return max(
        word_overlap(
            sum(idfs[token] for token in tokens if token in idfs), asked, sum(known[token] for token in tokens)
        )
        for tokens in texts
    )
