from dataclasses import replace

from rag.compute.crs_levers import Lever, levers
from rag.compute.crs_parameters import MOST_AGE
from rag.compute.registry import REGISTRY
from rag.compute.types import Derived, Inputs, Refused, Unattested
from tests.rag.compute.asked import BASE, IN_FORCE


def found(**changed: object) -> dict[str, Lever]:
    answer = levers({**BASE, **changed}, IN_FORCE)
    assert isinstance(answer, tuple)
    return {lever.label: lever for lever in answer}


def test_each_lever_is_the_difference_of_two_runs() -> None:
    expected = {
        # 4 * (31 - 23) + (25 - 13) and no more from foreign work, which is at 50
        "CLB 9 in all four": 44,
        # 4 * (34 - 23) + (25 - 13)
        "CLB 10 in all four": 56,
        # 31 - 23; transferability goes by the lowest ability
        "CLB 9 in one ability": 8,
        # (53 - 40) + (25 - 13); foreign work is at 50
        "One more year of Canadian work (2 in all)": 25,
        # (135 - 120) + (50 - 26)
        "Education: masters": 39,
        # (128 - 120) + (50 - 26)
        "Education: two credentials": 32,
        # 4 * 3 + 50
        "French NCLC 7 in all four": 62,
        "Sibling in Canada": 15,
        "Provincial nomination": 600,
        # 105 - 110 are 30's points; 31 to 32 is 94 - 99
        "Next birthday": -5,
    }
    assert {label: lever.delta for label, lever in found().items() if label in expected} == expected


def test_levers_come_best_first_and_those_without_effect_are_left_out() -> None:
    deltas = [lever.delta or 0 for lever in found().values()]
    assert deltas == sorted(deltas, reverse=True)
    assert 0 not in deltas
    assert next(iter(found())) == "Provincial nomination"


def test_a_lever_gives_the_new_total_and_the_input_it_changed() -> None:
    lever = found()["CLB 9 in all four"]
    assert (lever.field, lever.value, lever.total) == ("first_language", (9, 9, 9, 9), 427 + 44)


def test_abilities_already_better_keep_their_level() -> None:
    assert found(first_language=(8, 10, 9, 8))["CLB 9 in all four"].value == (9, 10, 9, 9)


def test_what_is_reached_already_is_no_lever() -> None:
    labels = found(
        first_language=10,
        education="doctoral",
        age=MOST_AGE,
        canadian_work_years=60,
        foreign_work_years=60,
        sibling_in_canada=True,
        provincial_nomination=True,
        trade_certificate=True,
        canadian_study="three-years-or-more",
        second_language=9,
    )
    assert labels == {}


def test_french_speakers_are_offered_english_and_couples_their_spouse() -> None:
    labels = found(first_language_is="french", spouse_accompanying=True)
    # 4 * 1 second language and French 25 -> 50
    assert labels["English CLB 5 in all four"].delta == 4 + 25
    assert labels["NCLC 9 in all four"].field == "first_language"
    assert labels["Spouse: CLB 9 in all four"].delta == 4 * 5
    assert "Spouse does not come along" in labels


def test_a_profile_that_cannot_be_scored_has_no_levers() -> None:
    assert isinstance(levers({"age": 31}, IN_FORCE), Refused)


def test_a_profile_whose_attestation_fails_has_no_levers_and_a_lever_whose_attestation_fails_no_number() -> None:
    right = REGISTRY["crs-score"]

    def wrong_for_nominees(inputs: Inputs, now: object) -> Derived:
        derived = right.attester(inputs, IN_FORCE)
        return Derived(0, {}, None, False) if inputs["provincial_nomination"] else derived

    registry = {"crs-score": replace(right, attester=wrong_for_nominees)}
    answer = levers(BASE, IN_FORCE, registry=registry)
    assert isinstance(answer, tuple)
    assert (answer[-1].label, answer[-1].delta, answer[-1].total) == ("Provincial nomination", None, None)
    assert isinstance(levers({**BASE, "provincial_nomination": True}, IN_FORCE, registry=registry), Unattested)
