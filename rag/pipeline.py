"""The whole path of a question, a line a stage. Read this first.

`route` decides which way it goes; `retrieve` whether and from what it may be answered, and gives a `Trace`; `ask` adds
the words and yields events: Meta, Citation*, Delta*, then Done (Failed before it when a model broke off).
"""

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rag.answer.closing import closing_of
from rag.answer.compose import Composer
from rag.answer.refusal import referred, refusal
from rag.choosing import Found, Searched, choose
from rag.computed.answering import Means, Request, asks_to_compute, computation_events, with_offer
from rag.config import Settings, TopicEntry
from rag.index.opening import OpenIndex
from rag.protocols import ChatModel, Embedder
from rag.query.context import Context, resolve_context, standing_question
from rag.query.metadata import Named, names_in
from rag.query.referral import Referral, referral
from rag.query.route import rule_route
from rag.query.router import choose_route
from rag.query.topics import match_topics
from rag.query.understanding import understand
from rag.reading import Planned
from rag.retrieval.fusion import blend, fuse
from rag.retrieval.legs import Legs, Reach, search
from rag.retrieval.narrowing import narrowings
from rag.retrieval.recorded import citation_of, final_check, names_found
from rag.retrieval.referred import left_to
from rag.retrieval.timing import Stopwatch
from rag.rules import (
    agency_pattern,
    applied,
    fusion_rule,
    name_rule,
    narrow_rule,
    offices,
    plan_rule,
)
from rag.text.normalise import language_of, normalise
from rag.text.search_tokens import is_canonical, question_tokens
from rag.types import (
    Closing,
    Delta,
    Done,
    Event,
    Language,
    Meta,
    RouteChoice,
    TopicMatch,
    Trace,
    Turn,
)
from rag.unsearched import Remark, answer_direct, answer_ungrounded, unsearched

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
    grounded: bool = True
    """False asks the model alone: no cards, no citations, nothing proven."""
    fine_tuned: bool = False
    """Whether the fine-tuned model writes instead of the other."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a question is answered with; opened once, shared by all questions."""

    index: OpenIndex
    embedder: Embedder
    chat_model: ChatModel | None = None
    router: ChatModel | None = None
    """Says the route where the written rules are not sure; short of time and tokens."""
    fine_tuned: ChatModel | None = None


def route(question: Question, tools: Tools, settings: Settings, *, now: datetime) -> RouteChoice:
    """Return which way a question goes; asks the router only where the written rules are not sure."""
    if not question.grounded:
        return RouteChoice("DIRECT", "settings", "The reader switched the cards off.")
    text = question.text[: settings.limits.question_chars]
    if question.inputs is not None:
        return RouteChoice("COMPUTE", "settings", "The reader sent a computation's form.")
    if question.card_id:
        return RouteChoice("STRONG_RAG", "settings", "The reader chose the card.")
    means = Means(tools.index, settings, None, now)
    computes = asks_to_compute(_computable(question, tools, settings), means)
    ruled = rule_route(text, question.history, computes=computes)
    topical = tools.router is not None and bool(
        match_topics(text, _tables(_bundles(question.bundle, tools.index), settings))
    )
    return choose_route(ruled, text, tools.router, topical=topical)


def retrieve(
    question: Question, tools: Tools, settings: Settings, *, now: datetime, chosen: RouteChoice | None = None
) -> Trace:
    """Return everything decided before a word is written. Same question, index, settings and day: same trace.

    Args:
        question: What is asked.
        tools: The index and the embedder count; no model is asked.
        settings: In force.
        now: Aware; decides staleness.
        chosen: From `route`; left out, the written rules say it.

    Raises:
        ValueError: there is no bundle of that name.
        EmbedderError: the embedder failed.
    """
    taken = chosen or route(question, Tools(tools.index, tools.embedder), settings, now=now)
    if taken.route == "DIRECT":
        remark = _remark(question, taken, tools.index, settings)
        return unsearched(remark, "direct" if question.grounded else "ungrounded", settings)
    clock = Stopwatch()
    text = question.text[: settings.limits.question_chars]
    bundles = _bundles(question.bundle, tools.index)
    language = _language(text, bundles, settings, reader=question.language)

    with clock.stage("topics"):
        tables = _tables(bundles, settings)
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
        own = _search(text, reach, tools, settings, clock)
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
    outcome = choose(
        Found(
            text=text,
            searched=searched,
            language=language,
            search=found,
            read=read,
            stages=stages,
            topics=topics,
            card_id=question.card_id,
            again=lambda words: _search(words, reach, tools, settings, Stopwatch()),
        ),
        taken,
        tools.index,
        settings,
        now=now,
        clock=clock,
    )

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
        confidence=outcome.confidence,
        verdict=outcome.verdict,
        evidence=outcome.evidence,
        index_version=tools.index.manifest.version,
        settings_hash=settings.hash,
        timings_ms=clock.ms,
        applied=applied(settings, outcome.budget, tools.index.manifest.anchor_year),
        searched=searched if context.carried else "",
        carried=outcome.lent.source if outcome.lent else "",
        context_reason=context.reason,
        names=names_found(text, read, outcome.grounded.narrowed),
        open_question=outcome.open_question,
        filter_stage_attempts=outcome.attempts,
        targets=outcome.grounded.targets,
        context=outcome.lent,
        plan=Planned(read.planned.query_type, outcome.budget.top_k, read.planned.reason),
        check=final_check(outcome.grounded.check, outcome.verdict),
        route=outcome.route,
        preferred=outcome.preferred,
    )


