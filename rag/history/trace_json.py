"""The frozen values of `rag.types` as JSON text and back, led by the type hints of their fields."""

import json
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rag.errors import HistoryError
from rag.types import Trace

Value = TypeVar("Value")
_Json = None | bool | int | float | str | list["_Json"] | dict[str, "_Json"]
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def trace_to_json(trace: Trace) -> str:
    """Return the whole trace, cards included, as one JSON object that is valid UTF-8 text."""
    return to_json(trace)


def trace_from_json(text: str) -> Trace:
    """Return a trace equal to the one that `trace_to_json` was given.

    Keys that `Trace` does not know are passed over; a missing field takes its default.

    Raises:
        HistoryError: not JSON, a field without default is missing, or a value does not fit its type.
    """
    return from_json(Trace, text)


def to_json(value: object) -> str:
    """Return a dataclass of plain fields, tuples, mappings with text keys and datetimes as JSON.

    Raises:
        TypeError: a field holds something else.
    """
    text = json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def from_json(kind: type[Value], text: str) -> Value:
    """Return the value of the dataclass `kind` that `to_json` wrote. Raises like `trace_from_json`."""
    try:
        value = _typed(kind, json.loads(text), kind.__name__)
    except json.JSONDecodeError as exc:
        raise _misfit(kind.__name__, f"is not JSON ({exc})") from exc
    if not isinstance(value, kind):
        raise _misfit(kind.__name__, "is of another type")
    return value


def _plain(value: object) -> _Json:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"a {type(value).__name__} cannot be kept in the history")


def _typed(hint: object, raw: object, where: str) -> object:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (kind,) = (argument for argument in arguments if argument is not types.NoneType)
        return None if raw is None else _typed(kind, raw, where)
    if origin is Literal and raw in arguments:
        return raw
    if origin is tuple and isinstance(raw, list):
        return _items(arguments, raw, where)
    if origin is Mapping and isinstance(raw, dict):
        return {key: _typed(arguments[1], item, f"{where}[{key!r}]") for key, item in raw.items()}
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(raw, dict):
        return _instance(hint, raw, where)
    return _scalar(hint, raw, where)


def _items(arguments: tuple[object, ...], raw: list[object], where: str) -> tuple[object, ...]:
    kinds = (arguments[0],) * len(raw) if arguments[-1] is Ellipsis else arguments
    if len(kinds) != len(raw):
        raise _misfit(where, f"holds {len(raw)} items instead of {len(kinds)}")
    return tuple(_typed(kind, item, f"{where}[{n}]") for n, (kind, item) in enumerate(zip(kinds, raw, strict=True)))


def _instance(kind: Callable[..., object], raw: dict[str, object], where: str) -> object:
    known = {name: _typed(hint, raw[name], f"{where}.{name}") for name, hint in _hints(kind).items() if name in raw}
    try:
        return kind(**known)
    except TypeError as exc:
        raise _misfit(where, f"lacks a field ({exc})") from exc


@cache
def _hints(kind: Callable[..., object]) -> dict[str, object]:
    return get_type_hints(kind)


def _scalar(hint: object, raw: object, where: str) -> object:
    if hint is float and isinstance(raw, int | float) and not isinstance(raw, bool):
        return float(raw)
    if hint is int and isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if (hint is str and isinstance(raw, str)) or (hint is bool and isinstance(raw, bool)):
        return raw
    if hint is datetime and isinstance(raw, str):
        try:
            return datetime.fromisoformat(raw)
        except ValueError as exc:
            raise _misfit(where, f"is {raw!r:.60}, which is no date") from exc
    raise _misfit(where, f"is {raw!r:.60}, which does not fit")


def _misfit(where: str, what: str) -> HistoryError:
    return HistoryError(
        f"A stored record cannot be read: {where} {what}. "
        "It was written by another release or changed by hand; ask the question again."
    )
