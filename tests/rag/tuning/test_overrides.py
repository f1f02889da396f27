import pytest

from rag.config import Settings
from rag.errors import ConfigError
from rag.tuning.overrides import with_overrides


def test_nothing_tried_is_the_same_settings(shipped: Settings) -> None:
    assert with_overrides(shipped, {}) is shipped


def test_a_dotted_key_is_replaced_and_the_rest_stays(shipped: Settings) -> None:
    tried = with_overrides(shipped, {"fusion.rrf_k": 7})
    assert tried.fusion.rrf_k == 7
    assert tried.model_copy(update={"fusion": shipped.fusion}) == shipped


def test_a_value_out_of_range_names_key_value_and_range(shipped: Settings) -> None:
    with pytest.raises(ConfigError, match=r"confidence\.threshold: .*got 1\.5 \(allowed: 0\.\.1\)"):
        with_overrides(shipped, {"confidence.threshold": 1.5})


def test_two_values_that_exclude_each_other_are_refused(shipped: Settings) -> None:
    with pytest.raises(ConfigError, match=r"no leg is left$"):
        with_overrides(shipped, {"fusion.bm25_weight": 0, "fusion.vector_weight": 0})


@pytest.mark.parametrize("key", ["fusion.no_such", "no_such.threshold", "threshold"])
def test_an_unknown_key_is_refused(shipped: Settings, key: str) -> None:
    with pytest.raises(ConfigError):
        with_overrides(shipped, {key: 1})
