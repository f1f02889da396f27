"""Reads labelled questions and refuses files that contradict themselves or the cards."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

import yaml

from rag.errors import ConfigError

Kind = Literal[
    "answerable", "near", "far", "ambiguous", "comparison", "greeting", "rewrite", "computation", "follow_up"
]
"""`near` and `far` are not covered by any card: near the bundle's subject, or far from it."""

NOT_COVERED: frozenset[Kind] = frozenset(("near", "far"))
WITHOUT_CARDS: frozenset[Kind] = frozenset(("near", "far", "greeting", "rewrite"))
"""Kinds that may name no expected card."""

OPTIONAL_CARDS: frozenset[Kind] = frozenset(("computation",))
"""Kinds that may name cards or none."""


SHOWN = 10
"""Problems named at once; more would hide the first."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One question with what should come of it."""

    id: str
    bundle: str
    kind: Kind
    question: str
    expected: tuple[str, ...]
    """Card ids that answer, the main one first; candidates where the question is ambiguous."""
    language: str
    note: str
    first: str
    """The question before a follow-up; empty otherwise."""
    first_expected: tuple[str, ...]


def load_labels(folder: Path, card_ids: Collection[str]) -> tuple[Labelled, ...]:
    """Return the questions of every `*.yaml` of a folder, by file name and in file order.

    A card is named by its file name, which is unique in its bundle.

    Raises:
        ConfigError: no file, not YAML, a missing or unknown field, an unknown kind or card, an id or a question
            that stands twice, cards on a question that must have none; each with file and line.
    """
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        raise ConfigError(f"There are no labelled questions in {folder.name!r}; it should hold <bundle>.yaml files.")
    reader = _Reader(card_ids)
    for path in paths:
        reader.read(path)
    if reader.problems:
        more = len(reader.problems) - SHOWN
        rest = f" And {more} more." if more > 0 else ""
        raise ConfigError("Labelled questions are not valid. " + " ".join(reader.problems[:SHOWN]) + rest)
    return tuple(reader.labels)


class _Reader:
    def __init__(self, card_ids: Collection[str]) -> None:
        self.labels: list[Labelled] = []
        self.problems: list[str] = []
        self._cards: dict[tuple[str, str], str] = {
            (card_id.split("/")[0], card_id.rsplit("/", 1)[-1]): card_id for card_id in card_ids
        }
        self._ids: dict[str, str] = {}
        self._texts: dict[tuple[str, str, str], str] = {}

    def read(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
            node = yaml.compose(text, Loader=yaml.SafeLoader)
            raw = yaml.safe_load(text)
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as exc:
            self.problems.append(f"{path.name}: cannot be read: {exc}.")
            return
        known = isinstance(raw, dict) and isinstance(raw.get("questions"), list) and isinstance(raw.get("bundle"), str)
        if not known or not isinstance(node, yaml.MappingNode):
            self.problems.append(f"{path.name}:1: needs `bundle` and a list of `questions`.")
            return
        entries = next(value for key, value in node.value if key.value == "questions").value
        for entry, value in zip(entries, raw["questions"], strict=True):
            place = f"{path.name}:{entry.start_mark.line + 1}"
            try:
                self._add(value, raw["bundle"], place)
            except ValueError as exc:
                self.problems.append(f"{place}: {exc}.")

    def _add(self, value: object, bundle: str, place: str) -> None:
        if not isinstance(value, dict):
            raise ValueError("a question is a mapping")
        unknown = set(value) - {"id", "kind", "question", "expected", "language", "note", "first"}
        if unknown:
            raise ValueError(f"unknown field {sorted(unknown)[0]!r}")
        kind = _kind(value.get("kind"))
        first = value.get("first") or {}
        if not isinstance(first, dict):
            raise ValueError("first is a mapping with the question before")
        label = Labelled(
            id=_text(value, "id"),
            bundle=bundle,
            kind=kind,
            question=_text(value, "question"),
            expected=self._known(bundle, value),
            language=_text(value, "language"),
            note=str(value.get("note", "")),
            first=_text(first, "question") if kind == "follow_up" else "",
            first_expected=self._known(bundle, first),
        )
        self._check(label, place)
        self.labels.append(label)

    def _check(self, label: Labelled, place: str) -> None:
        if label.kind in WITHOUT_CARDS and label.expected:
            raise ValueError(f"{label.id}: a question of kind {label.kind} has no expected card")
        if label.kind not in WITHOUT_CARDS | OPTIONAL_CARDS and not label.expected:
            raise ValueError(f"{label.id}: a question of kind {label.kind} needs an expected card")
        if label.id in self._ids:
            raise ValueError(f"id {label.id!r} stands at {self._ids[label.id]} already")
        text = (label.bundle, label.first, label.question)
        if text in self._texts:
            raise ValueError(f"{label.id}: the same question stands at {self._texts[text]} already")
        self._ids[label.id] = self._texts[text] = place

    def _known(self, bundle: str, value: Mapping[str, object]) -> tuple[str, ...]:
        names = value.get("expected") or []
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("expected must be a list of card names")
        for name in names:
            if (bundle, name) not in self._cards:
                raise ValueError(f"there is no card {name!r} in bundle {bundle!r}")
        return tuple(self._cards[bundle, name] for name in names)


def _kind(value: object) -> Kind:
    for kind in get_args(Kind):
        if value == kind:
            return cast(Kind, kind)
    raise ValueError(f"kind must be one of {', '.join(get_args(Kind))}, got {value!r}")


def _text(value: Mapping[str, object], field: str) -> str:
    text = value.get(field)
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{field} must be a text, got {text!r}")
    return text
