from dataclasses import fields
from string import Formatter
from typing import get_args

import pytest

from pages.components.rating import REASONS
from pages.components.words import Words, words
from rag.types import Band, Ending, Language, Status, TrustTier

KINDS = (
    "timeout rate-limit quota auth truncated content-filter length malformed connection server deadline empty request"
).split()
"""The kinds of `rag.errors.ModelError`."""

LANGUAGES: tuple[Language, ...] = get_args(Language)


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_of_words_is_whole(language: Language) -> None:
    w = words(language)
    assert set(w.trust) == set(get_args(TrustTier))
    assert set(w.bands) == set(get_args(Band))
    assert set(w.endings) == set(get_args(Ending))
    assert set(w.refusals) == set(get_args(Status))
    assert set(w.failures) == {*KINDS, "embedder"}
    assert len(set(w.reasons)) == len(REASONS)


@pytest.mark.parametrize("field", [field.name for field in fields(Words)])
def test_a_text_has_the_same_blanks_in_every_language(field: str) -> None:
    values = [getattr(words(language), field) for language in LANGUAGES]
    if isinstance(values[0], str):
        assert len({frozenset(blanks(value)) for value in values}) == 1
        assert all(values)
    elif isinstance(values[0], dict):
        assert len({frozenset(value) for value in values}) == 1
