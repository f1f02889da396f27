"""The lines of a conversation folder's files as they are written; parsed once, then trusted."""

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from rag.errors import CorpusError

_Model = TypeVar("_Model", bound=BaseModel)


class _Told(BaseModel):
    """A turn of `history`."""

    role: Literal["user", "agent", "assistant"]
    text: str


class _Prior(BaseModel):
    """A turn of `prior_turns`."""

    query: str


class _Row(BaseModel):
    """Fields that nothing here needs are passed over."""

    model_config = ConfigDict(extra="ignore")


class SectionRow(_Row):
    """A line of corpus.jsonl."""

    id: str
    text: str
    title: str | None = None
    doc_id: str | None = None


class MetadataRow(_Row):
    """A document's entry in docmeta.json."""

    agency: str = ""
    project: str = ""
    aliases: dict[Literal["agency_aliases", "project_aliases", "title_aliases"], list[str]] = {}


class QueryRow(_Row):
    """A line of queries.jsonl."""

    id: str
    text: str
    answerable: bool = True
    answerability: Literal["ANSWERABLE", "PARTIAL", "UNANSWERABLE", "UNDERSPECIFIED"] | None = None
    query_type: str = ""
    multi_turn: str = ""
    history: list[_Told] = []
    prior_turns: list[_Prior] = []
    context_entities: list[str] = []
    expected_doc_ids: list[str] | None = None
    expected_answer_status: str = ""
    hardcase: list[str] = []


def checked(model: type[_Model], row: object, place: str) -> _Model:
    """Return a line as its model. Raises `CorpusError` naming `place` (file and line), the field and its value."""
    try:
        return model.model_validate(row)
    except ValidationError as exc:
        error = exc.errors()[0]
        field = ".".join(str(part) for part in error["loc"]) or "line"
        raise CorpusError(f"{place}: {field}: {error['msg']}, got {error['input']!r:.80}.") from exc