def ask(question: Question, tools: Tools, settings: Settings, *, now: datetime) -> Generator[Event]:
    """Yield the events of an answer or a refusal; a refusal asks no model for words.

    Closing the iterator stops the model. Raises like `retrieve`, before the first `Citation`, and `ValueError` when
    the question wants a model that is not there.
    """
    model, means = _writer(question, tools), Means(tools.index, settings, tools.chat_model, now)
    taken = route(question, tools, settings, now=now)
    computation = None
    if taken.route == "COMPUTE":
        expected = taken.by == "model"
        computation = computation_events(replace(_computable(question, tools, settings), expected=expected), means)
        if computation is None:  # a router expected what no card sanctions
            taken = replace(taken, route="STRONG_RAG")
    yield Meta(
        question=question.text,
        bundle=question.bundle,
        index_version=tools.index.manifest.version,
        settings_hash=settings.hash,
        route=taken.route,
        use_rag=question.grounded,
        use_sft=question.fine_tuned,
    )
    if computation is not None:
        yield from (_on_route(event, taken) for event in computation)
        return
    if taken.route == "DIRECT":
        remark = _remark(question, taken, tools.index, settings)
        if model is not None and not question.grounded:
            yield from answer_ungrounded(remark, settings, model)
        else:
            yield from answer_direct(remark, settings, model)
        return
    office = referral(question.text)
    found = retrieve(question, tools, settings, now=now, chosen=taken)
    trace = with_offer(left_to(office, found, offices(office, found.bundles, settings)), question.zone, means)
    yield from (citation_of(item) for item in trace.evidence)
    closing = _closing(trace, office, settings)
    if not trace.verdict.passed:
        yield Delta(referred(office, trace.language) if office else refusal(trace.verdict.status, trace.language))
        yield Done(trace.verdict.status, "none", "complete", (), 0, "", closing, trace)
        return
    composer = Composer(model, bundle_title(trace, settings), trace.language)
    yield from composer.answer(trace, question.history)
    yield composer.done(trace, closing)


def _writer(question: Question, tools: Tools) -> ChatModel | None:
    """Return the model that writes, None where the cards' own words are quoted."""
    if question.fine_tuned and tools.fine_tuned is None:
        raise ValueError(
            "There is no fine-tuned model: name one as chat_model.fine_tuned in config.yaml and set OPENAI_API_KEY."
        )
    if not question.grounded and tools.chat_model is None:
        raise ValueError("An answer without cards needs a chat model: set OPENAI_API_KEY and start again.")
    return tools.fine_tuned if question.fine_tuned else tools.chat_model


def _remark(question: Question, taken: RouteChoice, index: OpenIndex, settings: Settings) -> Remark:
    """Return a message that searches nothing; it is answered in its own language, else in the reader's."""
    text = question.text[: settings.limits.question_chars]
    return Remark(
        text=text,
        cut=len(question.text) > len(text),
        history=question.history,
        language=language_of(text, default="en" if _LATIN.search(text) else question.language),
        bundles=_bundles(question.bundle, index),
        route=taken,
        index_version=index.manifest.version,
    )


def _tables(bundles: Sequence[str], settings: Settings) -> Mapping[str, Sequence[TopicEntry]]:
    """Return the keyword tables of the bundles that have settings."""
    return {name: settings.bundles[name].topics for name in bundles if name in settings.bundles}


def _on_route(event: Event, taken: RouteChoice) -> Event:
    return replace(event, trace=replace(event.trace, route=taken)) if isinstance(event, Done) else event


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


def _search(text: str, reach: Reach, tools: Tools, settings: Settings, clock: Stopwatch) -> Searched:
    with clock.stage("normalise"):
        normalised, tokens = normalise(text), question_tokens(text, anchor_year=tools.index.manifest.anchor_year)
    with clock.stage("embed"):
        asks_meaning = tokens and settings.fusion.vector_weight
        vector = tools.embedder.embed_question(normalised) if asks_meaning else None
    legs = search(tokens, vector, reach, tools.index, settings) if tokens else Legs.empty()
    clock.add(legs.ms)
    with clock.stage("fusion"):
        fused = fuse(legs.lexical.hits, legs.vector.hits, fusion_rule(settings))
    return Searched(tokens, vector, legs, fused)


def _valued(text: str, bundles: Sequence[str], index: OpenIndex) -> frozenset[str]:
    """Return the cards that hold an amount or a date of the question."""
    values = [token for token in question_tokens(text, anchor_year=index.manifest.anchor_year) if is_canonical(token)]
    return frozenset(index.cards.ids[row] for token in values for row in index.lexical.rows_with(token, bundles))


def bundle_title(trace: Trace, settings: Settings) -> str:
    """Return what the chat model is told the searched bundles are about."""
    known = [settings.bundles[name].title for name in trace.bundles if name in settings.bundles]
    return "; ".join(known) or ", ".join(trace.bundles)


def _closing(trace: Trace, office: Referral | None, settings: Settings) -> Closing:
    """The best card's bundle closes an answer; a refusal, the nearest card's that speaks the question's language.

    What is left to an office is closed by the nearest bundle that knows one, whatever it speaks.
    """
    bundles, searched = settings.bundles, offices(office, trace.bundles, settings) or trace.bundles
    named = [item.card.bundle for item in trace.evidence]
    if not trace.verdict.passed and not office:
        named = [name for name in named if name in bundles and bundles[name].language == trace.language]
    best = named[0] if named else ""
    return closing_of(best, searched, language=trace.language, bundles=bundles)
