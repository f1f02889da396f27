"""Chooses the cards of a question on its route and judges them; LIGHT_RAG that falls short becomes STRONG_RAG."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.protocols import Vectors
from rag.query.metadata import Target
from rag.query.spellings import without
from rag.query.understanding import Understood
from rag.reading import ContextFound, FilterAttempt
from rag.retrieval.ambiguity import several_meanings
from rag.retrieval.confidence import Evidenced, confidence
from rag.retrieval.evidence import Budget, present
from rag.retrieval.evidenced import NamedWords, evidenced
from rag.retrieval.fusion import fuse
from rag.retrieval.grounding import Asking, Grounded, ground, weighed
from rag.retrieval.legs import Legs
from rag.retrieval.narrowing import Narrowed
from rag.retrieval.recorded import context_found
from rag.retrieval.timing import Stopwatch
from rag.retrieval.trust import Trusted, prefer
from rag.retrieval.verdict import Circumstances, judge
from rag.rules import ambiguity_rule, budget_of, fusion_rule, logistic_of, trust_rule
from rag.text.asking import without_asking
from rag.text.tokens import unique_tokens
from rag.types import (
    Card,
    Confidence,
    Evidence,
    FusedHit,
    Language,
    Preferred,
    RouteChoice,
    Status,
    TopicMatch,
    Verdict,
)

SHORT_OF_PROOF: frozenset[Status] = frozenset({"low_confidence", "no_candidate", "insufficient_evidence"})
"""Verdicts after which more and better evidence is looked at."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A text as the legs ranked the cards for it."""

    tokens: tuple[str, ...]
    vector: Vectors | None
    legs: Legs
    fused: tuple[FusedHit, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, before it is known how much of it is needed."""

    text: str
    """The question as asked."""
    searched: str
    """The text that was searched."""
    language: Language
    search: Searched
    read: Understood
    stages: Sequence[Narrowed]
    topics: tuple[TopicMatch, ...]
    card_id: str
    """The card the reader chose; empty when none."""
    again: Callable[[str], Searched]
    """Searches another text among the same cards."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is presented, how sure it is, and whether that may be answered from."""

    route: RouteChoice
    budget: Budget
    grounded: Grounded
    attempts: tuple[FilterAttempt, ...]
    evidence: tuple[Evidence, ...]
    """Those of `grounded`; none may be cited beside a refusal."""
    preferred: tuple[Preferred, ...]
    confidence: Confidence
    verdict: Verdict
    lent: ContextFound | None
    open_question: str


def choose(
    found: Found, route: RouteChoice, index: OpenIndex, settings: Settings, *, now: datetime, clock: Stopwatch
) -> Chosen:
    """Return what the route chooses; a LIGHT_RAG that proves too little is chosen again as STRONG_RAG."""
    cards = cache(index.cards.get)  # a card is looked at for trust, evidence, its check and the wider stages
    chosen = _Choosing(found, route, index, cards, settings, now).choose(clock)
    if route.route != "LIGHT_RAG" or chosen.verdict.status not in SHORT_OF_PROOF:
        return chosen
    stronger = replace(route, route="STRONG_RAG", escalated=True)
    return _Choosing(found, stronger, index, cards, settings, now).choose(clock)


@dataclass(frozen=True, slots=True)
class _Choosing:
    """One choice: what was found, on one route."""

    found: Found
    route: RouteChoice
    index: OpenIndex
    cards: Callable[[str], Card | None]
    settings: Settings
    now: datetime

    def choose(self, clock: Stopwatch) -> Chosen:
        found, read, settings = self.found, self.found.read, self.settings
        budget = budget_of(settings, read.planned, self.route.route, targets=len(read.named.targets))
        named = _beside_names(found.text, [one.matched for one in read.named.candidates], read.named.cards)
        with clock.stage("context"):
            grounded, attempts = self._ground(budget, named)
        with clock.stage("confidence"):
            best = self._evidenced(grounded.evidence, found.search, named)
            sure = confidence(best, logistic_of(settings))
            if len(grounded.targets) > 1:
                grounded, sure = weighed(grounded, self._each_sure(grounded), settings.confidence.threshold)
            verdict = self._judge(grounded, sure)
        evidence = grounded.evidence
        if not verdict.passed:  # nothing is answered from them: what any question is shown is enough to read on
            most = budget_of(settings, read.planned, "LIGHT_RAG", targets=len(read.named.targets)).top_k
            evidence = tuple(replace(item, role="further") for item in evidence[:most])
        presented = {item.card.card_id for item in evidence}
        with clock.stage("trust"):
            moved = self._trusted(grounded.narrowed.hits).moved
        return Chosen(
            route=self.route,
            budget=budget,
            grounded=grounded,
            attempts=attempts,
            evidence=evidence,
            preferred=tuple(one for one in moved if one.card_id in presented),
            confidence=sure,
            verdict=verdict,
            lent=context_found(read, grounded.narrowed, found.topics, verdict),
            open_question=best.margins.open_question if best and best.margins else "",
        )

    def _ground(self, budget: Budget, named: NamedWords | None) -> tuple[Grounded, tuple[FilterAttempt, ...]]:
        found, settings, cards = self.found, self.settings, self.cards
        asking = Asking(found.text, found.read.named.targets, found.read.comparing, self.index.manifest.anchor_year)
        return ground(
            asking,
            found.stages,
            present=lambda hits: present(self._trusted(hits).hits, cards, found.searched, budget, now=self.now),
            cards=cards,
            passes=lambda evidence: (
                confidence(self._evidenced(evidence, found.search, named), logistic_of(settings)).value
                >= settings.confidence.threshold
            ),
        )

    def _trusted(self, hits: Sequence[FusedHit]) -> Trusted:
        """Weigh trust where the route does; the order of what is compared stays."""
        if self.found.read.comparing:
            return Trusted(tuple(hits), ())
        rule = trust_rule(self.settings)
        weighed = rule if self.route.route == "STRONG_RAG" else rule.dialogues_only
        return prefer(hits, self.cards, weighed, self._relevance())

    def _relevance(self) -> dict[str, float]:
        """Return how relevant each card is, on a scale that tells gaps, whichever method ranked them."""
        search, rule = self.found.search, fusion_rule(self.settings)
        if rule.method == "score":
            return {hit.card_id: hit.score for hit in search.fused}
        by_score = fuse(search.legs.lexical.hits, search.legs.vector.hits, replace(rule, method="score"))
        return {hit.card_id: hit.score for hit in by_score}

    def _judge(self, grounded: Grounded, sure: Confidence) -> Verdict:
        found, read = self.found, self.found.read
        short = not (read.context.carried or read.comparing or read.named.cards) and several_meanings(
            found.search.tokens,
            found.search.legs.vector.hits,
            found.search.fused,
            sure,
            ambiguity_rule(self.settings, found.language),
        )
        return judge(
            found.search.tokens,
            grounded.evidence,
            sure,
            threshold=self.settings.confidence.threshold,
            circumstances=Circumstances(
                several_meanings=short,
                names_too_close=grounded.narrowed.too_close,
                unclear_reference=read.unclear,
                chosen=bool(found.card_id),
                check=grounded.check,
            ),
        )

    def _evidenced(self, evidence: Sequence[Evidence], search: Searched, named: NamedWords | None) -> Evidenced | None:
        return evidenced(
            evidence,
            search.fused,
            search.legs,
            tokens=search.tokens,
            vector=search.vector,
            index=self.index,
            named=named,
        )

    def _each_sure(self, grounded: Grounded) -> tuple[Confidence, ...]:
        """Return how sure the best card of each compared thing is, asked without the names of the others."""
        text, targets = self.found.text, self.found.read.named.targets
        sure: list[Confidence] = []
        for target, compared in zip(targets, grounded.targets, strict=True):
            others = _names_of(targets, but=target) - set(target.matched)
            search = self.found.again(without(text, others))
            known = {hit.card_id for hit in search.fused}
            best = [
                item for item in grounded.evidence if item.number in compared.numbers[:1] and item.card.card_id in known
            ]
            named = _beside_names(without(text, others), target.matched, target.cards)
            sure.append(confidence(self._evidenced(best, search, named), logistic_of(self.settings)))
        return tuple(sure)


def _names_of(targets: Sequence[Target], *, but: Target) -> set[str]:
    return {name for other in targets if other is not but for name in other.matched}


def _beside_names(text: str, names: Collection[str], cards: tuple[str, ...]) -> NamedWords | None:
    return NamedWords(unique_tokens(without_asking(without(text, names))), cards) if cards else None
