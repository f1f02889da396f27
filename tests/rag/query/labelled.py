"""Every labelled question there is, with its kind."""

from collections.abc import Iterator
from pathlib import Path

import yaml

FOLDER = Path(__file__).parents[3] / "eval" / "questions"


def labelled() -> Iterator[tuple[str, str]]:
    """Yield (kind, question), the turns of a conversation too; those have the kind `turn`."""
    for path in sorted(FOLDER.glob("*.yaml")):
        yield from _questions(yaml.safe_load(path.read_text(encoding="utf-8")))


def _questions(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if isinstance(value.get("question"), str):
            yield str(value.get("kind", "turn")), value["question"]
        for inner in value.values():
            yield from _questions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _questions(inner)
