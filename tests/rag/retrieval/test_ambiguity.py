import pytest

from rag.retrieval.ambiguity import AmbiguityRule, several_meanings
from rag.types import Confidence, FusedHit, Hit

RULE = AmbiguityRule(most_tokens=4, cosine_gap=0.01, score_ratio=0.9, least_confidence=0.1)


def asked_back(
    *,
    tokens: int = 3,
    cosines: tuple[float, ...] = (0.9, 0.895),
    scores: tuple[float, ...] = (1.0, 0.95),
    sure: float = 0.5,
) -> bool:
    vector = [Hit(f"card-{n}", n, cosine, "vector") for n, cosine in enumerate(cosines, 1)]
    fused = [FusedHit(f"card-{n}", n, score, 0.0, None, None) for n, score in enumerate(scores, 1)]
    words = [f"w{n}" for n in range(tokens)]
    return several_meanings(words, vector, fused, Confidence(sure, "medium", ()), RULE)


def test_a_short_question_with_two_close_cards_has_several_meanings() -> None:
    assert asked_back()


@pytest.mark.parametrize(
    "clear",
    [
        {"tokens": 5},
        {"cosines": (0.9, 0.88)},
        {"scores": (1.0, 0.8)},
        {"sure": 0.05},
        {"cosines": ()},
        {"scores": (1.0,)},
    ],
    ids=["long", "nearer in meaning", "ahead in score", "none is meant", "no vector leg", "one card"],
)
def test_anything_that_decides_makes_it_clear(clear: dict[str, float]) -> None:
    assert not asked_back(**clear)  # type: ignore[arg-type]  # each case names one keyword


def test_a_rule_without_tokens_never_asks_back() -> None:
    off = AmbiguityRule(0, 2.0, 0.0, 0.0)
    hits = [Hit("a", 1, 0.9, "vector"), Hit("b", 2, 0.9, "vector")]
    fused = [FusedHit("a", 1, 1.0, 0.0, None, None), FusedHit("b", 2, 1.0, 0.0, None, None)]
    assert not several_meanings(["fee"], hits, fused, Confidence(0.5, "medium", ()), off)
