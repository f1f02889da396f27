"""The whole path of a question, a line a stage. Read this first.

`retrieve` decides whether and from what a question may be answered and gives a `Trace`; `ask` adds the words and
yields events: Meta, Citation*, Delta*, then Done (Failed before it when a model broke off).
"""

import re
from collections.abc import Generator, Mapping, Sequence
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
from rag.query.metadata import Resolution, resolve
from rag.query.plan import Plan, plan
from rag.query.referral import Referral, referral
from rag.query.topics import match_topics
from rag.retrieval.ambiguity import several_meanings
from rag.retrieval.confidence import confidence
from rag.retrieval.evidence import present
from rag.retrieval.evidenced import evidenced
from rag.retrieval.fusion import blend, fuse
from rag.retrieval.legs import Legs, Reach, search
from rag.retrieval.narrowing import Narrowed, narrow
from rag.retrieval.timing import Stopwatch
from rag.retrieval.verdict import Circumstances, judge
from rag.rules import agency_pattern, ambiguity_rule, applied, budget_of, fusion_rule, logistic_of
from rag.text.normalise import language_of, normalise
from rag.text.search_tokens import question_tokens
from rag.types import (
    Citation,
    Closing,
    Delta,
    Done,
    Event,
    Evidence,
    FusedHit,
    Language,
    Meta,
    NamesFound,
    TopicMatch,
    Trace,
    Turn,
    Verdict,
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

    with clock.stage("topics"):
        tables = {name: settings.bundles[name].topics for name in bundles if name in settings.bundles}
        topics = match_topics(text, tables)
        reach = Reach.of(bundles, topics, settings.topics.mode, tools.index)
    with clock.stage("carry"):
        context = _context(question, text, topics, tables)
        searched = context.searched(text)
    with clock.stage("normalise"):
        normalised, tokens = normalise(searched), question_tokens(searched)
    with clock.stage("resolve"):
        planned = plan(text, follows=bool(context.carried), evidence=settings.context.evidence)
        compared = planned.query_type == "comparison"
        named = resolve(
            searched, tools.index.names(bundles), agency_pattern=agency_pattern(bundles, settings), compares=compared
        )
    with clock.stage("embed"):
        vector = _embed(normalised, tokens, tools, settings)
    legs = search(tokens, vector, reach, tools.index, settings) if tokens else Legs.empty()
    clock.ms.update(legs.ms)
    with clock.stage("fusion"):
        fused = fuse(legs.lexical.hits, legs.vector.hits, fusion_rule(settings))
        if context.carried:
            fused = blend(fused, _alone(text, reach, tools, settings), OWN_WORDS)
        narrowed = narrow(fused, named, compares=compared)
        hits = tuple(hit for hit in narrowed.hits if not question.card_id or hit.card_id == question.card_id)
    with clock.stage("context"):
        budget = budget_of(settings, planned)
        evidence = present(hits, tools.index.cards.get, searched, budget, now=now)
        if not evidence and not question.card_id:  # all that is named is deprecated or empty
            evidence = present(narrowed.others, tools.index.cards.get, searched, budget, now=now)
    with clock.stage("confidence"):
        found = evidenced(evidence, fused, legs, tokens=tokens, vector=vector, index=tools.index)
        sure = confidence(found, logistic_of(settings))
        close = narrowed.too_close or (
            not (context.carried or compared or named.cards)
            and several_meanings(tokens, legs.vector.hits, fused, sure, ambiguity_rule(settings, language))
        )
        verdict = judge(
            tokens,
            evidence,
            sure,
            threshold=settings.confidence.threshold,
            circumstances=Circumstances(close, bool(question.card_id)),
        )

    return Trace(
        question=text,
        cut=len(question.text) > len(text),
        normalised=normalised,
        tokens=tokens,
        language=language,
        bundles=bundles,
        topics=topics,
        topic_mode=settings.topics.mode,
        reachable=reach.cards,
        lexical=legs.lexical,
        vector=legs.vector,
        fused=fused,
        confidence=sure,
        verdict=verdict,
        evidence=evidence if verdict.passed else tuple(replace(item, role="further") for item in evidence),
        index_version=tools.index.manifest.version,
        settings_hash=settings.hash,
        timings_ms=clock.ms,
        applied=applied(settings),
        searched=searched if context.carried else "",
        carried=context.carried,
        context_reason=context.reason,
        names=_names(named, narrowed, planned),
        open_question=found.margins.open_question if found and found.margins else "",
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
    trace = with_offer(_left_to(office, retrieve(question, tools, settings, now=now)), question.zone, means)
    yield from (_citation(item) for item in trace.evidence)
    closing = _closing(trace, settings)
    if not trace.verdict.passed:
        yield Delta(referred(office, trace.language) if office else refusal(trace.verdict.status, trace.language))
        yield Done(trace.verdict.status, "none", "complete", (), 0, "", closing, trace)
        return
    composer = Composer(tools.chat_model, bundle_title(trace, settings), trace.language)
    yield from composer.answer(trace, question.history)
    yield composer.done(trace, closing)


def _left_to(office: Referral | None, trace: Trace) -> Trace:
    """Return the trace refused where only an office can look up what is asked; its cards stay as links to read on."""
    if office is None:
        return trace
    verdict = Verdict("referred", trace.verdict.threshold, f"Only an office can answer this ({office}).")
    return replace(trace, verdict=verdict, evidence=tuple(replace(item, role="further") for item in trace.evidence))


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
    question: Question, text: str, topics: Sequence[TopicMatch], tables: Mapping[str, Sequence[TopicEntry]]
) -> Context:
    if question.alone or question.card_id:
        return Context("", "The reader asked it on its own.")
    earlier = match_topics(standing_question(question.history), tables)
    return resolve_context(text, question.history, topics, earlier)


def _alone(text: str, reach: Reach, tools: Tools, settings: Settings) -> tuple[FusedHit, ...]:
    """Return the ranking of a follow-up's own words."""
    tokens = question_tokens(text)
    if not tokens:
        return ()
    legs = search(tokens, _embed(normalise(text), tokens, tools, settings), reach, tools.index, settings)
    return fuse(legs.lexical.hits, legs.vector.hits, fusion_rule(settings))


def _names(named: Resolution, narrowed: Narrowed, planned: Plan) -> NamesFound:
    return NamesFound(
        query_type=planned.query_type,
        found=tuple((candidate.name, candidate.score, candidate.reason) for candidate in named.candidates),
        stage=narrowed.stage,
        cards=named.cards,
        barred=named.barred,
        unknown=named.unknown,
        too_close=narrowed.too_close,
    )


def _embed(text: str, tokens: Sequence[str], tools: Tools, settings: Settings) -> Vectors | None:
    """Return the question's vector; None where there is nothing to search for or the vector leg is off."""
    return tools.embedder.embed_question(text) if tokens and settings.fusion.vector_weight else None


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
