"""What rank-bm25 0.2.2 does that our lexical leg works around; one that fails here was mended by an upgrade."""

import unicodedata

import pytest
from rank_bm25 import BM25Okapi

from rag.index.lexical import SmoothedBM25


@pytest.mark.parametrize("cards", [[], [[]], [[], []]])
def test_a_collection_without_tokens_divides_by_zero(cards: list[list[str]]) -> None:
    with pytest.raises(ZeroDivisionError):
        BM25Okapi(cards)


def test_a_match_in_a_collection_of_one_card_scores_below_zero() -> None:
    # idf = log((1 - 1 + 0.5) / (1 + 0.5)) < 0, replaced by a quarter of the mean idf, which is itself negative
    assert BM25Okapi([["fee"]]).get_scores(["fee"])[0] < 0


def test_a_word_in_one_of_two_cards_scores_zero() -> None:
    # idf = log((2 - 1 + 0.5) / (1 + 0.5)) = log 1
    assert BM25Okapi([["fee"], ["visa"]]).get_scores(["fee"]).tolist() == [0, 0]


def test_our_smoothing_scores_both_above_zero() -> None:
    assert SmoothedBM25([["fee"]]).get_scores(["fee"])[0] > 0
    assert SmoothedBM25([["fee"], ["visa"]]).get_scores(["fee"])[0] > 0


def test_the_best_n_hold_cards_that_match_nothing() -> None:
    cards = [["fee"], ["visa"], ["photo"], ["form"]]
    assert len(BM25Okapi(cards).get_top_n(["fee"], cards, n=3)) == 3


def test_a_question_given_as_text_is_read_letter_by_letter() -> None:
    bm25 = BM25Okapi([["f"], ["fee"], ["visa"]])
    assert bm25.get_scores("fee").tolist() == bm25.get_scores(["f", "e", "e"]).tolist()


def test_a_repeated_question_word_counts_again() -> None:
    bm25 = BM25Okapi([["fee"], ["visa"], ["photo"]])
    once, twice = bm25.get_scores(["fee"])[0], bm25.get_scores(["fee", "fee"])[0]
    assert twice == 2 * once > 0


@pytest.mark.parametrize("written", [unicodedata.normalize("NFD", "여권"), "여\u200b권", "여권을"])
def test_nothing_is_normalised(written: str) -> None:
    assert BM25Okapi([["여권"], ["비자"], ["공증"]]).get_scores([written]).tolist() == [0, 0, 0]
