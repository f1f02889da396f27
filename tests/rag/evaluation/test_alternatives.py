from pathlib import Path

from rag.config import load_settings
from rag.evaluation.alternatives import alternatives
from rag.tuning.overrides import with_overrides

SHIPPED = load_settings(Path(__file__).parents[3] / "config.yaml")
BASE = with_overrides(
    SHIPPED,
    {"fusion.method": "score", "topics.mode": "off", "fusion.bm25_weight": 1.0, "fusion.vector_weight": 1.0},
)


def test_each_leg_alone_the_other_fusion_and_the_other_gates_are_offered() -> None:
    assert [(change.key, change.new) for change in alternatives(BASE)] == [
        ("fusion.method", "rrf"),
        ("fusion.bm25_weight", 0.0),
        ("fusion.vector_weight", 0.0),
        ("topics.mode", "lexical"),
        ("topics.mode", "both"),
    ]


def test_the_last_leg_is_never_switched_off() -> None:
    one_leg = with_overrides(BASE, {"fusion.bm25_weight": 0.0})
    assert {change.key for change in alternatives(one_leg)} == {"fusion.method", "topics.mode"}


def test_each_alternative_is_valid() -> None:
    for change in alternatives(BASE):
        with_overrides(BASE, {change.key: change.new})
