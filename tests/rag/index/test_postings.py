import random

import numpy as np

from rag.index.lexical import build_lexical
from rag.index.postings import TermPlaces


def test_a_term_is_found_in_the_chosen_sub_indexes_alone() -> None:
    rng = random.Random(3)
    cards = [[rng.choice("abcdefgh") for _ in range(6)] for _ in range(60)]
    places = [("b", rng.choice("xyz")) for _ in cards]
    parts = build_lexical(cards, places).sub_indexes
    numbers = {word: number for number, word in enumerate(dict.fromkeys(word for card in cards for word in card))}
    table = TermPlaces(parts, len(numbers))
    for word, number in numbers.items():
        for wanted in ({"x"}, {"y", "z"}, {"x", "y", "z"}, set()):
            inside = np.array([part.topic in wanted for part in parts])
            rows, frequencies = table.postings(number, inside)
            expected = {
                row: card.count(word)
                for row, (card, (_, topic)) in enumerate(zip(cards, places, strict=True))
                if topic in wanted and word in card
            }
            assert dict(zip(rows.tolist(), frequencies.tolist(), strict=True)) == expected
            assert table.holding(number, inside) == len(rows) == len(expected)


def test_a_collection_without_terms_holds_none() -> None:
    parts = build_lexical([[], []], [("b", "x"), ("b", "y")]).sub_indexes
    table = TermPlaces(parts, 1)
    rows, _ = table.postings(0, np.array([True, True]))
    assert (len(rows), table.holding(0, np.array([True, True]))) == (0, 0)
