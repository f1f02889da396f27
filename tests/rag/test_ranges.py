from rag.config import Settings
from rag.ranges import Allowed, allowed


def test_a_whole_number_has_its_fields_bounds() -> None:
    assert allowed(Settings, ("fusion", "rrf_k")) == Allowed("whole", 1, 1000)


def test_a_range_given_by_a_named_type_is_found() -> None:
    assert allowed(Settings, ("confidence", "threshold")) == Allowed("number", 0, 1)


def test_fixed_words_are_listed_in_their_order() -> None:
    found = allowed(Settings, ("topics", "mode"))
    assert found is not None
    assert str(found) == "off, lexical, both"


def test_large_bounds_are_written_out() -> None:
    assert str(allowed(Settings, ("context", "card_chars"))) == "200..100000"


def test_what_has_no_range_gives_none() -> None:
    for path in ((), ("fusion",), ("fusion", "no-such"), ("confidence", "cosine"), ("bundles", "x", "topics", 0)):
        assert allowed(Settings, path) is None
