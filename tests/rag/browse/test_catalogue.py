import math
from pathlib import Path

from rag.browse.catalogue import read_catalogue
from tests.fakes.corpus import make_card
from tests.rag.browse.shelf import MILK, NOW, store_of, whole_shelf


def test_each_column_has_a_value_a_row(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    kinds = catalogue.one["type"]
    assert [kinds.values[code] for code in kinds.codes] == ["Fee", "Fee", "Rule", "Fee"]
    assert [catalogue.folder.values[code] for code in catalogue.folder.codes] == [
        "shop/food",
        "shop/food",
        "shop/rules",
        "town/bus",
    ]


def test_the_text_that_is_searched_is_normalised(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    assert catalogue.searched[0] == "bread price\nshop/food/bread.md\noven daily\nfee"
    assert catalogue.searched[3].startswith("fare\n")


def test_a_resource_is_a_web_address_something_else_or_absent(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    resource = catalogue.one["resource"]
    assert [resource.values[code] for code in resource.codes] == ["link", "other", "none", "none"]


def test_tags_and_findings_are_columns_of_many_values(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    tags, findings = catalogue.many["tag"], catalogue.many["finding"]
    assert [(int(row), tags.values[code]) for row, code in zip(tags.rows, tags.codes, strict=True)] == [
        (0, "daily"),
        (0, "oven"),
        (1, "daily"),
    ]
    pairs = [(int(row), findings.values[code]) for row, code in zip(findings.rows, findings.codes, strict=True)]
    assert pairs == [(0, "broken-link"), (2, "date-only"), (2, "hidden-characters")]


def test_ends_of_validity_are_instants_and_absent_ones_no_number(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    assert catalogue.stale_at[1] == NOW.timestamp() - 86_400
    assert math.isnan(catalogue.stale_at[0])
    assert MILK.stale_after is not None


def test_the_cards_that_link_to_a_card_are_counted(tmp_path: Path) -> None:
    _, catalogue = whole_shelf(tmp_path)
    assert catalogue.cited_by.tolist() == [1, 1, 0, 0]


def test_bodies_that_differ_in_space_and_case_alone_have_one_hash(tmp_path: Path) -> None:
    cards = [make_card("a/b/c", "One  fact."), make_card("a/b/d", "one\nFACT."), make_card("a/b/e", " \n")]
    body = read_catalogue(store_of(tmp_path, cards)).body
    assert body.codes[0] == body.codes[1]
    assert body.values[body.codes[2]] == ""


def test_a_store_without_cards_has_an_empty_catalogue(tmp_path: Path) -> None:
    assert read_catalogue(store_of(tmp_path, ())).cards == 0
