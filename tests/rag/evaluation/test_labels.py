"""Labelled questions: what is read, and every contradiction with its file and line."""

from pathlib import Path

import pytest

from rag.errors import ConfigError
from rag.evaluation.labels import SHOWN, Labelled, load_labels

PERMIT, FERRY = "town/fees/permit", "harbour/boats/ferry"
CARDS = (PERMIT, "town/rules/dog", FERRY)

GOOD = """\
bundle: town
questions:
- id: t1
  kind: answerable
  question: What does a permit cost?
  expected: [permit, dog]
  language: en
  note: from the counter
- id: t2
  kind: far
  question: Who won?
  language: en
- id: t3
  kind: follow_up
  question: And for a dog?
  expected: [dog]
  language: en
  first:
    question: What does a permit cost?
    expected: [permit]
"""


def write(folder: Path, text: str, name: str = "town.yaml") -> None:
    (folder / name).write_text(text, encoding="utf-8")


def entry(**fields: str) -> str:
    """One question on the lines from 3 on, a line a field."""
    values = {"id": "t1", "kind": "answerable", "question": "What?", "expected": "[permit]", "language": "en"} | fields
    lines = [f"{key}: {value}" for key, value in values.items() if value]
    return "bundle: town\nquestions:\n- " + "\n  ".join(lines) + "\n"


def test_a_card_is_named_by_its_file_name_and_known_by_its_id(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    first, second, third = load_labels(tmp_path, CARDS)
    assert first == Labelled(
        "t1", "town", "answerable", "What does a permit cost?", (PERMIT, "town/rules/dog"), "en",
        "from the counter", "", (),
    )  # fmt: skip
    assert (second.kind, second.expected, second.note) == ("far", (), "")
    assert (third.first, third.first_expected) == ("What does a permit cost?", (PERMIT,))


def test_files_are_read_by_name_and_questions_in_their_order(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    ferry = entry(id="h1", expected="[ferry]").replace("bundle: town", "bundle: harbour")
    write(tmp_path, ferry, "a.yaml")
    assert [label.id for label in load_labels(tmp_path, CARDS)] == ["h1", "t1", "t2", "t3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (entry(kind="answrable"), r"town\.yaml:3: kind must be one of answerable, near, .*, got 'answrable'"),
        (entry(expected="[permt]"), r"town\.yaml:3: there is no card 'permt' in bundle 'town'"),
        (entry(expected="[ferry]"), r"town\.yaml:3: there is no card 'ferry' in bundle 'town'"),
        (entry(expected="permit"), r"town\.yaml:3: expected must be a list of card names"),
        (entry(expected="[{a: b}]"), r"town\.yaml:3: expected must be a list of card names"),
        (entry(expected=""), r"town\.yaml:3: t1: a question of kind answerable needs an expected card"),
        (entry(kind="near"), r"town\.yaml:3: t1: a question of kind near has no expected card"),
        (entry(kind="greeting"), r"town\.yaml:3: t1: a question of kind greeting has no expected card"),
        (entry(question="'  '"), r"town\.yaml:3: question must be a text, got '  '"),
        (entry(id="12"), r"town\.yaml:3: id must be a text, got 12"),
        (entry(language=""), r"town\.yaml:3: language must be a text, got None"),
        (entry(answer="yes"), r"town\.yaml:3: unknown field 'answer'"),
        (entry(kind="follow_up"), r"town\.yaml:3: question must be a text, got None"),
        (entry(kind="follow_up", first="What?"), r"town\.yaml:3: first is a mapping with the question before"),
        ("bundle: town\nquestions:\n\n- just words\n", r"town\.yaml:4: a question is a mapping"),
        ("bundle: town\n", r"town\.yaml:1: needs `bundle` and a list of `questions`"),
        ("questions: []\n", r"town\.yaml:1: needs `bundle` and a list of `questions`"),
        ("- a\n", r"town\.yaml:1: needs `bundle` and a list of `questions`"),
        ("bundle: [\n", r"town\.yaml: cannot be read"),
    ],
)
def test_a_contradiction_is_told_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, text)
    with pytest.raises(ConfigError, match=message):
        load_labels(tmp_path, CARDS)


def test_an_id_or_a_question_may_stand_only_once_in_all_files(tmp_path: Path) -> None:
    write(tmp_path, entry(), "a.yaml")
    write(tmp_path, entry(question="Else?"), "b.yaml")
    write(tmp_path, entry(id="t9"), "c.yaml")
    with pytest.raises(ConfigError) as told:
        load_labels(tmp_path, CARDS)
    assert "b.yaml:3: id 't1' stands at a.yaml:3 already." in str(told.value)
    assert "c.yaml:3: t9: the same question stands at a.yaml:3 already." in str(told.value)


def test_a_computation_may_name_cards_or_none(tmp_path: Path) -> None:
    write(tmp_path, entry(kind="computation"), "a.yaml")
    write(tmp_path, entry(kind="computation", id="t2", question="Else?", expected=""), "b.yaml")
    assert [label.expected for label in load_labels(tmp_path, CARDS)] == [(PERMIT,), ()]


def test_the_first_problems_are_named_and_the_others_counted(tmp_path: Path) -> None:
    for number in range(SHOWN + 2):
        write(tmp_path, entry(id=f"t{number}", question=f"What {number}?", expected="[nothing]"), f"{number:02}.yaml")
    with pytest.raises(ConfigError, match=r"And 2 more\.$") as told:
        load_labels(tmp_path, CARDS)
    assert str(told.value).count("there is no card") == SHOWN


def test_a_folder_without_questions_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"no labelled questions in '{tmp_path.name}'"):
        load_labels(tmp_path, CARDS)
