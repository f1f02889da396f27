"""The whole path of a question, a line a stage. Read this first.

`retrieve` decides whether and from what a question may be answered and gives a `Trace`; `ask` adds the words and
yields events: Meta, Citation*, Delta*, then Done (Failed before it when a model broke off).
"""

import re
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rag.answer.closing import closing_of
from rag.answer.compose import Composer
from rag.answer.refusal import referred, refusal
from rag.computed.answering import Means, Request, computation_events, with_offer
from rag.config import Settings, TopicEntry
from rag.index.opening import OpenIndex
from rag.protocols import ChatModel, Embedder, Vectors
from rag.query.context import Context, resolve_context, standing_question
from rag.query.metadata import Named, Target, names_in
from rag.query.referral import referral
from rag.query.spellings import without
from rag.query.topics import match_topics
from rag.query.understanding import understand
from rag.reading import Planned
from rag.retrieval.ambiguity import several_meanings
from rag.retrieval.confidence import Evidenced, confidence
from rag.retrieval.evidence import present
from rag.retrieval.evidenced import NamedWords, evidenced
from rag.retrieval.fusion import blend, fuse
from rag.retrieval.grounding import Asking, Grounded, ground, weighed
from rag.retrieval.legs import Legs, Reach, search
from rag.retrieval.narrowing import narrowings
from rag.retrieval.recorded import context_found, final_check, names_found
from rag.retrieval.referred import left_to
from rag.retrieval.timing import Stopwatch
from rag.retrieval.verdict import Circumstances, judge
from rag.rules import (
    agency_pattern,
    ambiguity_rule,
    applied,
    budget_of,
    fusion_rule,
    logistic_of,
    name_rule,
    narrow_rule,
    plan_rule,
)
from rag.text.asking import without_asking
from rag.text.normalise import language_of, normalise
from rag.text.search_tokens import is_canonical, question_tokens
from rag.text.tokens import unique_tokens
from rag.types import (
    Citation,
    Closing,
    Confidence,
    Delta,
    Done,
    Event,
    Evidence,
    FusedHit,
    Language,
    Meta,
    TopicMatch,
    Trace,
    Turn,
)

ALL = "all"
"""The name that stands for every bundle."""

OWN_WORDS = 0.25
"""Weight of a follow-up's own ranking beside the one in context: first places rose from .61 to .76 of 49."""

_LATIN = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of which cards, in which conversation."""

    text: str
    bundle: str = ALL
    history: tuple[Turn, ...] = ()
    language: Language = "en"
    """The reader's; it counts when all bundles are asked in signs that no language owns, such as digits."""
    card_id: str = ""
    """The card the reader chose after being asked back; only it may answer then."""
    alone: bool = False
    """Whether the conversation must lend nothing to it."""
    inputs: Mapping[str, str] | None = None
    """What a form for the computation of `card_id` holds; None when none was sent."""
    zone: str = ""
    """IANA name of the reader's time zone; empty is not known."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a question is answered with; opened once, shared by all questions."""

    index: OpenIndex
    embedder: Embedder
    chat_model: ChatModel | None = None


