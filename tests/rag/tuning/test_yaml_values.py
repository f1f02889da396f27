from pathlib import Path

import pytest
import yaml

from rag.errors import ConfigError
from rag.tuning.yaml_values import replace_values

TEXT = """\
# what stands here stays
confidence:
  threshold: 0.5     # below it: refused
  high: 0.8 # no room
topics:
  mode: "lexical"    # 'off' needs quotes
"""


def test_a_value_is_replaced_and_its_comment_keeps_its_column() -> None:
    changed = replace_values(TEXT, {"confidence.threshold": 0.35}, source="c.yaml")
    assert changed == TEXT.replace("0.5     # below", "0.35    # below")


def test_a_comment_without_room_moves_but_stays_a_comment() -> None:
    changed = replace_values(TEXT, {"confidence.high": 0.875}, source="c.yaml")
    assert "  high: 0.875 # no room\n" in changed


def test_several_values_are_replaced_at_once() -> None:
    changed = replace_values(TEXT, {"topics.mode": "both", "confidence.threshold": 1.0}, source="c.yaml")
    assert yaml.safe_load(changed) == {"confidence": {"threshold": 1.0, "high": 0.8}, "topics": {"mode": "both"}}
    assert len(changed.splitlines()) == len(TEXT.splitlines())


def test_the_word_off_is_quoted_for_yaml_reads_it_as_false() -> None:
    changed = replace_values(TEXT, {"topics.mode": "off"}, source="c.yaml")
    assert "mode: 'off'        # 'off' needs" in changed
    assert yaml.safe_load(changed)["topics"]["mode"] == "off"


@pytest.mark.parametrize("value", [0.00001, 1e16, 12, True, "a: b # c", "여권"])
def test_every_kind_of_value_is_read_back_as_it_was(value: float | str) -> None:
    changed = replace_values(TEXT, {"confidence.threshold": value}, source="c.yaml")
    assert yaml.safe_load(changed)["confidence"]["threshold"] == value


@pytest.mark.parametrize("before", ["\ufeff", "# 비자 🛂\n"])
def test_line_ends_and_what_stands_before_are_kept(before: str) -> None:
    text = before + TEXT.replace("\n", "\r\n")
    changed = replace_values(text, {"confidence.threshold": 0.4}, source="c.yaml")
    assert changed == text.replace("0.5     #", "0.4     #")


def test_in_the_shipped_file_one_line_changes() -> None:
    text = (Path(__file__).parents[3] / "config.yaml").read_text(encoding="utf-8")
    changed = replace_values(text, {"fusion.rrf_k": 61}, source="config.yaml")
    pairs = zip(text.splitlines(), changed.splitlines(), strict=True)
    assert [(old[:12].strip(), new[:12].strip()) for old, new in pairs if old != new] == [("rrf_k: 60", "rrf_k: 61")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("confidence:\n  high: 1\n", "confidence.threshold stands there 0 times"),
        ("confidence:\n  threshold: 1\n  threshold: 2\n", "stands there 2 times"),
        ("confidence: 3\n", "stands there 0 times"),
        ("", "stands there 0 times"),
        ("confidence:\n  threshold: &same 1\n  high: *same\n", "no plain value"),
        ("confidence:\n  threshold: [1]\n", "no plain value"),
        ("confidence:\n  threshold: |\n    1\n", "no plain value"),
        ("confidence: {threshold: 1", "cannot be read"),
    ],
)
def test_what_cannot_be_replaced_safely_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replace_values(text, {"confidence.threshold": 0.5}, source="c.yaml")
