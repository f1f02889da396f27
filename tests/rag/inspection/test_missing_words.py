from collections.abc import Sequence

from rag.inspection.missing_words import missing_words
from tests.fakes.corpus import make_card

HOLDING = {"park": 40, "permit": 9, "charg": 2, "disc": 1, "cost": 80}


def holding(tokens: Sequence[str]) -> list[int]:
    return [HOLDING.get(token, 100) for token in tokens]


CARD = make_card("b/t/a", title="Parking permit (cost)", aliases=("parking disc", "charge"), phrases=("never tried",))


def test_words_the_question_lacks_come_rarest_first_and_aliases_whole_as_well() -> None:
    # disc 1, parking disc 1 (its rarest new token), charge 2, permit 9, cost 80; parking is asked already
    assert missing_words(CARD, {"park"}, holding) == ("disc", "parking disc", "charge", "permit", "cost")


def test_no_more_than_the_limit_is_tried() -> None:
    assert missing_words(CARD, {"park"}, holding, limit=2) == ("disc", "parking disc")


def test_a_card_whose_words_were_all_asked_adds_nothing() -> None:
    assert missing_words(CARD, set(HOLDING), holding) == ()
