"""How high the confidence of a card can get under some settings, from the very function that computes it."""

import math
from itertools import product

from rag.config import Settings
from rag.index.open_questions import Chance
from rag.retrieval.confidence import Evidenced, Margins, confidence
from rag.rules import logistic_of


def most_confidence(settings: Settings, chance: Chance | None = None, *, words: bool = True) -> float:
    """Return the confidence that no card of a bundle can exceed.

    Confidence rises or falls evenly with each part of the evidence, so its highest value stands at a corner of what
    the parts can be: cosines in [-1, 1], 0 with the vector leg off; word overlaps in [0, 1]; the share of BM25 over
    the question's own in [0, 1 + k1·(1 - b)). For a term of BM25 saturates at k1 + 1, and the question's own stand
    at (k1 + 1) / (1 + k1·(1 - b + b·tokens/mean length)). That last bound holds for one-word questions and for
    words that are equally rare; other questions pass it by at most k1·b·tokens/mean length.

    Args:
        settings: Those in question.
        chance: Of the bundle, when it writes down open questions.
        words: Whether the card shares a word with the question.
    """
    lexical, fusion = settings.lexical, settings.fusion
    shares = (0.0, 1 + lexical.k1 * (1 - lexical.b)) if words and fusion.bm25_weight else (0.0,)
    cosines = (-1.0, 1.0) if fusion.vector_weight else (0.0,)
    logistic = logistic_of(settings)
    return max(
        confidence(Evidenced(cosine, share, margins), logistic).value
        for cosine, share in product(cosines, shares)
        for margins in _corners(cosine, chance if fusion.vector_weight else None, words=words)
    )


def cosine_needed(settings: Settings) -> float | None:
    """Return the similarity from which a card that shares no word passes, in bundles without open questions.

    None when no similarity, or every one, passes.
    """
    sure = settings.confidence
    if not settings.fusion.vector_weight or sure.cosine <= 0 or not 0 < sure.threshold < 1:
        return None
    needed = (math.log(sure.threshold / (1 - sure.threshold)) - sure.intercept) / sure.cosine
    return needed if -1 <= needed <= 1 else None


def _corners(cosine: float, chance: Chance | None, *, words: bool) -> tuple[Margins | None, ...]:
    if chance is None or not chance.deviation:
        return (None,)
    above = (cosine - chance.mean) / chance.deviation
    overlaps = (-1.0, 1.0) if words else (-1.0, 0.0)
    return tuple(Margins(above, cosine - nearest, overlap) for nearest in (-1.0, 1.0) for overlap in overlaps)
