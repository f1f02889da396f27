"""Reads the contract of an `Attested Computation` card (OKF v0.2, section 10)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.compute.parameters import read_bound, read_default
from rag.compute.types import Parameter, ParameterType, Problem, Refused
from rag.types import Card

CARD_TYPE = "Attested Computation"
"""The OKF type that tells a caller to use `run.run_card`."""


class _Parameter(BaseModel):
    """One entry of `parameters`; `minimum`, `maximum`, `choices` and `default` are our additions to OKF's three."""

    name: str = Field(min_length=1)
    type: ParameterType
    required: bool = False
    minimum: str | int | None = None
    maximum: str | int | None = None
    choices: tuple[str, ...] = ()
    default: str | int | bool | None = None


class _Executor(BaseModel):
    resource: str
    receipt: tuple[str, ...] = ()


class _Attester(BaseModel):
    resource: str


class Contract(BaseModel):
    """What a card says of its computation. `executor` and `attester` are names, looked up and never opened."""

    model_config = ConfigDict(frozen=True)

    executor: str
    receipt: tuple[str, ...]
    attester: str
    parameters: tuple[Parameter, ...]


class _Frontmatter(BaseModel):
    type: Literal["Attested Computation"]
    runtime: Literal["python"]
    parameters: tuple[_Parameter, ...] = ()
    executor: _Executor
    attester: _Attester


def read_contract(card: Card) -> Contract | Refused:
    """Return the card's contract, or each key of its frontmatter that is missing or wrong."""
    try:
        read = _Frontmatter.model_validate_json(card.frontmatter)
        parameters = tuple(_typed(entry) for entry in read.parameters)
    except ValidationError as exc:
        return Refused(tuple(_problem(card, error["loc"], error["msg"]) for error in exc.errors()))
    except ValueError as exc:
        return Refused((_problem(card, ("parameters",), str(exc)),))
    return Contract(
        executor=read.executor.resource,
        receipt=read.executor.receipt,
        attester=read.attester.resource,
        parameters=parameters,
    )


def _typed(entry: _Parameter) -> Parameter:
    """Return the parameter with bounds and default in its own type. Raises `ValueError` naming what does not fit."""
    try:
        low, high = read_bound(entry.type, entry.minimum), read_bound(entry.type, entry.maximum)
    except ValueError as exc:
        raise ValueError(f"{entry.name}: minimum or maximum is no value of type {entry.type}") from exc
    parameter = Parameter(
        name=entry.name,
        type=entry.type,
        required=entry.required,
        low=low,
        high=high,
        choices=entry.choices,
    )
    return read_default(parameter, entry.default)


def _problem(card: Card, path: tuple[int | str, ...], message: str) -> Problem:
    key = ".".join(str(part) for part in path)
    return Problem(key, f"{card.path}: {key}: {message}; correct it in the card.")
