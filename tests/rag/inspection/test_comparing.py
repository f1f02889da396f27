from rag.inspection.comparing import Moved, compare
from tests.rag.inspection.made import REFUSED, made_trace


def test_rows_follow_side_b_and_cards_that_only_a_has_come_last() -> None:
    a = made_trace({"x": 3.0, "y": 2.0, "z": 1.0}, {}, presented="xy")
    b = made_trace({"z": 3.0, "y": 2.0, "new": 1.0}, {}, presented="zy")
    rows = compare(a, b).rows
    assert rows == (
        Moved("b/t/z", 3, 1, False, True),
        Moved("b/t/y", 2, 2, True, True),
        Moved("b/t/new", None, 3, False, False),
        Moved("b/t/x", 1, None, True, False),
    )
    assert [row.places for row in rows] == [2, 0, None, None]


def test_a_changed_verdict_is_told_with_both_confidences() -> None:
    a = made_trace({"x": 1.0}, {}, presented="x")
    found = compare(a, made_trace({"x": 1.0}, {}, presented="x", verdict=REFUSED))
    assert (found.flipped, found.before, found.after) == (True, "answerable", "low_confidence")
    assert (found.confidence_before, found.confidence_after) == (0.9, 0.9)
    assert not compare(a, a).flipped


def test_cards_deeper_than_the_limit_on_both_sides_are_left_out() -> None:
    deep = {f"c{n}": 9.0 - n for n in range(6)}
    assert [row.card_id for row in compare(made_trace(deep, {}), made_trace(deep, {}), limit=2).rows] == [
        "b/t/c0",
        "b/t/c1",
    ]
