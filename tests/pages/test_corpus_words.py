from dataclasses import fields
from typing import get_args

import pytest

from pages.components.corpus_words import CorpusWords, corpus_words
from pages.components.words import LanguageChoice
from rag.browse.catalogue import ResourceKind
from rag.browse.filters import FACETS
from rag.browse.health import CHECKS
from rag.browse.selection import VALIDITIES
from rag.cards.findings import Kind, Severity

LANGUAGES: tuple[LanguageChoice, ...] = get_args(LanguageChoice)
TABLES = {
    "facets": FACETS,
    "validity": VALIDITIES,
    "resources": get_args(ResourceKind),
    "checks": CHECKS,
    "checks_help": CHECKS,
    "kinds": get_args(Kind),
    "severity": get_args(Severity),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_every_value_has_a_word(language: LanguageChoice, table: str) -> None:
    assert set(getattr(corpus_words(language), table)) == set(TABLES[table])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_places_are_filled_in_every_language(language: LanguageChoice) -> None:
    for field in fields(CorpusWords):
        ours, english = getattr(corpus_words(language), field.name), getattr(corpus_words("en"), field.name)
        pairs = [(ours[key], english[key]) for key in english] if isinstance(english, dict) else [(ours, english)]
        for words, model in pairs:
            assert words.strip()
            assert _places(words) == _places(model), field.name


def _places(text: str) -> set[str]:
    return {part.partition("}")[0] for part in text.split("{")[1:]}
