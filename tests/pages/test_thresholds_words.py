"""Every setting, choice and finding has its words in every language, and the words take the numbers they are given."""

from string import Formatter
from typing import get_args

import pytest

from pages.components.thresholds_words import thresholds_words
from rag.tuning.effect import Move
from rag.tuning.reachability import FindingKind
from rag.tuning.tunables import Group, tunables
from rag.types import Language

LANGUAGES = pytest.mark.parametrize("language", get_args(Language))


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@LANGUAGES
def test_every_setting_is_explained(language: Language) -> None:
    words = thresholds_words(language)
    assert set(words.tunables) == {tunable.key for tunable in tunables()}
    assert set(words.choices) == {choice for tunable in tunables() for choice in tunable.allowed.choices}
    assert set(words.groups) == set(get_args(Group))


@LANGUAGES
def test_a_number_has_its_unit(language: Language) -> None:
    words = thresholds_words(language)
    assert all(words.tunables[item.key].unit for item in tunables() if item.allowed.kind != "choice")


@LANGUAGES
def test_every_finding_and_move_has_its_words(language: Language) -> None:
    words = thresholds_words(language)
    assert set(words.findings) == set(get_args(FindingKind))
    assert set(words.moves) == set(get_args(Move))


@LANGUAGES
def test_the_same_numbers_are_named_in_every_language(language: Language) -> None:
    words, english = thresholds_words(language), thresholds_words("en")
    for kind, text in english.findings.items():
        assert braces(words.findings[kind]) == braces(text), kind
