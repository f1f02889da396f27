import math

import pytest

from rag.config import Settings
from rag.index.open_questions import Chance
from rag.tuning.facts import Facts
from rag.tuning.overrides import Value, with_overrides
from rag.tuning.reachability import Finding, findings

SANE: dict[str, Value] = {
    "confidence.threshold": 0.35,
    "confidence.high": 0.8,
    "confidence.intercept": -6,
    "confidence.cosine": 8,
    "confidence.bm25_self": 3,
    "lexical.k1": 1,
    "lexical.b": 0.5,
    "fusion.method": "rrf",
    "fusion.bm25_weight": 0.3,
    "fusion.vector_weight": 1,
    "fusion.candidates": 100,
    "topics.mode": "off",
    "context.top_k": 5,
    "context.evidence": 3,
    "context.card_chars": 4000,
    "context.total_chars": 16000,
}
PLAIN = {"harbour": None}


@pytest.fixture
def settings(shipped: Settings) -> Settings:
    return with_overrides(shipped, SANE)


def found(settings: Settings, facts: Facts | None = None, **values: Value) -> dict[str, Finding]:
    """Return the findings by kind; `values` by key with two underscores for the dot."""
    changed = with_overrides(settings, {key.replace("__", "."): value for key, value in values.items()})
    return {finding.kind: finding for finding in findings(changed, facts or Facts(chances=PLAIN))}


def test_sane_settings_bring_no_warning(settings: Settings) -> None:
    assert [finding.kind for finding in found(settings).values() if finding.severity == "warning"] == []


def test_a_card_found_by_words_only_can_never_pass(settings: Settings) -> None:
    """Its share reaches 1.5: sigmoid(-6 + 3·1.5) = 0.182, under 0.35."""
    finding = found(settings, fusion__vector_weight=0)["words_only_never"]
    assert finding.severity == "warning"
    assert finding.numbers["most"] == pytest.approx(1 / (1 + math.exp(6 - 4.5)))
    assert finding.keys == ("confidence.threshold", "fusion.vector_weight")


def test_words_alone_pass_a_threshold_they_can_reach(settings: Settings) -> None:
    assert "words_only_never" not in found(settings, fusion__vector_weight=0, confidence__threshold=0.18)


def test_a_threshold_no_card_can_reach_refuses_everything(settings: Settings) -> None:
    """Both legs together reach sigmoid(-6 + 8 + 4.5) = 0.9985."""
    assert "all_refused" not in found(settings, confidence__threshold=0.99)
    assert found(settings, confidence__threshold=1.0)["all_refused"].numbers["most"] == pytest.approx(
        1 / (1 + math.exp(-6.5))
    )


def test_meaning_alone_can_be_too_little(settings: Settings) -> None:
    """sigmoid(-6 + 8) = 0.881."""
    finding = found(settings, confidence__threshold=0.9)["meaning_only_never"]
    assert finding.numbers["most"] == pytest.approx(1 / (1 + math.exp(-2)))
    assert "meaning_only_never" not in found(settings, confidence__threshold=0.88)


def test_only_the_bundles_concerned_are_named(settings: Settings) -> None:
    """In a bundle with open questions the margins reach any threshold under 1; the plain one ends at 0.9985."""
    facts = Facts(chances={"harbour": None, "library": Chance(0.8, 0.02)})
    wide = {"confidence.above_chance": 1, "confidence.meaning": 5, "confidence.words": 1}
    finding = found(with_overrides(settings, {**wide}), facts, confidence__threshold=0.9999)["all_refused"]
    assert finding.bundles == ("harbour",)


def test_a_threshold_of_zero_refuses_nothing(settings: Settings) -> None:
    assert found(settings, confidence__threshold=0)["none_refused"].severity == "warning"


def test_the_threshold_is_told_as_a_similarity(settings: Settings) -> None:
    finding = found(settings)["threshold_as_cosine"]
    assert finding.severity == "note"
    assert finding.numbers["cosine"] == pytest.approx((math.log(0.35 / 0.65) + 6) / 8)


@pytest.mark.parametrize("high", [0.2, 0.35])
def test_high_at_or_under_the_threshold_leaves_no_medium(settings: Settings, high: float) -> None:
    assert found(settings, confidence__high=high)["no_medium"].keys == ("confidence.high",)


def test_a_high_no_card_can_reach_is_told(settings: Settings) -> None:
    assert "no_high" in found(settings, confidence__high=1)


def test_a_leg_that_is_off_is_told_and_its_settings_are_idle(settings: Settings) -> None:
    kinds = found(settings, fusion__bm25_weight=0)
    assert kinds["words_off"].keys == ("fusion.bm25_weight",)
    assert kinds["bm25_idle"].keys == ("lexical.k1", "lexical.b")
    assert found(settings, fusion__vector_weight=0)["meaning_off"].keys == ("fusion.vector_weight",)


def test_settings_without_effect_are_noted(settings: Settings) -> None:
    assert "rrf_idle" not in found(settings)
    assert found(settings, fusion__method="score")["rrf_idle"].severity == "note"
    assert "length_idle" in found(settings, lexical__k1=0)
    assert "temperature_idle" in found(settings, Facts(chances=PLAIN, chat_model=False))


def test_fewer_candidates_than_cards_to_present_are_told_at_both(settings: Settings) -> None:
    kinds = found(settings, fusion__candidates=5, context__top_k=6)
    assert kinds["candidates_under_top_k"].keys == ("fusion.candidates", "context.top_k")
    assert "candidates_under_top_k" not in found(settings, fusion__candidates=5)


def test_more_evidence_than_presented_cards_is_told(settings: Settings) -> None:
    assert "evidence_over_top_k" in found(settings, context__evidence=6)
    assert "evidence_over_top_k" not in found(settings, context__evidence=5)


def test_a_budget_smaller_than_one_card_is_told(settings: Settings) -> None:
    assert "card_over_total" in found(settings, context__total_chars=3999)
    assert "card_over_total" not in found(settings, context__total_chars=4000)


def test_a_budget_smaller_than_all_evidence_is_noted(settings: Settings) -> None:
    """3 cards of 4,000 characters need 12,000."""
    assert found(settings, context__total_chars=11_999)["evidence_over_total"].numbers["need"] == 12_000
    assert "evidence_over_total" not in found(settings, context__total_chars=12_000)


def test_cards_that_would_be_cut_are_counted(settings: Settings) -> None:
    facts = Facts(card_lengths=(100, 300, 301, 900), chances=PLAIN)
    assert found(settings, facts, context__card_chars=300)["cards_cut"].numbers["cut"] == 2
    assert "cards_cut" not in found(settings, facts, context__card_chars=900)


def test_a_hard_topic_gate_bars_other_topics(settings: Settings) -> None:
    assert found(settings, topics__mode="both")["topics_bar"].keys == ("topics.mode",)
    assert "topics_bar" not in found(settings, topics__mode="lexical")
