"""Reads a BEIR-like folder whose questions may carry a conversation and whose documents may carry metadata.

Two vocabularies are understood, each field optional: that of BidMate (`query_type`, `prior_turns`,
`context_entities`, `expected_doc_ids`, docmeta.json) and that of MT-RAG (`history`, `answerability`, `multi_turn`;
Katsis et al., 2025).
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from rag.errors import CorpusError
from rag.evaluation.beir import read_qrels, read_rows
from rag.evaluation.conversations.rows import MetadataRow, QueryRow, SectionRow, checked
from rag.types import Turn

Answerability = Literal["answerable", "partial", "unanswerable", "underspecified"]
"""An underspecified question is to be asked back."""

DOCMETA = "docmeta.json"
SHORT_TITLE = 80
"""Characters of a text that stand for its missing title."""


@dataclass(frozen=True, slots=True)
class Section:
    """A line of the corpus: what becomes one card."""

    id: str
    document: str
    """The document it is a section of: what labels name. Its own id where documents have no sections."""
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document says about itself, as a tender's frontmatter would."""

    agency: str
    project: str
    aliases: Mapping[str, tuple[str, ...]]
    """Spellings by frontmatter key: `agency_aliases`, `project_aliases`, `title_aliases`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its conversation and its labels."""

    id: str
    text: str
    history: tuple[Turn, ...]
    kind: str
    """`single_doc`, `comparison`, `follow_up` …, as the folder names it."""
    answerability: Answerability
    expected: tuple[str, ...]
    """Documents; empty where nothing answers."""


@dataclass(frozen=True, slots=True)
class ConversationSet:
    """A whole folder."""

    name: str
    sections: tuple[Section, ...]
    metadata: Mapping[str, Metadata]
    """By document; a document without any is not in it."""
    questions: tuple[Asked, ...]


def read_conversations(folder: Path, *, limit: int | None = None) -> ConversationSet:
    """Return what a folder asks and of which documents.

    Args:
        folder: Holds corpus.jsonl and queries.jsonl, and qrels.tsv unless every question names its documents itself;
            docmeta.json may stand beside them.
        limit: Most questions, in file order.

    Raises:
        CorpusError: a file is missing or not of that form, or a label names no document; names file and line.
    """
    lines = list(enumerate(read_rows(folder, "corpus"), 1))
    sections = tuple(_section(checked(SectionRow, row, f"corpus.jsonl:{number}")) for number, row in lines)
    _each_once([section.id for section in sections], "corpus.jsonl")
    documents = {section.id: section.document for section in sections}
    rows = [
        checked(QueryRow, row, f"queries.jsonl:{number}") for number, row in enumerate(read_rows(folder, "queries"), 1)
    ]
    _each_once([row.id for row in rows], "queries.jsonl")
    for name, found in (("corpus.jsonl", sections), ("queries.jsonl", rows)):
        if not found:
            raise CorpusError(f"{name} in {folder.name!r} is empty; it needs a JSON object a line.")
    judged = {} if all(row.expected_doc_ids is not None for row in rows) else read_qrels(folder / "qrels.tsv")
    questions = tuple(
        _asked(row, number, judged.get(row.id, []), documents) for number, row in enumerate(rows[:limit], 1)
    )
    return ConversationSet(
        folder.resolve().name, sections, _metadata(folder / DOCMETA, set(documents.values())), questions
    )


def _each_once(ids: Sequence[str], name: str) -> None:
    lines: dict[str, int] = {}
    for number, one in enumerate(ids, 1):
        if lines.setdefault(one, number) != number:
            raise CorpusError(f"{name}:{number}: the id {one!r} stands at line {lines[one]} already; ids are unique.")


def _section(row: SectionRow) -> Section:
    first = next((line.strip() for line in row.text.splitlines() if line.strip()), row.id)
    return Section(row.id, row.doc_id or row.id, row.title or first[:SHORT_TITLE], row.text)


def _asked(row: QueryRow, number: int, judged: Sequence[str], documents: Mapping[str, str]) -> Asked:
    known = set(documents.values())
    named = row.expected_doc_ids if row.expected_doc_ids is not None else [documents.get(one, one) for one in judged]
    lost = next((document for document in named if document not in known), None)
    if lost is not None:
        raise CorpusError(f"queries.jsonl:{number}: {row.id} expects {lost!r}, which corpus.jsonl does not hold.")
    history = _history(row)
    answerability = _answerability(row)
    answers = answerability in ("answerable", "partial")
    if answers and not named:
        raise CorpusError(f"queries.jsonl:{number}: {row.id} is answerable, but no document is named for it.")
    return Asked(
        row.id, row.text, history, _kind(row, history), answerability, tuple(dict.fromkeys(named)) if answers else ()
    )


def _history(row: QueryRow) -> tuple[Turn, ...]:
    """Return earlier turns; what the conversation is said to be about stands first, as a question naming it."""
    about = [Turn("user", ", ".join(row.context_entities))] if row.context_entities else []
    prior = [Turn("user", turn.query) for turn in row.prior_turns]
    told = [Turn("user" if turn.role == "user" else "assistant", turn.text) for turn in row.history]
    return (*about, *prior, *told)


def _kind(row: QueryRow, history: Sequence[Turn]) -> str:
    if row.query_type:
        return row.query_type
    if row.multi_turn and row.multi_turn != "N/A":
        return row.multi_turn.lower().replace("-", "_")
    return "follow_up" if history else "single"


def _answerability(row: QueryRow) -> Answerability:
    if row.answerability == "UNDERSPECIFIED" or "ambiguous_follow_up" in row.hardcase:
        return "underspecified"
    if row.answerability == "UNANSWERABLE" or not row.answerable:
        return "unanswerable"
    return "partial" if "partial" in (row.expected_answer_status, (row.answerability or "").lower()) else "answerable"


def _metadata(path: Path, documents: Collection[str]) -> dict[str, Metadata]:
    if not path.exists():
        return {}
    try:
        found = TypeAdapter(dict[str, MetadataRow]).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except ValidationError as exc:
        error = exc.errors()[0]
        raise CorpusError(f"{path.name}: {'.'.join(map(str, error['loc']))}: {error['msg']}.") from exc
    except (OSError, ValueError) as exc:
        raise CorpusError(f"{path.name} cannot be read in {path.parent.name!r}: {exc}.") from exc
    return {
        document: Metadata(meta.agency, meta.project, {key: tuple(names) for key, names in meta.aliases.items()})
        for document, meta in found.items()
        if document in documents
    }
