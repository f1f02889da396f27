"""Finds the card that sanctions a computation in the searched bundles."""

from collections.abc import Sequence
from dataclasses import dataclass

from rag.compute.contract import Contract, read_contract
from rag.compute.run import contract_problems
from rag.index.opening import OpenIndex
from rag.types import Card, Language


@dataclass(frozen=True, slots=True)
class Sanction:
    """A card and the contract it holds, which fits a registered computation."""

    card: Card
    contract: Contract


def sanctions(bundles: Sequence[str], language: Language, index: OpenIndex) -> tuple[Sanction, ...]:
    """Return the computations that some bundles sanction: cards in the reader's language first, then by card id.

    A card that is deprecated, or whose contract fits no registered computation, sanctions nothing.
    """
    found = [
        sanction
        for card_id in index.computations
        if card_id.partition("/")[0] in bundles and (sanction := _read(index.cards.get(card_id))) is not None
    ]
    return tuple(sorted(found, key=lambda one: (one.card.language != language, one.card.card_id)))


def sanction_of(card_id: str, index: OpenIndex) -> Sanction | None:
    """Return what one card sanctions; None when there is no such card or it sanctions nothing."""
    return _read(index.cards.get(card_id))


def _read(card: Card | None) -> Sanction | None:
    if card is None or not card.computes or card.status == "deprecated":
        return None
    contract = read_contract(card)
    if not isinstance(contract, Contract) or contract_problems(contract):
        return None
    return Sanction(card, contract)
