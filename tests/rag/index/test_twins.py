import numpy as np
import pytest

from rag.index.twins import BLOCK, Twin, find_twins
from rag.protocols import Vectors


def unit(*degrees: float) -> Vectors:
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_each_near_card_names_its_nearest_other() -> None:
    found = find_twins(unit(0, 10, 90, 12), at_least=0.98)
    # cos 10 = 0.984808 is near enough, cos 2 = 0.999391 is nearer, cos 12 = 0.978148 is not near enough
    assert found == (Twin(0, 1, 0.984808), Twin(1, 3, 0.999391), Twin(3, 1, 0.999391))


def test_of_equals_the_lower_row_is_named() -> None:
    assert [(twin.row, twin.other) for twin in find_twins(unit(5, 5, 5))] == [(0, 1), (1, 0), (2, 0)]


def test_blocks_are_joined() -> None:
    vectors = unit(*np.linspace(0, 180, 3 * BLOCK))
    vectors[-1] = vectors[3]
    reports: list[int] = []
    found = find_twins(vectors, at_least=0.9999999, progress=reports.append)
    assert (Twin(3, 3 * BLOCK - 1, 1.0), Twin(3 * BLOCK - 1, 3, 1.0)) == found
    assert reports == [BLOCK, 2 * BLOCK, 3 * BLOCK]


@pytest.mark.parametrize("cards", [0, 1])
def test_too_few_cards_have_no_twins(cards: int) -> None:
    assert find_twins(unit(*[1.0] * cards).reshape(cards, 2)) == ()
