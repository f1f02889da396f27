"""Checks what was given against typed parameters and says which field is wrong and what it allows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rag.compute.types import Inputs, Parameter, ParameterType, Problem, Refused, Value

ABILITIES = 4
"""Listening, reading, writing, speaking."""


def check(parameters: Sequence[Parameter], given: Mapping[str, object]) -> Inputs | Refused:
    """Return every parameter's value, defaults filled in, or all problems found.

    Text is read into the parameter's type: `"31"`, `"yes"`, `"2026-03-03"`, `"9,9,8,9"`, and a single level for all
    four abilities. None counts as not given. A name that is no parameter is a problem, never ignored.
    """
    known = {parameter.name: parameter for parameter in parameters}
    problems = [
        Problem(name, f"{name}: is not an input of this computation (inputs: {', '.join(known)}).")
        for name in given
        if name not in known
    ]
    inputs: dict[str, Value] = {}
    for name, parameter in known.items():
        value = given.get(name)
        if value is None:
            inputs[name] = parameter.default
            if parameter.required:
                problems.append(Problem(name, f"{name}: is required (allowed: {allowed(parameter)})."))
            continue
        try:
            inputs[name] = _read(parameter, value)
        except (ValueError, OverflowError):
            problems.append(Problem(name, f"{name}: {value!r:.60} is not allowed (allowed: {allowed(parameter)})."))
    return Refused(tuple(problems)) if problems else inputs


def allowed(parameter: Parameter) -> str:
    """Return in words what a parameter takes: `a whole number from 0 to 120`."""
    match parameter.type:
        case "integer":
            return f"a whole number{_range(parameter)}"
        case "boolean":
            return "yes or no"
        case "choice":
            return ", ".join(parameter.choices)
        case "date":
            return f"a date as YYYY-MM-DD{_range(parameter)}"
        case "datetime":
            return f"a date and time as YYYY-MM-DDTHH:MM, without offset{_range(parameter)}"
        case "levels":
            return f"one level for all four abilities or four levels, each a whole number{_range(parameter)}"
        case "zone":
            return "a time zone name such as Asia/Seoul"


def read_bound(kind: ParameterType, value: str | int | None) -> int | date | None:
    """Return a bound in the type of what it bounds. Raises `ValueError` when it is none."""
    if value is None:
        return None
    if kind in ("date", "datetime"):
        return _day(value)
    if kind in ("integer", "levels"):
        return _whole(value)
    raise ValueError(f"a {kind} has no minimum or maximum")


def read_default(parameter: Parameter, value: str | int | bool | None) -> Parameter:
    """Return the parameter with its default read like an input. Raises `ValueError` when it is not allowed."""
    if value is None:
        return parameter
    try:
        return replace(parameter, default=_read(parameter, value))
    except ValueError as exc:
        raise ValueError(f"{parameter.name}: default {value!r:.60} is not {allowed(parameter)}") from exc


def _range(parameter: Parameter) -> str:
    low = "" if parameter.low is None else f" from {parameter.low}"
    return low + ("" if parameter.high is None else f" to {parameter.high}")


def _read(parameter: Parameter, value: object) -> Value:
    """Return the typed value; raises `ValueError` for anything that is not allowed."""
    if parameter.type == "choice":
        if isinstance(value, str) and value in parameter.choices:
            return value
        raise ValueError
    read = _READERS[parameter.type](value)
    for bounded in read if isinstance(read, tuple) else (read,):
        if not _inside(parameter, bounded):
            raise ValueError
    return read


def _inside(parameter: Parameter, value: Value) -> bool:
    if isinstance(value, int):
        low = parameter.low if isinstance(parameter.low, int) else value
        high = parameter.high if isinstance(parameter.high, int) else value
        return low <= value <= high
    if isinstance(value, date):
        on = value.date() if isinstance(value, datetime) else value
        first = parameter.low if isinstance(parameter.low, date) else on
        last = parameter.high if isinstance(parameter.high, date) else on
        return first <= on <= last
    return True


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError
    if isinstance(value, str) and not (value.strip().removeprefix("-").isdecimal() and len(value) < 20):
        raise ValueError
    return int(value)


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    words = {"yes": True, "true": True, "no": False, "false": False}
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError


def _levels(value: object) -> tuple[int, ...]:
    pieces: Sequence[object] = (value,)
    if isinstance(value, str):
        pieces = value.split(",")
    elif isinstance(value, list | tuple):
        pieces = value
    read = tuple(_whole(piece) for piece in pieces)
    if len(read) == 1:
        return read * ABILITIES
    if len(read) != ABILITIES:
        raise ValueError
    return read


def _day(value: object) -> date:
    if isinstance(value, datetime):
        raise ValueError
    if isinstance(value, date):
        return value
    if isinstance(value, str):
        return date.fromisoformat(value.strip())
    raise ValueError


def _moment(value: object) -> datetime:
    read = datetime.fromisoformat(value.strip()) if isinstance(value, str) else value
    if isinstance(read, datetime) and read.tzinfo is None:
        return read
    raise ValueError


def _zone(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    try:
        return ZoneInfo(value.strip()).key
    except (ZoneInfoNotFoundError, OSError) as exc:
        raise ValueError from exc


_READERS: Mapping[ParameterType, Callable[[object], Value]] = {
    "integer": _whole,
    "boolean": _flag,
    "levels": _levels,
    "date": _day,
    "datetime": _moment,
    "zone": _zone,
}
