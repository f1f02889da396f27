from dataclasses import fields

import pytest

from pages.components.computing.words import ComputingWords, computing_words
from rag.types import Language
from tests.pages.components.test_words import LANGUAGES, blanks


@pytest.mark.parametrize("field", [field.name for field in fields(ComputingWords)])
def test_a_text_of_a_computation_has_the_same_blanks_in_every_language(field: str) -> None:
    values = [getattr(computing_words(language), field) for language in LANGUAGES]
    assert all(values)
    if isinstance(values[0], str):
        assert len({frozenset(blanks(value)) for value in values}) == 1
    else:
        assert len({len(value) for value in values}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_a_breakdown_has_a_name(language: Language) -> None:
    assert set(computing_words(language).groups) == {"core", "spouse", "transferability", "additional", ""}
