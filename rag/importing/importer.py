"""Imports a JSONL file into a bundle: one line, one card or one problem."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rag.cards.frontmatter import MAX_BLOCK_CHARS
from rag.cards.source_text import MAX_FILE_BYTES
from rag.importing.cards import NewCard, lasting, make_card, render
from rag.importing.escaping import one_line
from rag.importing.files import State, put
from rag.importing.records import read_record
from rag.importing.source import MAX_LINE_BYTES, lines_of
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to know about one line."""

    line: int
    """From 1."""
    message: str
    """Without a full stop. May quote the line: neutralise before drawing."""
    broken: bool
    """The line gave no card."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import did, or with `dry` would do."""

    counts: Mapping[State, int]
    repeated: int
    """Lines that say the same as an earlier one."""
    problems: tuple[Problem, ...]
    """In the order of the lines."""

    @property
    def broken(self) -> int:
        """How many lines gave no card."""
        return sum(problem.broken for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Order:
    """What to import, and where to."""

    source: Path
    folder: Path
    """The bundle's."""
    language: Language | None
    """None guesses it card by card."""
    at: datetime
    """Aware."""
    dry: bool = False
    """Write nothing."""


def import_file(order: Order) -> Outcome:
    """Write a card for each line of the source that holds a record.

    Cards whose line is gone stay: what the corpus holds is deleted by hand.

    Raises:
        ValueError: the source cannot be read.
        CorpusError: a card cannot be written. The cards before it stay.
    """
    run = _Run(order)
    for number, text in lines_of(order.source):
        run.problems += run.take(number, text)
    return Outcome(dict(run.counts), run.repeated, tuple(run.problems))


class _Run:
    def __init__(self, order: Order) -> None:
        self._order = order
        self._source = one_line(order.source.name)
        self._at = order.at.isoformat(timespec="seconds").replace("+00:00", "Z")
        self._seen: dict[str, tuple[int, int]] = {}
        """Path to (line, hash of what lasts of the text)."""
        self.counts: Counter[State] = Counter()
        self.repeated = 0
        self.problems: list[Problem] = []

    def take(self, number: int, text: str | None) -> Iterator[Problem]:
        """Import one line; yield what is to be said about it."""
        if text is None:
            yield Problem(number, f"the line is not UTF-8 or longer than {MAX_LINE_BYTES} bytes", True)
            return
        try:
            card = make_card(read_record(text), self._order.language)
        except ValueError as exc:
            yield Problem(number, str(exc), True)
            return
        written = render(card, source=self._source, line=number, at=self._at)
        twin = self._twin(card, number, written)
        if twin is not None:
            yield twin
        elif _too_large(written):
            yield Problem(number, f"the card is larger than the {MAX_FILE_BYTES} bytes that are read", True)
        else:
            yield from self._put(card, number, written)

    def _twin(self, card: NewCard, number: int, written: str) -> Problem | None:
        mine = (number, hash(lasting(written)))
        line, said = self._seen.setdefault(card.path, mine)
        if line == number:
            return None
        if said == mine[1]:
            self.repeated += 1
            return Problem(number, f"it repeats line {line}", False)
        return Problem(number, f"its id is that of line {line}, which says something else: {card.path}", True)

    def _put(self, card: NewCard, number: int, written: str) -> Iterator[Problem]:
        state = put(self._order.folder / card.path, written, dry=self._order.dry)
        self.counts[state] += 1
        if state == "kept":
            yield Problem(number, f"{card.path} was edited by hand or is no import's, and stays as it is", False)
        if card.unsafe_url:
            yield Problem(number, f"the address is not safe to click and was left out: {card.unsafe_url[:80]!r}", False)


def _too_large(text: str) -> bool:
    return len(text.encode()) > MAX_FILE_BYTES or text.find("\n---\n") > MAX_BLOCK_CHARS
