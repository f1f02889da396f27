"""Every measure, outcome and cause has its words in every language, with the same braces."""

from dataclasses import fields
from string import Formatter
from typing import get_args

import pytest

from pages.components.evaluation_words import EvaluationWords, evaluation_words
from rag.evaluation.measures import MeasureName
from rag.evaluation.outcomes import CAUSES, OUTCOMES
from rag.types import Language

LANGUAGES = pytest.mark.parametrize("language", get_args(Language))


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@LANGUAGES
def test_every_fixed_word_has_its_words(language: Language) -> None:
    words = evaluation_words(language)
    assert set(words.measures) == set(get_args(MeasureName))
    assert set(words.outcomes) == set(OUTCOMES)
    assert set(words.causes) == set(words.causes_help) == set(CAUSES)


@LANGUAGES
def test_columns_of_one_table_never_share_a_name(language: Language) -> None:
    words = evaluation_words(language)
    columns = [words.bundle, words.questions, *(measured.name for measured in words.measures.values())]
    assert len(set(columns)) == len(columns)


@LANGUAGES
def test_the_same_numbers_are_named_in_every_language(language: Language) -> None:
    words, english = evaluation_words(language), evaluation_words("en")
    for field in fields(EvaluationWords):
        ours, theirs = getattr(words, field.name), getattr(english, field.name)
        if isinstance(theirs, str):
            assert braces(ours) == braces(theirs), field.name
