"""No English is left in Korean and Chinese."""

import re
from datetime import UTC, datetime
from random import Random

import pytest

from rag.compute.crs_levers import levers
from rag.compute.crs_trial import random_profile
from rag.compute.labels import labels
from rag.compute.parameters import allowed
from rag.compute.registry import REGISTRY
from rag.compute.run import run
from rag.compute.types import Parameter, Refused, Unattested
from rag.compute.wording import date_words, result_words, tell
from rag.types import Language
from tests.rag.compute.asked import BASE, IN_FORCE, TODAY, crs

OTHERS: list[Language] = ["ko", "zh"]
NAMES = re.compile(r"CLB|NCLC|CRS|YYYY-MM-DD(?:THH:MM)?|Asia/Seoul|UTC")
"""What stays as it is in every language."""


def english(text: str) -> str:
    """Return the Latin words of a text that are no names."""
    return " ".join(re.findall("[A-Za-z]{2,}", NAMES.sub("", text)))


def parameters() -> list[Parameter]:
    return [parameter for computation in REGISTRY.values() for parameter in computation.parameters]


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_computation_input_and_choice_has_a_label(language: Language) -> None:
    names = labels(language)
    assert set(names.titles) == set(REGISTRY)
    assert set(names.inputs) == {parameter.name for parameter in parameters()}
    assert set(names.choices) == {word for parameter in parameters() for word in parameter.choices}
    assert set(names.helps) <= set(names.inputs)
    assert names.helps.keys() == labels("en").helps.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_factors_rules_notices_and_what_an_input_takes_are_said_in_the_language(language: Language) -> None:
    names = labels(language)
    receipt = crs(spouse_accompanying=True, provincial_nomination=True, sibling_in_canada=True)  # a cap bites too
    assert receipt.rule_set is not None
    texts = [
        *(part.factor for part in receipt.breakdown),
        *(part.group for part in receipt.breakdown if part.group),
        receipt.rule_set.name,
        receipt.rule_set.notice,
        *(allowed(parameter) for parameter in parameters() if parameter.type != "choice"),
    ]
    assert [text for text in texts if english(names.text(text))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_levers_of_many_profiles_are_said_in_the_language(language: Language) -> None:
    source, names = Random(7), labels(language)
    told: set[str] = set()
    for _ in range(40):
        found = levers(random_profile(source), datetime(2026, 1, 1, 12, tzinfo=UTC))
        assert not isinstance(found, Refused | Unattested)
        told |= {lever.label for lever in found}
    assert len(told) > 20
    assert {label for label in told if english(names.text(label))} == set()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("crs-score", {"age": 200, "education": "masters"}),
        ("crs-score", {**BASE, "on": "2025-03-24"}),
        ("clock-deadline", {"start": "2026-03-03", "amount": 9999, "unit": "years"}),
        ("clock-convert", {"at": "2026-03-08T02:30", "from_zone": "America/Toronto", "to_zone": "Asia/Seoul"}),
    ],
)
def test_what_is_wrong_with_an_input_is_said_in_the_language(
    language: Language, name: str, given: dict[str, object]
) -> None:
    told = tell(run(name, given, IN_FORCE), language)
    assert told
    assert english(told.replace("America/Toronto", "")) == ""


def test_a_number_and_its_expiry_are_said_in_one_sentence_in_each_language() -> None:
    outcome = run("crs-score", BASE, TODAY)
    assert tell(outcome, "ko").startswith("427점(더는 시행되지 않는 규칙 기준). 2025-03-25 시행 CRS 규칙")
    assert tell(outcome, "zh").startswith("427分（所依据的规则已不再有效）。 2025-03-25起的CRS规则")


def test_dates_are_written_as_each_language_writes_them() -> None:
    # 18 November 2026 is a Wednesday
    assert [result_words("2026-11-18", "", language) for language in ("en", "ko", "zh")] == [
        "Wednesday, 2026-11-18",
        "2026년 11월 18일(수)",
        "2026年11月18日（星期三）",
    ]
    assert date_words(datetime(2026, 11, 18, tzinfo=UTC).date(), "en") == "Wednesday, 2026-11-18"
    assert result_words("2026-11-18T09:05:00+09:00", "", "ko") == "2026년 11월 18일(수) 09:05 UTC+09:00"
    assert result_words("60", "days", "zh") == "60天"
    assert result_words("no date", "", "en") == "no date"


def test_values_are_said_as_a_reader_wants_them() -> None:
    names = labels("en")
    assert names.value("levels", "8,8,8,8") == "8"
    assert names.value("levels", "9,8,8,8") == "listening 9, reading 8, writing 8, speaking 8"
    assert names.value("levels", "9,8") == "9, 8"
    assert labels("ko").value("boolean", "yes") == "예"
    assert names.value("choice", "masters") == "Master's or professional degree"
    assert names.value("datetime", "2026-03-03T09:00") == "2026-03-03 09:00"
    assert names.value("date", "2026-03-03") == "2026-03-03"


def test_what_no_table_knows_is_shown_as_the_code_has_it() -> None:
    names = labels("ko")
    assert names.input("shoe_size") == "shoe size"
    assert names.title("tide-table", "Tides") == "Tides"
    assert names.text("A new factor") == "A new factor"
