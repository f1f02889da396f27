"""How a question was read is told in every language, with the same braces."""

from dataclasses import fields
from string import Formatter
from typing import get_args

import pytest

from pages.components.understood_words import UnderstoodWords, understood_words
from rag.inspection.naming import How
from rag.types import Language


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", get_args(Language))
def test_every_word_is_there_with_the_same_braces(language: Language) -> None:
    ours, english = understood_words(language), understood_words("en")
    assert set(ours.how) == set(get_args(How))
    assert set(ours.query_types) == {"single", "follow_up", "comparison"}
    assert {how: braces(text) for how, text in ours.how.items()} == {how: braces(t) for how, t in english.how.items()}
    for field in fields(UnderstoodWords):
        text, theirs = getattr(ours, field.name), getattr(english, field.name)
        if isinstance(text, str):
            assert text
            assert braces(text) == braces(theirs), field.name
