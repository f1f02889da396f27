"""What a set of settings makes impossible or idle, computed from the settings and a few facts of the index."""

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rag.config import Settings
from rag.tuning.facts import Facts

FindingKind = Literal[
    "all_refused",
    "none_refused",
    "words_only_never",
    "meaning_only_never",
    "threshold_as_cosine",
    "no_medium",
    "no_high",
    "words_off",
    "meaning_off",
    "topics_bar",
    "rrf_idle",
    "bm25_idle",
    "length_idle",
    "candidates_under_top_k",
    "evidence_over_top_k",
    "card_over_total",
    "evidence_over_total",
    "cards_cut",
    "temperature_idle",
]
Severity = Literal["warning", "note"]
"""A warning says that something wanted cannot happen; a note what else a value means."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One consequence, shown beside the controls it hangs on."""

    kind: FindingKind
    severity: Severity
    keys: tuple[str, ...]
    numbers: Mapping[str, float] = field(default_factory=dict)
    """What the sentence about it needs, by name."""


def findings(settings: Settings, facts: Facts) -> tuple[Finding, ...]:
    """Return every consequence, in the order of the controls."""
    return (*_gate(settings, facts), *_legs(settings), *_presented(settings, facts))


def most_confidence(settings: Settings, *, words: bool, meaning: bool) -> float:
    """Return the highest confidence of a card that only the given legs name; a leg that is off names none.

    Cosines reach 1. The share of BM25 over the question's own reaches 1 + k1·(1 - b): each term of BM25 saturates
    at k1 + 1, and the question's own terms stand at (k1 + 1) / (1 + k1·(1 - b + b·tokens/mean length)). The bound
    is exact for one-word questions and for questions whose words are equally rare; others pass it by at most
    k1·b·tokens/mean length.
    """
    sure, lexical, fusion = settings.confidence, settings.lexical, settings.fusion
    share = 1 + lexical.k1 * (1 - lexical.b) if words and fusion.bm25_weight else 0.0
    cosine = 1.0 if meaning and fusion.vector_weight else 0.0
    logit = sure.intercept + max(0.0, sure.bm25_self * share) + max(sure.cosine * cosine, -sure.cosine * cosine)
    return _sigmoid(logit)


def cosine_needed(settings: Settings) -> float | None:
    """Return the similarity from which a card that shares no word passes the threshold; None when none does."""
    sure = settings.confidence
    if not settings.fusion.vector_weight or sure.cosine <= 0 or not 0 < sure.threshold < 1:
        return None
    needed = (math.log(sure.threshold / (1 - sure.threshold)) - sure.intercept) / sure.cosine
    return needed if -1 <= needed <= 1 else None


def _gate(settings: Settings, facts: Facts) -> Iterator[Finding]:
    sure, fusion = settings.confidence, settings.fusion
    most = most_confidence(settings, words=True, meaning=True)
    numbers = {"threshold": sure.threshold, "high": sure.high, "candidates": fusion.candidates, "most": most}
    both = bool(fusion.bm25_weight and fusion.vector_weight)
    threshold = "confidence.threshold"
    if sure.threshold == 0:
        yield Finding("none_refused", "warning", (threshold,), numbers)
    if most < sure.threshold:
        off = tuple(key for key in ("fusion.bm25_weight", "fusion.vector_weight") if not _weight(settings, key))
        yield Finding("all_refused", "warning", (threshold, *off), numbers)
    elif both:
        yield from _one_leg(settings, facts, numbers)
    needed = cosine_needed(settings)
    if needed is not None:
        yield Finding("threshold_as_cosine", "note", (threshold,), {**numbers, "cosine": needed})
    if sure.high <= sure.threshold:
        yield Finding("no_medium", "warning", ("confidence.high",), numbers)
    if sure.threshold <= most < sure.high:
        yield Finding("no_high", "warning", ("confidence.high",), numbers)


def _one_leg(settings: Settings, facts: Facts, numbers: Mapping[str, float]) -> Iterator[Finding]:
    """Cards that one leg alone names; where both legs list every card, no card is named by words alone."""
    threshold = settings.confidence.threshold
    by_words = most_confidence(settings, words=True, meaning=False)
    beyond = not facts.card_lengths or len(facts.card_lengths) > settings.fusion.candidates
    if by_words < threshold and beyond:
        yield Finding("words_only_never", "note", ("confidence.threshold",), {**numbers, "most": by_words})
    by_meaning = most_confidence(settings, words=False, meaning=True)
    if by_meaning < threshold:
        yield Finding("meaning_only_never", "warning", ("confidence.threshold",), {**numbers, "most": by_meaning})


def _legs(settings: Settings) -> Iterator[Finding]:
    fusion, top_k = settings.fusion, settings.context.top_k
    if not fusion.bm25_weight:
        yield Finding("words_off", "warning", ("fusion.bm25_weight",))
        yield Finding("bm25_idle", "note", ("lexical.k1", "lexical.b"))
    elif not settings.lexical.k1:
        yield Finding("length_idle", "note", ("lexical.b",))
    if not fusion.vector_weight:
        yield Finding("meaning_off", "warning", ("fusion.vector_weight",))
    if fusion.method == "score":
        yield Finding("rrf_idle", "note", ("fusion.rrf_k",))
    if fusion.candidates < top_k:
        numbers = {"candidates": fusion.candidates, "top_k": top_k}
        yield Finding("candidates_under_top_k", "warning", ("fusion.candidates", "context.top_k"), numbers)
    if settings.topics.mode == "both":
        yield Finding("topics_bar", "warning", ("topics.mode",))


def _presented(settings: Settings, facts: Facts) -> Iterator[Finding]:
    context = settings.context
    most_cited = min(context.evidence, context.top_k)
    limit = min(context.card_chars, context.total_chars)
    cut = len(facts.card_lengths) - bisect_right(facts.card_lengths, limit)
    numbers = {
        "evidence": context.evidence,
        "top_k": context.top_k,
        "card_chars": context.card_chars,
        "total_chars": context.total_chars,
        "need": most_cited * context.card_chars,
        "cut": cut,
        "cards": len(facts.card_lengths),
        "limit": limit,
    }
    if context.evidence > context.top_k:
        yield Finding("evidence_over_top_k", "warning", ("context.evidence",), numbers)
    if context.card_chars > context.total_chars:
        yield Finding("card_over_total", "warning", ("context.card_chars", "context.total_chars"), numbers)
    elif most_cited * context.card_chars > context.total_chars:
        yield Finding("evidence_over_total", "note", ("context.total_chars",), numbers)
    if cut:
        yield Finding("cards_cut", "warning", ("context.card_chars",), numbers)
    if not facts.chat_model:
        yield Finding("temperature_idle", "note", ("chat_model.temperature",))


def _weight(settings: Settings, key: str) -> float:
    return settings.fusion.bm25_weight if key == "fusion.bm25_weight" else settings.fusion.vector_weight


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-700.0, min(logit, 700.0))))
