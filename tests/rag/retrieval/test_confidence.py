import math

import pytest

from rag.retrieval.confidence import Evidenced, Logistic, confidence

EVEN = Logistic(intercept=-1.0, cosine=2.0, bm25_self=4.0, high=0.8, threshold=0.5)


def test_the_value_is_the_logistic_of_the_parts() -> None:
    sure = confidence(Evidenced(0.5, 0.25), EVEN)
    assert sure.value == pytest.approx(1 / (1 + math.exp(-(-1 + 2 * 0.5 + 4 * 0.25))))
    assert sum(amount * coefficient for _, amount, coefficient in sure.parts) == pytest.approx(1.0)


def test_nothing_found_is_zero_and_low() -> None:
    assert confidence(None, EVEN).value == 0.0
    assert confidence(None, EVEN).band == "low"


@pytest.mark.parametrize(("cosine", "word"), [(0.0, "low"), (0.5, "medium"), (1.5, "high")])
def test_the_bounds_belong_to_the_better_word(cosine: float, word: str) -> None:
    assert confidence(Evidenced(cosine, 0.0), EVEN).band == word


def test_extreme_evidence_stays_within_zero_and_one() -> None:
    steep = Logistic(-5000.0, 9000.0, 0.0, 0.8, 0.5)
    assert confidence(Evidenced(-1.0, 0.0), steep).value == pytest.approx(0.0)
    assert confidence(Evidenced(1.0, 0.0), steep).value == 1.0


def test_where_something_is_named_the_words_beside_its_name_count_instead_of_the_whole_question() -> None:
    logistic = Logistic(-1.0, 2.0, 3.0, 0.8, 0.5)
    sure = confidence(Evidenced(0.5, 0.9, named_words=0.25), logistic)
    assert sure.parts == (("intercept", 1.0, -1.0), ("cosine", 0.5, 2.0), ("named_words", 0.25, 3.0))
    assert sure.value == pytest.approx(1 / (1 + math.exp(-0.75)))  # -1 + 0.5 * 2 + 0.25 * 3
