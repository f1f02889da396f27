"""Labelled questions about the town's cards, and saved reports over them."""

from collections.abc import Sequence
from pathlib import Path

import yaml

from rag.evaluation.cases import Case
from rag.evaluation.report import SUMMARY, make_report, write_report
from tests.fakes.town import BUS, DOG, HOSTILE, PERMIT

RESIDENTS = "Which residents pay nothing for a parking permit?"
LICENCE = "What does the licence of my old dog cost every year?"
BONFIRE = "Which officers do I call before lighting a bonfire outside?"
NOISE = "permit quarterly helicopter subsidy insurance timetable"
"""Shares one word of six with a card: refused by the town's settings."""

_QUESTIONS: Sequence[tuple[str, str, str, str, tuple[str, ...]]] = (
    ("residents", "town", "answerable", RESIDENTS, (PERMIT,)),
    ("licence", "town", "answerable", LICENCE, (DOG,)),
    ("bonfire", "town", "answerable", BONFIRE, (HOSTILE,)),
    ("noise", "town", "near", NOISE, ()),
    ("football", "town", "far", "Who won the football match?", ()),
    ("hello", "town", "greeting", "Hello there", ()),
    ("bus", "chengshi", "answerable", "市内公交车票价多少？", (BUS,)),
)


def write_questions(folder: Path, *, more: int = 0) -> None:
    """Write seven questions into the folder that stands beside a settings file, and `more` that no card covers."""
    place = folder / "eval" / "questions"
    place.mkdir(parents=True, exist_ok=True)
    extra = [(f"more-{n}", "town", "far", f"Who won match {n} of the season?", ()) for n in range(more)]
    for bundle in ("town", "chengshi"):
        questions = [
            {
                "id": name,
                "kind": kind,
                "question": question,
                "language": "en",
                **({"expected": [card.rsplit("/", 1)[-1] for card in cards]} if cards else {}),
            }
            for name, home, kind, question, cards in (*_QUESTIONS, *extra)
            if home == bundle
        ]
        text = yaml.safe_dump({"bundle": bundle, "questions": questions}, allow_unicode=True, sort_keys=False)
        (place / f"{bundle}.yaml").write_text(text, encoding="utf-8")


def write_town_report(folder: Path, cases: Sequence[Case], *, index_version: str = "old") -> Path:
    """Write a saved report beside a settings file and return the path of its summary."""
    place = folder / "eval" / "reports"
    report = make_report(cases, index_version=index_version, settings_hash="old", embedder="tiny 1", threshold=0.5)
    write_report(place, report)
    return place / SUMMARY
