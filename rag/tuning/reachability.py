"""What a set of settings makes impossible or idle, computed from the settings and a few facts of the index."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rag.config import Settings
from rag.tuning.facts import Facts
from rag.tuning.limits import cosine_needed, most_confidence

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
    bundles: tuple[str, ...] = ()
    """Whose cards it concerns; empty for all."""


def findings(settings: Settings, facts: Facts) -> tuple[Finding, ...]:
    """Return every consequence, in the order of the controls."""
    return (*_gate(settings, facts), *_legs(settings), *_presented(settings, facts))


def _gate(settings: Settings, facts: Facts) -> Iterator[Finding]:
    sure = settings.confidence
    chances = dict(facts.chances) or {"": None}
    most = {name: most_confidence(settings, chance) for name, chance in chances.items()}
    unworded = {name: most_confidence(settings, chance, words=False) for name, chance in chances.items()}
    numbers = {"threshold": sure.threshold, "high": sure.high, "most": max(most.values())}
    if sure.threshold == 0:
        yield Finding("none_refused", "warning", ("confidence.threshold",), numbers)
    yield from _refused(settings, most, numbers)
    mute = [name for name, value in unworded.items() if value < sure.threshold <= most[name]]
    if mute and settings.fusion.vector_weight:
        worst = {**numbers, "most": max(unworded[name] for name in mute)}
        yield Finding("meaning_only_never", "warning", ("confidence.threshold",), worst, _named(mute, chances))
    plain = [name for name, chance in chances.items() if chance is None]
    needed = cosine_needed(settings)
    if plain and needed is not None:
        exact = {**numbers, "cosine": needed}
        yield Finding("threshold_as_cosine", "note", ("confidence.threshold",), exact, _named(plain, chances))
    if sure.high <= sure.threshold:
        yield Finding("no_medium", "warning", ("confidence.high",), numbers)
    elif max(most.values()) < sure.high:
        yield Finding("no_high", "warning", ("confidence.high",), numbers)


def _refused(settings: Settings, most: Mapping[str, float], numbers: Mapping[str, float]) -> Iterator[Finding]:
    """Bundles none of whose cards can pass; with the vector leg off that hangs on words alone."""
    refused = [name for name, value in most.items() if value < settings.confidence.threshold]
    if not refused:
        return
    worst = {**numbers, "most": max(most[name] for name in refused)}
    if not settings.fusion.vector_weight:
        keys = ("confidence.threshold", "fusion.vector_weight")
        yield Finding("words_only_never", "warning", keys, worst, _named(refused, most))
    else:
        off = () if settings.fusion.bm25_weight else ("fusion.bm25_weight",)
        yield Finding("all_refused", "warning", ("confidence.threshold", *off), worst, _named(refused, most))


def _named(bundles: Sequence[str], among: Mapping[str, object]) -> tuple[str, ...]:
    """The bundles' names, or nothing when they are all."""
    return () if len(bundles) == len(among) else tuple(bundles)


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
