from pathlib import Path

import pytest

from rag.browse.catalogue import Catalogue, read_catalogue
from rag.browse.filters import Filters
from rag.browse.selection import select
from tests.rag.browse.shelf import NOW, store_of, whole_shelf

BREAD, MILK, RULE, FAR = range(4)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return whole_shelf(tmp_path)[1]


def rows(catalogue: Catalogue, filters: Filters) -> list[int]:
    return [int(row) for row in select(catalogue, filters, now=NOW).rows]


def test_without_a_filter_all_cards_stand_in_their_order(catalogue: Catalogue) -> None:
    assert rows(catalogue, Filters()) == [BREAD, MILK, RULE, FAR]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("우유", [MILK]),
        ("FOOD daily", [BREAD, MILK]),
        ("oven", [BREAD]),
        ("rule", [RULE]),
        ("fare", [FAR]),
        ("ｆａｒｅ", [FAR]),
        ("nothing here", []),
        ("  ", [BREAD, MILK, RULE, FAR]),
        ("%", []),
    ],
)
def test_every_word_must_be_in_title_path_tags_or_type(catalogue: Catalogue, text: str, found: list[int]) -> None:
    assert rows(catalogue, Filters(text)) == found


def test_cards_with_the_text_in_their_title_come_first(catalogue: Catalogue) -> None:
    assert rows(catalogue, Filters("shop")) == [BREAD, MILK, RULE]
    assert rows(catalogue, Filters("rule")) == [RULE]
    assert rows(catalogue, Filters("e"))[0] == BREAD
    assert rows(catalogue, Filters("food"))[-1] == MILK


def test_a_folder_holds_its_subfolders_and_no_namesake(catalogue: Catalogue) -> None:
    assert rows(catalogue, Filters(folder="shop")) == [BREAD, MILK, RULE]
    assert rows(catalogue, Filters(folder="sho")) == []
    assert rows(catalogue, Filters(folder="shop/food")) == [BREAD, MILK]


def test_values_of_one_facet_add_up_and_facets_narrow(catalogue: Catalogue) -> None:
    assert rows(catalogue, Filters(chosen={"tag": ("oven", "daily")})) == [BREAD, MILK]
    assert rows(catalogue, Filters(chosen={"tag": ("daily",), "resource": ("other",)})) == [MILK]
    assert rows(catalogue, Filters(chosen={"finding": ("broken-link", "date-only")})) == [BREAD, RULE]
    assert rows(catalogue, Filters(chosen={"type": ("no such type",)})) == []


def test_validity_is_judged_at_the_moment_given(catalogue: Catalogue) -> None:
    assert rows(catalogue, Filters(chosen={"validity": ("stale",)})) == [MILK]
    assert rows(catalogue, Filters(chosen={"validity": ("soon",)})) == [RULE]
    assert rows(catalogue, Filters(chosen={"validity": ("valid",)})) == [FAR]
    assert rows(catalogue, Filters(chosen={"validity": ("undated",)})) == [BREAD]


def test_counts_follow_the_other_filters_but_not_their_own(catalogue: Catalogue) -> None:
    found = select(catalogue, Filters(folder="shop", chosen={"type": ("Rule",)}), now=NOW)
    assert found.counts["type"] == (("Fee", 2), ("Rule", 1))
    assert found.counts["tag"] == ()
    assert found.counts["status"] == (("deprecated", 1),)


def test_a_count_is_what_choosing_the_value_gives(catalogue: Catalogue) -> None:
    filters = Filters("shop", chosen={"trust": ("unverified",)})
    for facet, counts in select(catalogue, filters, now=NOW).counts.items():
        for value, count in counts:
            assert len(rows(catalogue, filters.choose(facet, [value]))) == count


def test_a_chosen_value_stands_even_at_zero(catalogue: Catalogue) -> None:
    found = select(catalogue, Filters("bread price", chosen={"type": ("Rule", "Ghost")}), now=NOW)
    assert found.counts["type"] == (("Fee", 1), ("Ghost", 0), ("Rule", 0))


def test_folders_are_counted_one_level_down(catalogue: Catalogue) -> None:
    top = select(catalogue, Filters(), now=NOW).folders
    assert [(folder.path, folder.name, folder.cards) for folder in top] == [("shop", "shop", 3), ("town", "town", 1)]
    inner = select(catalogue, Filters("queue", "shop"), now=NOW).folders
    assert [(folder.path, folder.name, folder.cards) for folder in inner] == [("shop/rules", "rules", 1)]
    assert select(catalogue, Filters(folder="town/bus"), now=NOW).folders == ()


def test_an_empty_store_can_be_filtered(tmp_path: Path) -> None:
    found = select(read_catalogue(store_of(tmp_path, ())), Filters("x", "y", {"tag": ("z",)}), now=NOW)
    assert found.rows.tolist() == []
    assert found.counts["tag"] == (("z", 0),)
