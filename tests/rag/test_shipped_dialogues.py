"""What must hold of the dialogues in okf/postal-service/: they come from the example, and agree with postal's cards."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.cards.dialogue import DIALOGUE, answers_in, turns_in
from rag.cards.reader import Corpus, read_corpus
from rag.importing.cards import lasting
from rag.importing.importer import Order, import_file
from rag.types import Card

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "postal-dialogues.jsonl"
SHIPPED = ROOT / "okf" / "postal-service" / "dialogues"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
FIGURE = re.compile(r"\d+|[一二三四五六七八九十]+(?=[倍年日])")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(ROOT / "okf", {})


@pytest.fixture(scope="module")
def dialogues(corpus: Corpus) -> tuple[Card, ...]:
    return tuple(card for card in corpus.cards if card.bundle == "postal-service")


@pytest.fixture(scope="module")
def rules(corpus: Corpus) -> tuple[Card, ...]:
    """The postal cards that are in force."""
    return tuple(card for card in corpus.cards if card.bundle == "postal" and not card.stale(NOW))


def answers_of(card: Card) -> str:
    return "\n".join(said.text for said in turns_in(card.body) if said.speaker == "agent")


def test_importing_the_example_gives_the_shipped_cards_and_no_other(tmp_path: Path) -> None:
    outcome = import_file(Order(EXAMPLE, tmp_path, "zh", NOW))
    assert (outcome.counts, outcome.problems) == ({"new": 30}, ())
    made = {path.name: lasting(path.read_text(encoding="utf-8")) for path in (tmp_path / "dialogues").iterdir()}
    there = {path.name: lasting(path.read_text(encoding="utf-8")) for path in SHIPPED.glob("dlg-*.md")}
    assert made == there


def test_importing_the_example_into_what_is_shipped_changes_nothing() -> None:
    assert import_file(Order(EXAMPLE, SHIPPED.parent, "zh", NOW, dry=True)).counts == {"unchanged": 30}


def test_every_dialogue_is_fictional_unverified_and_has_an_answer(dialogues: tuple[Card, ...]) -> None:
    assert {(card.type, card.trust, card.fictional, card.language) for card in dialogues} == {
        (DIALOGUE, "unverified", True, "zh")
    }
    for card in dialogues:
        lines = [said.line for said in turns_in(card.body)]
        assert answers_in(lines), card.path
        assert all((card.aliases, card.phrases, card.unanswered)), card.path


def test_every_dialogue_names_the_official_page_of_a_rule_in_force(
    dialogues: tuple[Card, ...], rules: tuple[Card, ...]
) -> None:
    assert {card.resource for card in dialogues} <= {rule.resource for rule in rules}


def test_every_figure_an_agent_states_stands_in_a_rule_of_that_page(
    dialogues: tuple[Card, ...], rules: tuple[Card, ...]
) -> None:
    for card in dialogues:
        there = " ".join(rule.body for rule in rules if rule.resource == card.resource)
        stated = set(FIGURE.findall(answers_of(card)))
        assert stated <= set(FIGURE.findall(there)), card.path
    assert sum(len(FIGURE.findall(answers_of(card))) for card in dialogues) > 30


def test_no_dialogue_holds_personal_data(dialogues: tuple[Card, ...]) -> None:
    text = "\n".join(card.frontmatter + card.body for card in dialogues)
    assert not re.search(r"1[3-9]\d{9}|[A-Z]{2}\d{9}[A-Z]{2}|\d{17}[\dX]|\w@\w", text)
    assert not any(name in text for name in ("李小满", "周小禾", "林晓梅"))
