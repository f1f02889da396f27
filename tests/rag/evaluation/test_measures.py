import math

from rag.evaluation.measures import measures, points
from rag.evaluation.metrics import wilson
from rag.evaluation.scores import score_bundle
from tests.rag.evaluation.made import OTHER, RIGHT, make_case, not_covered

CASES = [
    make_case("a"),
    make_case("b", fused=(OTHER, RIGHT)),
    make_case("c", status="low_confidence"),
    not_covered("d"),
    not_covered("e", "far", status="answerable"),
]


def test_the_measures_are_those_of_the_report() -> None:
    found = {measure.name: measure.share for measure in measures(score_bundle("town", CASES))}
    assert found["hit_1"].mean == 2 / 3
    assert found["hit_5"].mean == 1.0
    assert found["answered_right"].mean == 1 / 3  # a of a, b, e
    assert found["covered_refused"] == wilson(1, 3)
    assert found["near_refused"] == wilson(1, 1)
    assert found["far_refused"] == wilson(0, 1)


def test_only_refusing_what_is_covered_is_better_the_less() -> None:
    assert [m.name for m in measures(score_bundle("town", CASES)) if not m.more_is_better] == ["covered_refused"]


def test_a_change_is_in_percentage_points_to_a_tenth() -> None:
    before = measures(score_bundle("town", CASES))[0]
    after = measures(score_bundle("town", CASES[:1]))[0]
    assert points(before, after) == 33.3  # from 2/3 to 1
    assert points(after, before) == -33.3
    assert str(points(after, after)) == "0.0"


def test_there_is_no_change_where_one_side_measured_nothing() -> None:
    nothing = measures(score_bundle("town", []))[0]
    assert math.isnan(nothing.share.mean)
    assert points(nothing, measures(score_bundle("town", CASES))[0]) is None
