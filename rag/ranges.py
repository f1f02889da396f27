"""What a field of the settings allows, read from the field itself, so that no range is written down twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

Kind = Literal["whole", "number", "choice"]


@dataclass(frozen=True, slots=True)
class Allowed:
    """A bounded number, or one of some fixed words."""

    kind: Kind
    low: float = 0
    high: float = 0
    """Both bounds are allowed themselves; both are 0 for a choice."""
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "choice":
            return ", ".join(self.choices)
        return f"{self.low:g}..{self.high:.10g}"


def allowed(model: type[BaseModel], path: Sequence[str | int]) -> Allowed | None:
    """Return what the field at a path such as ("fusion", "rrf_k") allows.

    None when there is no such field, or when it is neither a number bounded on both sides nor fixed words.
    """
    if not path or not isinstance(path[0], str):
        return None
    field = model.model_fields.get(path[0])
    if field is None:
        return None
    inner = field.annotation
    if len(path) > 1:
        return allowed(inner, path[1:]) if isinstance(inner, type) and issubclass(inner, BaseModel) else None
    if get_origin(inner) is Literal:
        return Allowed("choice", choices=tuple(str(word) for word in get_args(inner)))
    return _bounded(inner, field)


def _bounded(annotation: object, field: FieldInfo) -> Allowed | None:
    bounds: dict[str, float] = {
        name: float(getattr(mark, name)) for mark in field.metadata for name in ("ge", "le") if hasattr(mark, name)
    }
    if annotation not in (int, float) or len(bounds) < 2:
        return None
    return Allowed("whole" if annotation is int else "number", bounds["ge"], bounds["le"])
