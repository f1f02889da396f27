"""Compares a receipt with a second derivation and names what differs, without repeating a number."""

from collections.abc import Iterator
from datetime import datetime

from rag.compute.receipt import digest_of
from rag.compute.types import Attestation, Computation, Derived, Inputs, Receipt


def attest(computation: Computation, receipt: Receipt, inputs: Inputs, now: datetime) -> Attestation:
    """Return what of the receipt disagrees with the request (`inputs`, `now`) or with the attester's derivation."""
    mismatches = list(_against_request(receipt, inputs, now))
    try:
        derived = computation.attester(inputs, now)
    except (ValueError, KeyError, ArithmeticError):
        mismatches.append("second derivation")
    else:
        mismatches += _against_derived(receipt, derived)
    return Attestation(computation.attester_name, receipt.digest, tuple(mismatches))


def _against_request(receipt: Receipt, inputs: Inputs, now: datetime) -> Iterator[str]:
    if receipt.digest != digest_of(receipt):
        yield "digest"
    if dict(receipt.inputs) != dict(inputs):
        yield "inputs"
    if receipt.at != now:
        yield "clock"
    if receipt.breakdown and sum(part.points for part in receipt.breakdown) != receipt.result:
        yield "sum of the breakdown"


def _against_derived(receipt: Receipt, derived: Derived) -> Iterator[str]:
    if receipt.result != derived.result:
        yield "result"
    points = {part.factor: part.points for part in receipt.breakdown}
    for factor in sorted(points.keys() | derived.points.keys()):
        if points.get(factor) != derived.points.get(factor):
            yield factor
    rules = receipt.rule_set
    if (rules and (rules.effective_from, rules.effective_to)) != derived.effective:
        yield "rule set"
    if receipt.expired != derived.expired:
        yield "expiry"
