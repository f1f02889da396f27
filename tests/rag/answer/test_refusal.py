from typing import get_args

import pytest

from rag.answer.refusal import refusal
from rag.text.normalise import language_of
from rag.types import UNSEARCHED, Language, Status

STATUSES = [status for status in get_args(Status) if status not in ("answerable", *UNSEARCHED)]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("language", get_args(Language))
def test_every_refusal_has_its_own_sentence_in_every_language(status: Status, language: Language) -> None:
    sentence = refusal(status, language)
    assert language_of(sentence) == language
    assert [other for other in STATUSES if refusal(other, language) == sentence] == [status]


def test_an_answer_has_no_refusal() -> None:
    with pytest.raises(KeyError):
        refusal("answerable", "en")
