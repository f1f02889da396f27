import time

import pytest

from rag.retrieval.timing import Stopwatch


def test_stages_are_measured_in_milliseconds_in_the_order_they_ended() -> None:
    clock = Stopwatch()
    with clock.stage("outer"), clock.stage("inner"):
        time.sleep(0.002)
    assert list(clock.ms) == ["inner", "outer"]
    assert clock.ms["outer"] >= clock.ms["inner"] >= 2


def test_a_stage_that_comes_twice_adds_up() -> None:
    clock = Stopwatch()
    for _ in range(2):
        with clock.stage("embed"):
            time.sleep(0.002)
    assert list(clock.ms) == ["embed"]
    assert clock.ms["embed"] >= 4


def test_a_stage_that_fails_is_measured_all_the_same() -> None:
    clock = Stopwatch()
    with pytest.raises(ValueError, match="no"), clock.stage("embed"):
        raise ValueError("no")
    assert "embed" in clock.ms


def test_times_measured_elsewhere_add_up_too() -> None:
    clock = Stopwatch()
    clock.add({"lexical": 1.5})
    clock.add({"lexical": 0.5, "vector": 2.0})
    assert clock.ms == {"lexical": 2.0, "vector": 2.0}
