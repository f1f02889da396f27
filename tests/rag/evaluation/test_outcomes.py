from rag.evaluation.outcomes import causes, failures, judged, outcome, tally
from tests.rag.evaluation.made import OTHER, RIGHT, make_case, not_covered

GREETING = make_case("hello", kind="greeting", expected=())


def test_a_question_without_right_or_wrong_is_not_judged() -> None:
    assert judged(make_case("a"))
    assert judged(not_covered("b"))
    assert not judged(GREETING)


def test_an_answer_is_right_when_its_best_card_answers() -> None:
    assert outcome(make_case("a")) == "answered_right"
    assert outcome(make_case("a", fused=(OTHER, RIGHT))) == "answered_wrong"
    assert outcome(make_case("a", fused=())) == "answered_wrong"


def test_an_answer_to_what_no_card_covers_is_wrong_and_a_refusal_right() -> None:
    assert outcome(not_covered("a", status="answerable")) == "answered_wrong"
    assert outcome(not_covered("a")) == "refused_right"
    assert outcome(make_case("a", status="no_candidate")) == "refused_wrong"


def test_the_tally_counts_judged_questions_only_and_names_every_outcome() -> None:
    assert tally([make_case("a"), make_case("b"), not_covered("c"), GREETING]) == {
        "answered_right": 2,
        "answered_wrong": 0,
        "refused_right": 1,
        "refused_wrong": 0,
        "asked_back": 0,
    }


def test_a_wrong_ranking_is_told_by_how_far_down_the_right_card_is() -> None:
    five = (OTHER, "b", "c", "d", RIGHT)
    assert causes(make_case("a", fused=five)) == ("not_first",)
    assert causes(make_case("a", fused=(OTHER, "b", "c", "d", "e", RIGHT))) == ("not_in_five",)
    assert causes(make_case("a")) == ()


def test_a_question_can_fail_by_ranking_and_by_refusal() -> None:
    assert causes(make_case("a", fused=(OTHER,), status="low_confidence")) == ("not_in_five", "refused_covered")


def test_an_answer_without_a_card_is_told_by_how_far_the_question_is() -> None:
    assert causes(not_covered("a", status="answerable")) == ("answered_near",)
    assert causes(not_covered("a", "far", status="answerable")) == ("answered_far",)
    assert causes(not_covered("a", "far")) == ()


def test_failures_hold_every_cause_and_no_greeting() -> None:
    far = not_covered("a", "far", status="answerable")
    found = failures([far, make_case("b"), GREETING])
    assert found == {
        "not_in_five": (),
        "not_first": (),
        "refused_covered": (),
        "answered_near": (),
        "answered_far": (far,),
        "asked_back": (),
    }


def test_asking_back_is_no_refusal_and_a_fault_only_where_the_question_is_clear() -> None:
    clear, unclear = make_case("a", status="ambiguous"), make_case("b", status="ambiguous", kind="ambiguous")
    assert (outcome(clear), outcome(unclear), outcome(not_covered("c", status="ambiguous"))) == ("asked_back",) * 3
    assert (causes(clear), causes(unclear)) == (("asked_back",), ())
