"""Turns a computation's outcome into the plain values that are stored, sent and drawn."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from rag.computation_types import (
    Computation,
    ShownLever,
    ShownPart,
    ShownReceipt,
    ShownRules,
    Wanted,
)
from rag.compute.crs import NAME as CRS
from rag.compute.crs_levers import levers
from rag.compute.run import run_card
from rag.compute.types import Attested, Inputs, Parameter, Receipt, Refused, Unattested, Value
from rag.computed.sanctioned import Sanction


def asked_for(sanction: Sanction, given: Mapping[str, str], *, assumed: tuple[str, ...] = ()) -> Computation:
    """Return the computation as a form that starts from what is given; empty inputs count as not given.

    Args:
        sanction: The card.
        given: Inputs as text.
        assumed: As in `Computation`.
    """
    wanted = tuple(_wanted(parameter) for parameter in sanction.contract.parameters)
    kept = {name: text for name, text in given.items() if text != ""}
    missing = tuple(one.name for one in wanted if one.required and one.name not in kept)
    return Computation(
        card_id=sanction.card.card_id,
        title=sanction.card.title,
        executor=sanction.contract.executor,
        state="needs_input",
        given=kept,
        wanted=wanted,
        assumed=assumed,
        missing=missing,
    )


def computed(
    asked: Computation, sanction: Sanction, known: Callable[[str], bool], *, now: datetime
) -> tuple[Computation, tuple[str, ...]]:
    """Return the computation with its result, what is wrong with its inputs, or its failed attestation; and the cards.

    The cards are those that state a rule of the breakdown, in its order; the first has marker 2, since the card of
    the computation itself has marker 1.

    Args:
        asked: From `asked_for`, for the same card.
        sanction: The card.
        known: Tells whether there is a card of that id to cite.
        now: Aware.
    """
    outcome = run_card(sanction.card, asked.given, now)
    match outcome:
        case Refused(problems):
            return replace(asked, problems=tuple((problem.field, problem.message) for problem in problems)), ()
        case Unattested(_, attestation):
            failed = replace(
                asked, state="unattested", attester=attestation.attester, mismatches=attestation.mismatches
            )
            return failed, ()
        case Attested(receipt, attestation):
            cited = tuple(dict.fromkeys(part.card_id for part in receipt.breakdown if known(part.card_id)))
            numbers = {card_id: number for number, card_id in enumerate(cited, start=2)}
            shown = _receipt(receipt, attestation.attester, numbers)
            return replace(asked, state="computed", receipt=shown, levers=_levers(receipt, now)), cited


def as_text(value: Value) -> str:
    """Return an input as the text that would be read into it again; empty for one left out."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case datetime():
            return value.isoformat(timespec="minutes")
        case _:
            return str(value)


def _wanted(parameter: Parameter) -> Wanted:
    return Wanted(
        name=parameter.name,
        type=parameter.type,
        required=parameter.required,
        default=as_text(parameter.default),
        low=as_text(parameter.low),
        high=as_text(parameter.high),
        choices=parameter.choices,
    )


def _receipt(receipt: Receipt, attester: str, numbers: Mapping[str, int]) -> ShownReceipt:
    rules = receipt.rule_set
    return ShownReceipt(
        executor=receipt.executor,
        version=receipt.version,
        inputs={name: as_text(value) for name, value in receipt.inputs.items()},
        at=receipt.at,
        result=str(receipt.result),
        unit=receipt.unit,
        breakdown=tuple(
            ShownPart(part.factor, part.points, part.most, part.group, numbers.get(part.card_id, 0))
            for part in receipt.breakdown
        ),
        rules=None
        if rules is None
        else ShownRules(
            name=rules.name,
            effective_from=rules.effective_from.isoformat(),
            effective_to=rules.effective_to.isoformat() if rules.effective_to else "",
            notice=rules.notice,
            expired=receipt.expired,
        ),
        digest=receipt.digest,
        attester=attester,
    )


def _levers(receipt: Receipt, now: datetime) -> tuple[ShownLever, ...]:
    if receipt.executor != CRS:
        return ()
    inputs: Inputs = receipt.inputs
    found = levers(inputs, now)
    if isinstance(found, Refused | Unattested):
        return ()
    return tuple(ShownLever(lever.label, lever.delta, lever.total) for lever in found)
