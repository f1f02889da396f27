"""Collects the raw evidence that confidence is judged from."""

from collections.abc import Sequence

from rag.index.open_questions import word_overlap
from rag.index.opening import OpenIndex
from rag.protocols import Vectors
from rag.retrieval.confidence import Evidenced, Margins
from rag.retrieval.legs import Legs
from rag.text.search_tokens import is_canonical
from rag.text.tokens import unique_tokens
from rag.types import Card, Evidence, FusedHit


def evidenced(
    evidence: Sequence[Evidence],
    fused: Sequence[FusedHit],
    legs: Legs,
    *,
    tokens: Sequence[str],
    vector: Vectors | None,
    index: OpenIndex,
) -> Evidenced | None:
    """Return the raw evidence of the best presented card, or None when nothing is presented.

    Margins are there when the card's bundle writes down open questions and the vector leg is on.
    """
    if not evidence:
        return None
    card = evidence[0].card
    hit = next(hit for hit in fused if hit.card_id == card.card_id)
    share = hit.bm25.score / legs.self_score if hit.bm25 and legs.self_score else 0.0
    if vector is None:
        return Evidenced(0.0, share)
    cosine = hit.vector.score if hit.vector else index.vectors.best_view(vector, index.cards.row_of[card.card_id])[1]
    return Evidenced(cosine, share, _margins(card, cosine, tokens, vector, index))


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
