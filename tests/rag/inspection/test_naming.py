import json
from dataclasses import replace

import pytest

from rag.inspection.naming import FoundName, found_names, named_only
from rag.query.metadata import names_of, resolve
from rag.reading import NamesFound
from rag.types import Trace
from tests.rag.inspection.made import made_trace

FRONT = {
    "agency": "Harbour Board",
    "agency_aliases": ["Harbour Board", "HB"],
    "project": "Vessel tracking",
    "project_aliases": ["Vessel tracking upgrade"],
}
NAMES = names_of([("b/t/a", "b", json.loads(json.dumps(FRONT)))])


def asked(question: str) -> Trace:
    """Return a trace with the names that are found in a question."""
    found = resolve(question, NAMES).candidates
    reasons = tuple((one.name, one.score, one.reason) for one in found)
    return replace(made_trace({}, {}), names=NamesFound("single", reasons, "strict", (), (), "", False))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("budget of the Harbour Board", FoundName("Harbour Board", 1.0, "Harbour Board", "found", None)),
        ("budget of the HB", FoundName("Harbour Board", 0.75, "HB", "whole-word", None)),
        (
            "tracking of every vessel",
            FoundName("Vessel tracking / Harbour Board", 0.85, "Vessel tracking", "all-words", None),
        ),
    ],
)
def test_a_name_is_told_with_the_spelling_and_how_it_was_found(question: str, expected: FoundName) -> None:
    assert found_names(asked(question)) == (expected,)


def test_a_misspelled_name_is_told_with_its_likeness() -> None:
    (found,) = found_names(asked("budget of the Harbuor Board"))
    assert (found.spelling, found.how) == ("Harbour Board", "alike")
    assert found.likeness is not None
    assert 85 <= found.likeness < 100


def test_a_reason_of_another_release_is_shown_as_it_is() -> None:
    odd = NamesFound("single", (("A", 0.5, "guessed"),), "relaxed", (), (), "", False)
    assert found_names(replace(made_trace({}, {}), names=odd)) == (FoundName("A", 0.5, "guessed", "found", None),)


def test_names_leave_every_card_in_unless_all_presented_cards_are_named() -> None:
    trace = made_trace({"a": 2.0, "b": 1.0}, {}, presented="ab")
    names = NamesFound("comparison", (), "reduced", ("b/t/a",), (), "", False)
    assert named_only(trace) is None
    assert named_only(replace(trace, names=names)) is None
    assert named_only(replace(trace, names=replace(names, cards=("b/t/a", "b/t/b")))) == frozenset({"b/t/a", "b/t/b"})
    assert named_only(replace(trace, names=replace(names, stage="relaxed", cards=()))) is None
    assert found_names(trace) == ()
