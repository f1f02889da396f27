"""What each stage takes from the settings: a stage gets the values it needs, never the whole of them."""

from collections.abc import Sequence

from rag.config import Settings
from rag.query.metadata import NameRule
from rag.query.plan import Plan, PlanRule
from rag.query.referral import Referral
from rag.retrieval.ambiguity import AmbiguityRule
from rag.retrieval.confidence import Logistic, MarginLogistic
from rag.retrieval.evidence import Budget
from rag.retrieval.fusion import FusionRule
from rag.retrieval.narrowing import NarrowRule
from rag.retrieval.trust import TrustRule
from rag.types import Applied, Language, Route


def fusion_rule(settings: Settings) -> FusionRule:
    """Return how the two legs are joined."""
    fusion = settings.fusion
    return FusionRule(fusion.method, fusion.rrf_k, fusion.bm25_weight, fusion.vector_weight)


def logistic_of(settings: Settings) -> Logistic:
    """Return what confidence is computed with."""
    sure = settings.confidence
    margins = MarginLogistic(sure.open_intercept, sure.above_chance, sure.meaning, sure.words)
    return Logistic(sure.intercept, sure.cosine, sure.bm25_self, sure.high, sure.threshold, margins)


def ambiguity_rule(settings: Settings, language: Language) -> AmbiguityRule:
    """Return when a question of a language is asked back."""
    rule = settings.ambiguity
    most = {"en": rule.tokens_en, "ko": rule.tokens_ko, "zh": rule.tokens_zh}[language]
    return AmbiguityRule(most, rule.cosine_gap, rule.score_ratio, rule.least_confidence)


def name_rule(settings: Settings) -> NameRule:
    """Return from which score on a name counts."""
    return NameRule(settings.names.strict, settings.names.reduced, settings.names.close)


def narrow_rule(settings: Settings) -> NarrowRule:
    """Return when names narrow a ranking."""
    names = settings.names
    return NarrowRule(names.likely_share, names.close_share, names.compared_share, names.valued_share)


def plan_rule(settings: Settings) -> PlanRule:
    """Return how many cards each kind of question is answered from."""
    return PlanRule(settings.context.top_k, settings.plan.follow_up, settings.plan.comparison)


def budget_of(settings: Settings, planned: Plan, route: Route, *, targets: int) -> Budget:
    """Return how much is presented.

    A comparison may cite all it presents and leaves out none of its targets; the STRONG route presents all it may cite.
    """
    context = settings.context
    citable = max(context.evidence, settings.routes.strong_cards) if route == "STRONG_RAG" else context.evidence
    most = max(planned.cards, targets, citable if route == "STRONG_RAG" else 0)
    evidence = most if planned.query_type == "comparison" else min(citable, most)
    return Budget(most, evidence, context.card_chars, context.total_chars)


def trust_rule(settings: Settings) -> TrustRule:
    """Return among which cards trust decides."""
    routes = settings.routes
    return TrustRule(routes.near_share, routes.near_cosine, routes.same_source_share)


def offices(office: Referral | None, bundles: Sequence[str], settings: Settings) -> tuple[str, ...]:
    """Return the searched bundles whose contact can look up what cards cannot; empty when none says so."""
    known = settings.bundles
    return tuple(name for name in bundles if office and name in known and office in known[name].refers)


def agency_pattern(bundles: Sequence[str], settings: Settings) -> str:
    """Return what looks like an agency in the searched bundles; empty when none says."""
    patterns = (settings.bundles[name].agency_pattern for name in bundles if name in settings.bundles)
    return next((pattern for pattern in patterns if pattern), "")


def applied(settings: Settings, budget: Budget, anchor_year: int) -> Applied:
    """Return what a trace keeps of the settings, of what was presented, and of the index that was searched."""
    fusion, lexical = settings.fusion, settings.lexical
    return Applied(
        method=fusion.method,
        rrf_k=fusion.rrf_k,
        bm25_weight=fusion.bm25_weight,
        vector_weight=fusion.vector_weight,
        candidates=fusion.candidates,
        k1=lexical.k1,
        b=lexical.b,
        top_k=budget.top_k,
        evidence=budget.evidence,
        anchor_year=anchor_year,
    )
