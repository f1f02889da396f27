from collections.abc import Mapping
from datetime import date, datetime

import pytest

from rag.compute.crs_parameters import CRS_PARAMETERS
from rag.compute.parameters import check
from rag.compute.types import Parameter, Refused, Value

AGE = Parameter("age", "integer", required=True, low=0, high=120)
KINDS = (
    Parameter("count", "integer", low=0, high=9),
    Parameter("flag", "boolean"),
    Parameter("word", "choice", choices=("one", "two")),
    Parameter("day", "date", low=date(2025, 3, 25)),
    Parameter("at", "datetime", high=date(2030, 12, 31)),
    Parameter("clb", "levels", low=0, high=12),
    Parameter("zone", "zone"),
)


def messages(parameters: tuple[Parameter, ...], given: Mapping[str, object]) -> list[str]:
    refused = check(parameters, given)
    assert isinstance(refused, Refused), refused
    return [problem.message for problem in refused.problems]


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("count", 3, 3),
        ("count", " 3 ", 3),
        ("flag", True, True),
        ("flag", "Yes", True),
        ("flag", "false", False),
        ("word", "two", "two"),
        ("day", "2026-03-03", date(2026, 3, 3)),
        ("day", date(2026, 3, 3), date(2026, 3, 3)),
        ("at", "2026-03-03T09:30", datetime(2026, 3, 3, 9, 30)),
        ("clb", 9, (9, 9, 9, 9)),
        ("clb", "9", (9, 9, 9, 9)),
        ("clb", "9, 8,7,10", (9, 8, 7, 10)),
        ("clb", [9, 8, 7, 10], (9, 8, 7, 10)),
        ("zone", "Asia/Seoul", "Asia/Seoul"),
    ],
)
def test_a_value_is_read_into_its_type(name: str, given: object, expected: Value) -> None:
    inputs = check(KINDS, {name: given})
    assert not isinstance(inputs, Refused)
    assert inputs[name] == expected


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("count", 10),
        ("count", -1),
        ("count", True),
        ("count", 3.0),
        ("count", "3.5"),
        ("count", "9" * 5000),
        ("count", "²"),
        ("flag", 1),
        ("flag", "maybe"),
        ("word", "three"),
        ("word", 1),
        ("day", "3 March"),
        ("day", "2025-03-24"),
        ("day", "2026-02-30"),
        ("day", datetime(2026, 3, 3)),
        ("at", "2026-03-03T09:30+09:00"),
        ("at", "2031-01-01T00:00"),
        ("at", 5),
        ("clb", "9,8,7"),
        ("clb", [9, 8, 7, 13]),
        ("clb", []),
        ("clb", {"listening": 9}),
        ("zone", "Seoul"),
        ("zone", "../../etc/passwd"),
        ("zone", "/etc/localtime"),
        ("zone", ""),
        ("zone", 9),
    ],
)
def test_a_value_that_is_not_allowed_is_named_with_what_is(name: str, given: object) -> None:
    (message,) = messages(KINDS, {name: given})
    assert message.startswith(f"{name}: ")
    assert "(allowed: " in message


def test_the_message_names_the_field_the_value_and_the_range() -> None:
    assert messages((AGE,), {"age": 130}) == ["age: 130 is not allowed (allowed: a whole number from 0 to 120)."]


def test_a_required_field_left_out_is_named() -> None:
    assert messages((AGE,), {}) == ["age: is required (allowed: a whole number from 0 to 120)."]
    assert messages((AGE,), {"age": None}) == messages((AGE,), {})


def test_an_unknown_field_is_named_with_the_known_ones() -> None:
    assert messages((AGE,), {"age": 31, "agee": 3}) == ["agee: is not an input of this computation (inputs: age)."]


def test_every_problem_is_reported_at_once() -> None:
    assert len(messages(CRS_PARAMETERS, {"age": "old", "education": "phd", "first_language": 13, "x": 1})) == 4


def test_what_was_left_out_gets_its_default() -> None:
    inputs = check(CRS_PARAMETERS, {"age": 31, "education": "masters", "first_language": 9})
    assert not isinstance(inputs, Refused)
    assert (inputs["second_language"], inputs["spouse_accompanying"], inputs["on"]) == ((0, 0, 0, 0), False, None)


def test_checked_inputs_pass_a_second_check_unchanged() -> None:
    inputs = check(CRS_PARAMETERS, {"age": 31, "education": "masters", "first_language": 9, "on": "2026-01-01"})
    assert not isinstance(inputs, Refused)
    assert check(CRS_PARAMETERS, inputs) == inputs
