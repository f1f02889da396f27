import pytest

from rag.inspection.probing import Disguise, steadiness, variants
from rag.text.tokens import tokenise
from tests.rag.inspection.made import REFUSED, made_trace


def forms(question: str) -> dict[Disguise, str]:
    return {variant.disguise: variant.text for variant in variants(question)}


def test_a_korean_question_has_every_form() -> None:
    found = forms("여권을 재발급하는 수수료는 얼마?")
    assert found == {
        "particles": "여권은 재발급하는 수수료도 얼마?",
        "joined": "여권을재발급하는수수료는얼마?",
        "spaced": "여권을 재발 급하는 수수 료는 얼마?",
        "nfd": found["nfd"],
        "full-width": "여권을\u3000재발급하는\u3000수수료는\u3000얼마？",
    }
    assert found["nfd"].startswith("\u110b\u1167")


def test_endings_of_verbs_and_short_words_keep_their_particles() -> None:
    assert "particles" not in forms("발급받은 돈은")


def test_forms_that_change_nothing_are_left_out_and_none_comes_twice() -> None:
    assert list(forms("費用")) == []
    assert set(forms("Fee?")) == {"full-width"}
    assert forms("如何申请护照") == {"spaced": "如何 申请护照"}
    assert variants("") == ()


@pytest.mark.parametrize("question", ["여권을 재발급하는 수수료는 얼마?", "What does it cost?"])
def test_decomposed_and_full_width_questions_have_the_same_tokens(question: str) -> None:
    found = forms(question)
    for disguise in ("nfd", "full-width"):
        if disguise in found:
            assert tokenise(found[disguise]) == tokenise(question)


def test_steadiness_counts_what_stayed_among_the_first_five() -> None:
    base = made_trace({name: 9.0 - n for n, name in enumerate("abcdefg")}, {})
    other = made_trace({name: 9.0 - n for n, name in enumerate("bacxyde")}, {}, verdict=REFUSED)
    found = steadiness(base, other)
    # first five: abcde and bacxy share a, b and c
    assert (found.top_kept, found.overlap, found.original_top_rank) == (False, 3 / 5, 2)
    assert (found.before, found.after, found.flipped) == ("answerable", "low_confidence", True)
    assert found.confidence_change == 0


def test_a_card_that_is_lost_has_no_rank_and_nothing_found_is_steady() -> None:
    base, nothing = made_trace({"a": 1.0}, {}), made_trace({}, {})
    lost = steadiness(base, nothing)
    assert (lost.top_kept, lost.overlap, lost.original_top_rank) == (False, 0.0, None)
    same = steadiness(nothing, nothing)
    assert (same.top_kept, same.overlap, same.original_top_rank, same.flipped) == (True, 1.0, None, False)
