"""What a build tells another process: one JSON object a line, named by its only key."""

import json
from dataclasses import asdict, dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from rag.index.build import Built, Difference, Progress


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a build or a comparison did not end well."""

    kind: str
    """Name of the error class, such as `IndexBusy`."""
    message: str
    """Fit to show to a user."""


Report = Progress | Difference | Built | Failure


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")

    progress: Progress | None = None
    difference: Difference | None = None
    built: Built | None = None
    failure: Failure | None = None


def to_line(report: Report) -> str:
    """Return the report as one line without its end."""
    return json.dumps({type(report).__name__.lower(): asdict(report)}, ensure_ascii=False)


def from_line(line: str) -> Report | None:
    """Return the report in a line, or None when it is something else, such as a library's warning."""
    try:
        read = _Line.model_validate_json(line)
    except ValidationError:
        return None
    return read.progress or read.difference or read.built or read.failure
