import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.config import Settings
from rag.index.lexical import build_lexical
from rag.index.open_questions import Chance
from rag.retrieval.confidence import Evidenced, confidence
from rag.rules import logistic_of
from rag.tuning.limits import cosine_needed, most_confidence
from rag.tuning.overrides import Value, with_overrides

PLAIN: dict[str, Value] = {
    "confidence.intercept": -6,
    "confidence.cosine": 6,
    "confidence.bm25_self": 3,
    "confidence.threshold": 0.35,
    "lexical.k1": 1,
    "lexical.b": 0.5,
    "fusion.bm25_weight": 1,
    "fusion.vector_weight": 1,
}
"""The share of BM25 reaches 1 + 1·(1 - 0.5) = 1.5."""


@pytest.fixture
def settings(shipped: Settings) -> Settings:
    return with_overrides(shipped, PLAIN)


def sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def test_both_legs_add_up(settings: Settings) -> None:
    assert most_confidence(settings) == pytest.approx(sigmoid(-6 + 6 * 1 + 3 * 1.5))


def test_a_card_without_a_shared_word_has_its_cosine_only(settings: Settings) -> None:
    assert most_confidence(settings, words=False) == pytest.approx(sigmoid(-6 + 6 * 1))


def test_with_the_vector_leg_off_a_card_has_its_words_only(settings: Settings) -> None:
    off = with_overrides(settings, {"fusion.vector_weight": 0})
    assert most_confidence(off) == pytest.approx(sigmoid(-6 + 3 * 1.5))


def test_with_the_word_leg_off_words_add_nothing(settings: Settings) -> None:
    off = with_overrides(settings, {"fusion.bm25_weight": 0})
    assert most_confidence(off) == pytest.approx(sigmoid(-6 + 6 * 1))


def test_a_negative_coefficient_is_best_at_the_other_end(settings: Settings) -> None:
    turned = with_overrides(settings, {"confidence.cosine": -6, "confidence.bm25_self": -3})
    assert most_confidence(turned) == pytest.approx(sigmoid(-6 + 6))


def test_open_questions_bring_their_own_parts(settings: Settings) -> None:
    margins: dict[str, Value] = {
        "confidence.open_intercept": -9,
        "confidence.above_chance": 0.5,
        "confidence.meaning": 2,
        "confidence.words": 1,
    }
    chance = Chance(mean=0.8, deviation=0.05)  # a cosine of 1 is 4 deviations above it
    own = with_overrides(settings, margins)
    assert most_confidence(own, chance) == pytest.approx(sigmoid(-9 + 0.5 * 4 + 2 * 2 + 1 * 1))
    assert most_confidence(own, chance, words=False) == pytest.approx(sigmoid(-9 + 0.5 * 4 + 2 * 2))


def test_with_the_vector_leg_off_open_questions_are_not_asked(settings: Settings) -> None:
    off = with_overrides(settings, {"fusion.vector_weight": 0})
    assert most_confidence(off, Chance(0.8, 0.05)) == most_confidence(off)


@given(cosine=st.floats(-1, 1), share=st.floats(0, 1.5))
def test_no_evidence_gives_more_than_the_limit(shipped: Settings, cosine: float, share: float) -> None:
    settings = with_overrides(shipped, PLAIN)
    assert confidence(Evidenced(cosine, share), logistic_of(settings)).value <= most_confidence(settings)


@given(
    cards=st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=30), min_size=1, max_size=6),
    k1=st.floats(0, 3),
    b=st.floats(0, 1),
)
def test_no_card_scores_a_word_above_the_bound_of_the_share(cards: list[list[str]], k1: float, b: float) -> None:
    index = build_lexical(cards, [("bundle", "topic")] * len(cards))
    found = index.search(["a"], bundles=["bundle"], k1=k1, b=b)
    for score in found.scores:
        assert score / found.self_score <= (1 + k1 * (1 - b)) * (1 + 1e-9)


def test_the_needed_cosine_gives_exactly_the_threshold(settings: Settings) -> None:
    needed = cosine_needed(settings)
    assert needed == pytest.approx((math.log(0.35 / 0.65) + 6) / 6)
    assert needed is not None
    assert confidence(Evidenced(needed, 0.0), logistic_of(settings)).value == pytest.approx(0.35)


@pytest.mark.parametrize(
    "values",
    [{"confidence.threshold": 0}, {"confidence.threshold": 1}, {"fusion.vector_weight": 0}, {"confidence.cosine": 0}],
)
def test_no_cosine_decides_where_all_or_none_pass(settings: Settings, values: dict[str, Value]) -> None:
    assert cosine_needed(with_overrides(settings, values)) is None
