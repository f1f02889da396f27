from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.compute.crs import parts
from rag.compute.crs_parameters import EDUCATION
from rag.compute.crs_tables import MARCH_2025
from rag.compute.crs_trial import random_profile, try_profiles
from rag.compute.types import Inputs, Value

SEEDS = st.integers(0, 2**32)


def total(profile: Inputs) -> int:
    return sum(part.points for part in parts(profile, MARCH_2025))


def never_falls(profile: Inputs, name: str, values: Sequence[Value]) -> bool:
    """Tell whether the score never falls from one value to the next."""
    scores = [total({**profile, name: value}) for value in values]
    return scores == sorted(scores)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_more_never_scores_less(seed: int) -> None:
    profile = random_profile(Random(seed))
    for name in ("canadian_work_years", "foreign_work_years", "spouse_canadian_work_years"):
        assert never_falls(profile, name, range(10))
    for name in ("first_language", "second_language", "spouse_language"):
        assert never_falls(profile, name, [(level,) * 4 for level in range(13)])
    for name in ("trade_certificate", "sibling_in_canada", "provincial_nomination"):
        assert never_falls(profile, name, [False, True])
    assert never_falls(profile, "education", EDUCATION)
    assert never_falls(profile, "spouse_education", EDUCATION)
    assert never_falls(profile, "age", range(14, 21))
    assert never_falls(profile, "age", range(70, 28, -1))


def test_twenty_thousand_random_profiles_stay_inside_every_cap_and_both_derivations_agree() -> None:
    trial = try_profiles(20_000, MARCH_2025)
    assert trial.breaches == ()
    assert 0 <= trial.lowest <= trial.highest <= 1200


def test_a_trial_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="count"):
        try_profiles(0, MARCH_2025)
