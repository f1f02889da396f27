from rag.browse.filters import MAX_CHOSEN, MAX_TEXT_CHARS, Filters, from_parameters, to_parameters


def test_filters_come_back_from_an_address_as_they_were() -> None:
    filters = Filters("빵 price", "shop/food", {"tag": ("a", "b, c"), "trust": ("unverified",)})
    assert from_parameters(to_parameters(filters)) == filters


def test_no_filter_writes_nothing() -> None:
    assert to_parameters(Filters()) == {}
    assert from_parameters({}) == Filters()


def test_choosing_nothing_removes_a_facet() -> None:
    assert Filters(chosen={"tag": ("a",), "type": ("Fee",)}).choose("tag", []).chosen == {"type": ("Fee",)}


def test_unknown_names_are_ignored_and_repetitions_dropped() -> None:
    found = from_parameters({"card": ["x"], "type": ["Fee", "Fee"], "in": ["/shop/"]})
    assert found == Filters("", "shop", {"type": ("Fee",)})


def test_what_an_address_may_hold_is_bounded() -> None:
    found = from_parameters({"q": ["x" * 5000], "tag": [str(number) for number in range(5000)]})
    assert len(found.text) == MAX_TEXT_CHARS
    assert len(found.chosen["tag"]) == MAX_CHOSEN
