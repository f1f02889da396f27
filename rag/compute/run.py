"""Runs a registered computation and lets its number out only when the attestation passed."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime

from rag.compute.attestation import attest
from rag.compute.contract import Contract, read_contract
from rag.compute.parameters import check
from rag.compute.registry import REGISTRY
from rag.compute.types import Attested, Computation, Outcome, Problem, Receipt, Refused, Unattested
from rag.types import Card

Registry = Mapping[str, Computation]


def run(name: str, given: Mapping[str, object], now: datetime, *, registry: Registry = REGISTRY) -> Outcome:
    """Return the attested number of the computation `name`, or why there is none.

    Raises:
        ValueError: `now` has no time zone.
    """
    if now.tzinfo is None:
        raise ValueError("now: needs a time zone, for example datetime.now(UTC).")
    computation = registry.get(name)
    if computation is None:
        return Refused((_unregistered(name, registry),))
    inputs = check(computation.parameters, given)
    if isinstance(inputs, Refused):
        return inputs
    receipt = computation.executor(inputs, now)
    if isinstance(receipt, Refused):
        return receipt
    attestation = attest(computation, receipt, inputs, now)
    return Attested(receipt, attestation) if attestation.passed else Unattested(name, attestation)


def run_card(card: Card, given: Mapping[str, object], now: datetime, *, registry: Registry = REGISTRY) -> Outcome:
    """Return what the card's computation gives; the card's own parameters may only narrow the executor's.

    Refused when the card is no Attested Computation, names code that is not registered, or does not fit it.
    """
    contract = read_contract(card)
    if isinstance(contract, Refused):
        return contract
    problems = contract_problems(contract, registry=registry)
    if problems:
        return Refused(problems)
    inputs = check(contract.parameters, given)
    return inputs if isinstance(inputs, Refused) else run(contract.executor, inputs, now, registry=registry)


def contract_problems(contract: Contract, *, registry: Registry = REGISTRY) -> tuple[Problem, ...]:
    """Return where a card's contract does not fit the registered computation it names."""
    computation = registry.get(contract.executor)
    if computation is None:
        return (_unregistered(contract.executor, registry),)
    problems = []
    if contract.attester != computation.attester_name:
        message = f"attester.resource: {contract.attester!r} does not attest {contract.executor!r}"
        problems.append(Problem("attester.resource", f"{message}; write {computation.attester_name}."))
    taken = {parameter.name: parameter.type for parameter in computation.parameters}
    for parameter in contract.parameters:
        if taken.get(parameter.name) != parameter.type:
            message = f"{contract.executor!r} takes no {parameter.type} of this name"
            takes = ", ".join(f"{name} ({kind})" for name, kind in taken.items())
            problems.append(Problem(parameter.name, f"parameters.{parameter.name}: {message} (takes: {takes})."))
    known = [field.name for field in fields(Receipt)]
    for name in contract.receipt:
        if name not in known:
            message = f"executor.receipt: a receipt holds no {name!r} (holds: {', '.join(known)})."
            problems.append(Problem("executor.receipt", message))
    return tuple(problems)


def _unregistered(name: str, registry: Registry) -> Problem:
    message = f"executor.resource: {name!r} is not registered; write one of {', '.join(registry)}."
    return Problem("executor.resource", message)
