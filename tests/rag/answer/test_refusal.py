from typing import get_args

import pytest

from rag.answer.refusal import partial_note, refusal
from rag.text.normalise import language_of
from rag.types import ANSWERED, COMPUTING, UNSEARCHED, Language, Status

STATUSES = [status for status in get_args(Status) if status not in ANSWERED | COMPUTING | UNSEARCHED]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("language", get_args(Language))
def test_every_refusal_has_its_own_sentence_in_every_language(status: Status, language: Language) -> None:
    sentence = refusal(status, language)
    assert language_of(sentence) == language
    assert [other for other in STATUSES if refusal(other, language) == sentence] == [status]


def test_an_answer_has_no_refusal() -> None:
    with pytest.raises(KeyError):
        refusal("answerable", "en")


@pytest.mark.parametrize("language", get_args(Language))
def test_an_answer_in_part_names_what_the_cards_do_not_hold(language: Language) -> None:
    note = partial_note(("기관 D", "<b>"), language)
    assert "기관 D, <b>" in note
    assert len({partial_note((), one) for one in get_args(Language)}) == 3
