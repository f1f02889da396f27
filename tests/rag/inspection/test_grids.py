import pytest

from rag.inspection.grids import CHOICES, NUMBERS, choices, grid


@pytest.mark.parametrize(
    ("key", "low", "high", "last"),
    [("fusion.rrf_k", 1, 1000, 999), ("confidence.threshold", 0, 1, 100), ("lexical.k1", 0, 3, 300)],
)
def test_a_grid_spans_the_range_of_the_settings_field(key: str, low: float, high: float, last: int) -> None:
    found = grid(key)
    assert (found.value(0), found.value(found.last), found.last) == (low, high, last)


def test_whole_numbers_stay_whole_and_fractions_stay_round() -> None:
    assert repr(grid("context.top_k").value(4)) == "5"
    assert repr(grid("lexical.b").value(7)) == "0.07"


def test_the_nearest_number_lies_inside_the_range() -> None:
    found = grid("confidence.threshold")
    assert [found.number(value) for value in (-1, 0.497, 2)] == [0, 50, 100]


def test_a_change_is_measured_as_a_share_of_the_range() -> None:
    assert grid("context.top_k").share(5, 8) == 3 / 19


def test_every_searched_key_has_a_range() -> None:
    assert all(grid(key).last >= 1 for key in NUMBERS)
    assert {key: choices(key) for key in CHOICES} == {
        "topics.mode": ("off", "lexical", "both"),
        "fusion.method": ("score", "rrf"),
    }


def test_a_key_without_a_range_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r"'confidence\.cosine' has no range"):
        grid("confidence.cosine")
