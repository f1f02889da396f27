"""Every stage, decision, column and setting has its words in every language, with the same braces."""

from dataclasses import fields
from string import Formatter
from typing import get_args, get_type_hints

import pytest

from pages.components.inspector_words import Column, InspectorWords, inspector_words
from rag.inspection.grids import CHOICES, NUMBERS, choices
from rag.types import Language

LANGUAGES = pytest.mark.parametrize("language", get_args(Language))
TABLES = {name: get_args(hint)[0] for name, hint in get_type_hints(InspectorWords).items() if get_args(hint)}
TABLE: tuple[Column, ...] = (
    "fused_rank",
    "card",
    "context",
    "bm25_rank",
    "bm25_score",
    "vector_rank",
    "vector_score",
    "rrf_rank",
    "rrf_sum",
    "fused_sum",
    "trust",
    "stale",
)


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@LANGUAGES
def test_every_fixed_word_has_its_words(language: Language) -> None:
    words = inspector_words(language)
    for name, kind in TABLES.items():
        if get_args(kind):
            assert set(getattr(words, name)) == set(get_args(kind)), name


@LANGUAGES
def test_every_setting_and_choice_is_named(language: Language) -> None:
    words = inspector_words(language)
    assert set(words.settings) == {*NUMBERS, *CHOICES}
    assert set(words.values) == {word for key in CHOICES for word in choices(key)}


@LANGUAGES
def test_every_part_of_a_confidence_is_named(language: Language) -> None:
    parts = {"intercept", "cosine", "bm25_self", "named_words", "above_chance", "meaning", "words"}
    assert set(inspector_words(language).confidence_parts) == parts


@LANGUAGES
def test_columns_of_one_table_never_share_a_name(language: Language) -> None:
    columns = inspector_words(language).columns
    assert len({columns[name] for name in TABLE}) == len(TABLE)


@LANGUAGES
def test_the_same_numbers_are_named_in_every_language(language: Language) -> None:
    words, english = inspector_words(language), inspector_words("en")
    for field in fields(InspectorWords):
        ours, theirs = getattr(words, field.name), getattr(english, field.name)
        if isinstance(ours, dict):
            assert {key: braces(text) for key, text in ours.items()} == {
                key: braces(text) for key, text in theirs.items()
            }, field.name
        else:
            assert braces(ours) == braces(theirs), field.name
