"""What a trace keeps of how a question was read and of what its names left."""

from collections.abc import Sequence
from dataclasses import replace

from rag.config import Settings
from rag.query.spellings import asked
from rag.query.understanding import Understood
from rag.reading import ContextFound, EvidenceCheck, NamesFound
from rag.retrieval.narrowing import Narrowed
from rag.text.normalise import normalise
from rag.types import Citation, Confidence, Evidence, Language, Leg, TopicMatch, Trace, Verdict


def names_found(text: str, read: Understood, narrowed: Narrowed) -> NamesFound:
    """Return which names a question gave and what they left."""
    named, looked_for = read.named, asked(text)
    return NamesFound(
        query_type=read.planned.query_type,
        found=tuple((candidate.name, candidate.score, candidate.reason) for candidate in named.candidates),
        stage=narrowed.stage,
        cards=named.cards,
        barred=named.barred,
        unknown=named.unknown,
        too_close=narrowed.too_close,
        compact=looked_for.compact,
        words=tuple(sorted(looked_for.words)),
    )


def context_found(
    read: Understood, narrowed: Narrowed, topics: Sequence[TopicMatch], verdict: Verdict
) -> ContextFound | None:
    """Return what the conversation lent to a question; None where nothing.

    A name that a question which stands alone did not ask for counts as lent only where it narrowed the search.
    """
    context = read.context
    lent = read.lent if context.carried or narrowed.stage != "relaxed" else ()
    if not (context.carried or lent):
        return None
    left = set(read.named.cards)
    reused = [(candidate.field, candidate.name) for candidate in lent if not left or left & set(candidate.card_ids)]
    asked_back = verdict.status == "context_clarification"
    return ContextFound(
        source=context.carried or context.turns[0],
        reused=tuple(dict.fromkeys([*reused, *(("topic", match.topic) for match in topics if not reused)])),
        confidence=context.confidence or max(candidate.score for candidate in lent),
        reason=verdict.reason if asked_back else context.reason,
    )


def final_check(check: EvidenceCheck, verdict: Verdict) -> EvidenceCheck:
    """Return the check under the status with which the reader is asked back, where that came before it."""
    if verdict.status in ("context_clarification", "metadata_ambiguity_clarification"):
        return replace(check, status=verdict.status, reason=verdict.reason)
    return check


def silent_trace(
    text: str,
    verdict: Verdict,
    *,
    cut: bool,
    language: Language,
    bundles: tuple[str, ...],
    settings: Settings,
    index_version: str,
) -> Trace:
    """Return the trace of a message for which nothing was searched, so that nothing is known but its verdict."""
    silent = Leg((), 0, "off")
    return Trace(
        question=text,
        cut=cut,
        normalised=normalise(text),
        tokens=(),
        language=language,
        bundles=bundles,
        topics=(),
        topic_mode=settings.topics.mode,
        reachable=0,
        lexical=silent,
        vector=silent,
        fused=(),
        confidence=Confidence(0.0, "low", ()),
        verdict=verdict,
        evidence=(),
        index_version=index_version,
        settings_hash=settings.hash,
    )


def citation_of(item: Evidence) -> Citation:
    """Return a presented card as a reader is shown it."""
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
