from pathlib import Path

import pytest

from rag.cards.reader import read_corpus
from rag.compute.contract import Contract, read_contract
from rag.compute.run import contract_problems, run_card
from rag.compute.types import Attested, Refused
from rag.types import Card
from tests.rag.compute.asked import BASE, IN_FORCE

CRS_CARD = """---
type: Attested Computation
title: Your CRS score
runtime: python
parameters:
- {name: age, type: integer, required: true, minimum: 18, maximum: 60}
- {name: education, type: choice, required: true, choices: [secondary, bachelors, masters]}
- {name: first_language, type: levels, required: true, minimum: 0, maximum: 12}
- {name: canadian_work_years, type: integer, default: 0}
- {name: foreign_work_years, type: integer, default: 0}
- {name: sibling_in_canada, type: boolean, default: no}
- {name: on, type: date, minimum: 2026-01-01}
executor:
  resource: crs-score
  receipt: [inputs, result, breakdown, rule_set, digest]
attester:
  resource: crs-second-derivation
---
# Computation

The registered executor.
"""


@pytest.fixture
def card_of(tmp_path: Path) -> "CardOf":
    return CardOf(tmp_path)


class CardOf:
    """Reads the CRS card, with one piece of its text replaced, through the corpus reader."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __call__(self, old: str = "", new: str = "") -> Card:
        assert old in CRS_CARD
        (self._root / "b").mkdir(exist_ok=True)
        (self._root / "b" / "crs.md").write_text(CRS_CARD.replace(old, new, 1) if old else CRS_CARD)
        (card,) = read_corpus(self._root, {}).cards
        return card


def test_a_card_runs_the_computation_it_names(card_of: CardOf) -> None:
    outcome = run_card(card_of(), BASE, IN_FORCE)
    assert isinstance(outcome, Attested)
    assert outcome.receipt.result == 427


def test_a_contract_reads_bounds_and_defaults_in_their_types(card_of: CardOf) -> None:
    contract = read_contract(card_of())
    assert isinstance(contract, Contract)
    by_name = {parameter.name: parameter for parameter in contract.parameters}
    assert (by_name["age"].low, by_name["age"].high, by_name["age"].required) == (18, 60, True)
    assert by_name["sibling_in_canada"].default is False
    assert str(by_name["on"].low) == "2026-01-01"
    assert contract_problems(contract) == ()


@pytest.mark.parametrize(
    ("given", "field"),
    [({**BASE, "age": 17}, "age"), ({**BASE, "education": "doctoral"}, "education"), ({**BASE, "x": 1}, "x")],
)
def test_a_cards_parameters_narrow_the_executors(card_of: CardOf, given: dict[str, object], field: str) -> None:
    outcome = run_card(card_of(), given, IN_FORCE)
    assert isinstance(outcome, Refused)
    assert [problem.field for problem in outcome.problems] == [field]


def test_a_card_cannot_widen_what_the_executor_takes(card_of: CardOf) -> None:
    outcome = run_card(card_of("maximum: 60", "maximum: 500"), {**BASE, "age": 400}, IN_FORCE)
    assert isinstance(outcome, Refused)
    assert outcome.problems[0].message == "age: 400 is not allowed (allowed: a whole number from 0 to 120)."


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("resource: crs-score", "resource: skills/run.py", "executor.resource"),
        ("resource: crs-score", "resource: rag.compute.crs", "executor.resource"),
        ("resource: crs-score", "resource: https://evil.example/run.py", "executor.resource"),
        ("resource: crs-score", "resource: os.system", "executor.resource"),
        ("crs-second-derivation", "clock-second-derivation", "attester.resource"),
        ("crs-second-derivation", "attesters/equal.py", "attester.resource"),
        ("runtime: python", "runtime: bigquery", "runtime"),
        ("runtime: python\n", "", "runtime"),
        ("type: Attested Computation", "type: Note", "type"),
        ("name: age, type: integer", "name: age, type: choice, choices: ['1']", "parameters"),
        ("name: age, type: integer", "name: shoe_size, type: integer", "shoe_size"),
        ("name: age, type: integer", "name: age, type: money", "parameters.0.type"),
        ("minimum: 18", "minimum: young", "parameters"),
        ("default: 0", "default: none", "parameters"),
        ("attester:\n  resource: crs-second-derivation\n", "", "attester"),
        ("digest]", "job_id]", "executor.receipt"),
    ],
)
def test_a_card_that_does_not_fit_is_refused_by_key(card_of: CardOf, old: str, new: str, key: str) -> None:
    outcome = run_card(card_of(old, new), BASE, IN_FORCE)
    assert isinstance(outcome, Refused)
    assert [problem.field for problem in outcome.problems] == [key]


def test_a_fault_in_a_card_is_told_with_its_path(card_of: CardOf) -> None:
    outcome = run_card(card_of("minimum: 18", "minimum: young"), BASE, IN_FORCE)
    assert isinstance(outcome, Refused)
    assert outcome.problems[0].message.startswith("b/crs.md: parameters: ")
    assert "age" in outcome.problems[0].message
