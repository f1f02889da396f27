from dataclasses import replace

from rag.tuning.effect import Placed, arrived, left
from rag.types import Evidence, Trace
from tests.fakes.corpus import make_card
from tests.rag.history.shown_values import a_trace


def presenting(*names: str, cited: int = 3) -> Trace:
    """A trace that presents cards of these names, the first `cited` as evidence."""
    evidence = tuple(
        Evidence(
            number=number,
            card=make_card(f"city/fees/{name}"),
            score=1.0,
            quotes=(),
            text="",
            role="evidence" if number <= cited else "further",
            stale=False,
        )
        for number, name in enumerate(names, start=1)
    )
    return replace(a_trace(), evidence=evidence)


def moves(placed: tuple[Placed, ...]) -> list[tuple[str, str, int]]:
    return [(item.title, item.move, item.steps) for item in placed]


def test_a_card_that_rose_and_one_that_fell_say_by_how_many_places() -> None:
    assert moves(arrived(presenting("a", "b", "c"), presenting("c", "a", "b"))) == [
        ("c", "up", 2),
        ("a", "down", 1),
        ("b", "down", 1),
    ]


def test_a_card_that_was_not_presented_before_is_new_and_the_one_it_replaced_is_gone() -> None:
    before, after = presenting("a", "b"), presenting("a", "d")
    assert moves(arrived(before, after)) == [("a", "same", 0), ("d", "new", 0)]
    assert moves(left(before, after)) == [("a", "same", 0), ("b", "gone", 0)]


def test_the_side_before_marks_only_what_goes() -> None:
    assert moves(left(presenting("a", "b"), presenting("b", "a"))) == [("a", "same", 0), ("b", "same", 0)]


def test_a_card_carries_its_role() -> None:
    assert [item.role for item in arrived(presenting("a"), presenting("a", "b", cited=1))] == ["evidence", "further"]


def test_nothing_presented_gives_nothing() -> None:
    assert arrived(presenting("a"), presenting()) == ()
    assert left(presenting(), presenting("a")) == ()
