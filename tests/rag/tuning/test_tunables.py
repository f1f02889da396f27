from rag.config import Settings
from rag.ranges import Allowed
from rag.tuning.tunables import Tunable, groups, tunables, value_of


def tunable(key: str) -> Tunable:
    return next(item for item in tunables() if item.key == key)


def test_everything_that_decides_retrieval_can_be_tuned() -> None:
    assert {item.key for item in tunables()} == {
        "confidence.threshold",
        "confidence.high",
        "fusion.method",
        "fusion.bm25_weight",
        "fusion.vector_weight",
        "fusion.rrf_k",
        "fusion.candidates",
        "lexical.k1",
        "lexical.b",
        "topics.mode",
        "context.top_k",
        "context.evidence",
        "context.card_chars",
        "context.total_chars",
        "chat_model.temperature",
    }


def test_a_group_stands_together_and_in_order() -> None:
    seen = [item.group for item in tunables()]
    assert tuple(dict.fromkeys(seen)) == groups()
    assert seen == sorted(seen, key=groups().index)


def test_range_and_kind_are_those_of_the_settings() -> None:
    assert tunable("lexical.k1").allowed == Allowed("number", 0, 3)
    assert tunable("context.top_k").allowed == Allowed("whole", 1, 20)
    assert tunable("fusion.method").allowed.choices == ("score", "rrf")


def test_a_range_up_to_1_moves_by_hundredths_and_a_wider_one_by_twentieths() -> None:
    assert tunable("confidence.threshold").step == 0.01
    assert tunable("chat_model.temperature").step == 0.05


def test_whole_numbers_move_by_1_and_large_budgets_by_100() -> None:
    assert tunable("fusion.rrf_k").step == 1
    assert tunable("context.total_chars").step == 100


def test_a_slider_is_offered_where_it_has_at_most_100_steps() -> None:
    assert tunable("confidence.threshold").slides  # 1 / 0.01
    assert tunable("lexical.k1").slides  # 3 / 0.05 = 60
    assert not tunable("fusion.rrf_k").slides  # 999 steps
    assert not tunable("topics.mode").slides


def test_a_controls_value_loses_the_noise_of_binary_fractions() -> None:
    assert tunable("confidence.threshold").rounded(0.1 + 0.2) == 0.3
    assert tunable("fusion.rrf_k").rounded(61.0) == 61
    assert isinstance(tunable("fusion.rrf_k").rounded(61.0), int)


def test_every_tunable_has_a_value(shipped: Settings) -> None:
    assert value_of(shipped, "context.top_k") == shipped.context.top_k
    assert all(value_of(shipped, item.key) is not None for item in tunables())