def retrieve(question: Question, tools: Tools, settings: Settings, *, now: datetime) -> Trace:
    """Return everything decided before a word is written. Same question, index, settings and day: same trace.

    Raises:
        ValueError: there is no bundle of that name.
        EmbedderError: the embedder failed.
    """
    clock = Stopwatch()
    text = question.text[: settings.limits.question_chars]
    bundles = _bundles(question.bundle, tools.index)
    language = _language(text, bundles, settings, reader=question.language)
    anchor_year = tools.index.manifest.anchor_year

    with clock.stage("topics"):
        tables = {name: settings.bundles[name].topics for name in bundles if name in settings.bundles}
        topics = match_topics(text, tables)
        reach = Reach.of(bundles, topics, settings.topics.mode, tools.index)
    with clock.stage("carry"):
        names = tools.index.names(bundles)
        context = _context(question, text, topics, tables, names, settings)
        searched = context.searched(text)
    with clock.stage("resolve"):
        read = understand(
            text,
            context,
            names,
            name_rule(settings),
            plan_rule(settings),
            agency_pattern=agency_pattern(bundles, settings),
        )
    found = _search(searched, reach, tools, settings, clock)
    fused = found.fused
    if context.carried:
        own = _search(text, reach, tools, settings, Stopwatch())
        fused = blend(fused, own.fused, OWN_WORDS)
        found = replace(found, fused=fused)
    with clock.stage("resolve"):
        stages = narrowings(
            [hit for hit in fused if not question.card_id or hit.card_id == question.card_id],
            read.named,
            rule=narrow_rule(settings),
            compares=read.comparing,
            valued=_valued(text, bundles, tools.index),
        )
    named = _beside_names(text, [one.matched for one in read.named.candidates], read.named.cards)
    with clock.stage("context"):
        budget = budget_of(settings, read.planned, targets=len(read.named.targets))
        grounded, attempts = ground(
            Asking(text, read.named.targets, read.comparing, anchor_year),
            stages,
            present=lambda hits: present(hits, tools.index.cards.get, searched, budget, now=now),
            cards=tools.index.cards.get,
            passes=lambda evidence: (
                confidence(_evidenced(evidence, found, tools.index, named), logistic_of(settings)).value
                >= settings.confidence.threshold
            ),
        )
    with clock.stage("confidence"):
        best = _evidenced(grounded.evidence, found, tools.index, named)
        sure = confidence(best, logistic_of(settings))
        if len(grounded.targets) > 1:
            each = _each_sure(text, read.named.targets, grounded, reach, tools, settings)
            grounded, sure = weighed(grounded, each, settings.confidence.threshold)
        short = not (context.carried or read.comparing or read.named.cards) and several_meanings(
            found.tokens, found.legs.vector.hits, fused, sure, ambiguity_rule(settings, language)
        )
        verdict = judge(
            found.tokens,
            grounded.evidence,
            sure,
            threshold=settings.confidence.threshold,
            circumstances=Circumstances(
                several_meanings=short,
                names_too_close=grounded.narrowed.too_close,
                unclear_reference=read.unclear,
                chosen=bool(question.card_id),
                check=grounded.check,
            ),
        )
        lent = context_found(read, grounded.narrowed, topics, verdict)

    return Trace(
        question=text,
        cut=len(question.text) > len(text),
        normalised=normalise(searched),
        tokens=found.tokens,
        language=language,
        bundles=bundles,
        topics=topics,
        topic_mode=settings.topics.mode,
        reachable=reach.cards,
        lexical=found.legs.lexical,
        vector=found.legs.vector,
        fused=fused,
        confidence=sure,
        verdict=verdict,
        evidence=tuple(item if verdict.passed else replace(item, role="further") for item in grounded.evidence),
        index_version=tools.index.manifest.version,
        settings_hash=settings.hash,
        timings_ms=clock.ms,
        applied=applied(settings, anchor_year),
        searched=searched if context.carried else "",
        carried=lent.source if lent else "",
        context_reason=context.reason,
        names=names_found(text, read, grounded.narrowed),
        open_question=best.margins.open_question if best and best.margins else "",
        filter_stage_attempts=attempts,
        targets=grounded.targets,
        context=lent,
        plan=Planned(read.planned.query_type, budget.top_k, read.planned.reason),
        check=final_check(grounded.check, verdict),
    )


def ask(question: Question, tools: Tools, settings: Settings, *, now: datetime) -> Generator[Event]:
    """Yield the events of an answer or a refusal; a refusal asks no model.

    Closing the iterator stops the model. Raises like `retrieve`, before the first `Citation`.
    """
    yield Meta(question.text, question.bundle, tools.index.manifest.version, settings.hash)
    means = Means(tools.index, settings, tools.chat_model, now)
    computation = computation_events(_computable(question, tools, settings), means)
    if computation is not None:
        yield from computation
        return
    office = referral(question.text)
    trace = with_offer(left_to(office, retrieve(question, tools, settings, now=now)), question.zone, means)
    yield from (_citation(item) for item in trace.evidence)
    closing = _closing(trace, settings)
    if not trace.verdict.passed:
        yield Delta(referred(office, trace.language) if office else refusal(trace.verdict.status, trace.language))
        yield Done(trace.verdict.status, "none", "complete", (), 0, "", closing, trace)
        return
    composer = Composer(tools.chat_model, bundle_title(trace, settings), trace.language)
    yield from composer.answer(trace, question.history)
    yield composer.done(trace, closing)


def _computable(question: Question, tools: Tools, settings: Settings) -> Request:
    """Return what a computation needs to know of a question; a card chosen after being asked back is never run."""
    text = question.text[: settings.limits.question_chars]
    bundles = _bundles(question.bundle, tools.index)
    language = _language(text, bundles, settings, reader=question.language)
    chosen = question.card_id and question.inputs is None
    return Request(
        text=text,
        bundles=() if chosen else bundles,
        language=language,
        zone=question.zone,
        card_id=question.card_id,
        inputs=question.inputs,
    )


def _bundles(name: str, index: OpenIndex) -> tuple[str, ...]:
    if name == ALL:
        return index.bundles
    if name not in index.bundles:
        raise ValueError(f"There is no bundle {name!r}; there are: {', '.join(index.bundles)} (or {ALL}).")
    return (name,)


