"""Typed reading of checked inputs; a wrong type here is a caller's mistake, since `parameters.check` ran before."""

from datetime import date, datetime

from rag.compute.types import Inputs


def whole(inputs: Inputs, name: str) -> int:
    """Return an integer input. Raises `ValueError` when it is absent or of another type, as do all readers here."""
    value = inputs.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong(name, "integer", value)


def flag(inputs: Inputs, name: str) -> bool:
    """Return a boolean input."""
    value = inputs.get(name)
    if isinstance(value, bool):
        return value
    raise _wrong(name, "boolean", value)


def word(inputs: Inputs, name: str) -> str:
    """Return a choice or a time zone."""
    value = inputs.get(name)
    if isinstance(value, str):
        return value
    raise _wrong(name, "word", value)


def levels(inputs: Inputs, name: str) -> tuple[int, ...]:
    """Return the four language levels: listening, reading, writing, speaking."""
    value = inputs.get(name)
    if isinstance(value, tuple):
        return value
    raise _wrong(name, "four levels", value)


def day(inputs: Inputs, name: str) -> date:
    """Return a calendar day."""
    value = inputs.get(name)
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise _wrong(name, "date", value)


def moment(inputs: Inputs, name: str) -> datetime:
    """Return a date with a time of day, without a zone."""
    value = inputs.get(name)
    if isinstance(value, datetime):
        return value
    raise _wrong(name, "datetime", value)


def _wrong(name: str, expected: str, value: object) -> ValueError:
    return ValueError(f"{name}: expected {expected}, got {value!r}; check inputs with parameters.check first.")