def _language(text: str, bundles: Sequence[str], settings: Settings, *, reader: Language) -> Language:
    if len(bundles) == 1 and bundles[0] in settings.bundles:
        return settings.bundles[bundles[0]].language
    return language_of(text, default="en" if _LATIN.search(text) else reader)


def _context(
    question: Question,
    text: str,
    topics: Sequence[TopicMatch],
    tables: Mapping[str, Sequence[TopicEntry]],
    names: Sequence[Named],
    settings: Settings,
) -> Context:
    if question.alone or question.card_id:
        return Context("", "The reader asked it on its own.")
    earlier = standing_question(question.history)
    named = bool(names_in(earlier, names, name_rule(settings))) if earlier else False
    return resolve_context(text, question.history, topics, match_topics(earlier, tables), about_something_named=named)


@dataclass(frozen=True, slots=True)
class _Search:
    """A text as the legs ranked the cards for it."""

    tokens: tuple[str, ...]
    vector: Vectors | None
    legs: Legs
    fused: tuple[FusedHit, ...]


def _search(text: str, reach: Reach, tools: Tools, settings: Settings, clock: Stopwatch) -> _Search:
    with clock.stage("normalise"):
        normalised, tokens = normalise(text), question_tokens(text, anchor_year=tools.index.manifest.anchor_year)
    with clock.stage("embed"):
        asks_meaning = tokens and settings.fusion.vector_weight
        vector = tools.embedder.embed_question(normalised) if asks_meaning else None
    legs = search(tokens, vector, reach, tools.index, settings) if tokens else Legs.empty()
    clock.ms.update(legs.ms)
    with clock.stage("fusion"):
        fused = fuse(legs.lexical.hits, legs.vector.hits, fusion_rule(settings))
    return _Search(tokens, vector, legs, fused)


def _evidenced(
    evidence: Sequence[Evidence], found: _Search, index: OpenIndex, named: NamedWords | None
) -> Evidenced | None:
    return evidenced(
        evidence, found.fused, found.legs, tokens=found.tokens, vector=found.vector, index=index, named=named
    )


def _beside_names(text: str, names: Collection[str], cards: tuple[str, ...]) -> NamedWords | None:
    return NamedWords(unique_tokens(without_asking(without(text, names))), cards) if cards else None


def _each_sure(
    text: str, targets: Sequence[Target], grounded: Grounded, reach: Reach, tools: Tools, settings: Settings
) -> tuple[Confidence, ...]:
    """Return how sure the best card of each compared thing is, asked without the names of the others."""
    sure: list[Confidence] = []
    for target, compared in zip(targets, grounded.targets, strict=True):
        others = {name for other in targets if other is not target for name in other.matched} - set(target.matched)
        found = _search(without(text, others), reach, tools, settings, Stopwatch())
        best = [item for item in grounded.evidence if item.number in compared.numbers[:1]]
        known = {hit.card_id for hit in found.fused}
        best = [item for item in best if item.card.card_id in known]
        named = _beside_names(without(text, others), target.matched, target.cards)
        sure.append(confidence(_evidenced(best, found, tools.index, named), logistic_of(settings)))
    return tuple(sure)


def _valued(text: str, bundles: Sequence[str], index: OpenIndex) -> frozenset[str]:
    """Return the cards that hold an amount or a date of the question."""
    values = [token for token in question_tokens(text, anchor_year=index.manifest.anchor_year) if is_canonical(token)]
    return frozenset(index.cards.ids[row] for token in values for row in index.lexical.rows_with(token, bundles))


def _citation(item: Evidence) -> Citation:
    card = item.card
    return Citation(
        number=item.number,
        role=item.role,
        card_id=card.card_id,
        title=card.title,
        score=item.score,
        link=card.link,
        trust=card.trust,
        stale=item.stale,
        stale_after=card.stale_after,
        fictional=card.fictional,
        quotes=item.quotes,
        text=item.text,
        content_hash=card.content_hash,
    )


def bundle_title(trace: Trace, settings: Settings) -> str:
    """Return what the chat model is told the searched bundles are about."""
    known = [settings.bundles[name].title for name in trace.bundles if name in settings.bundles]
    return "; ".join(known) or ", ".join(trace.bundles)


def _closing(trace: Trace, settings: Settings) -> Closing:
    """The best card's bundle closes an answer; a refusal, the nearest card's that speaks the question's language.

    What is left to an office is closed by the bundle of most of the nearest cards, whatever it speaks.
    """
    named = [item.card.bundle for item in trace.evidence]
    if not trace.verdict.passed and trace.verdict.status != "referred":
        bundles = settings.bundles
        named = [name for name in named if name in bundles and bundles[name].language == trace.language]
    if trace.verdict.status == "referred":
        named = sorted(named, key=named.count, reverse=True)
    best = named[0] if named else ""
    return closing_of(best, trace.bundles, language=trace.language, bundles=settings.bundles)
