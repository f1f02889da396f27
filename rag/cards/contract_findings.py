"""Says where the contract of a computation card does not fit the registered code it names."""

from collections.abc import Mapping

from rag.cards.findings import Finding
from rag.compute.contract import read_contract
from rag.compute.run import contract_problems
from rag.compute.types import Refused
from rag.types import Card

_REMEDY = "Correct it in the frontmatter; until then nothing is computed from this card."


def check_contract(card: Card, lines: Mapping[str, int]) -> list[Finding]:
    """Return a finding for each fault of the contract; none for a card that is no computation.

    Args:
        card: The card.
        lines: Line of the file on which each top-level key of its frontmatter stands.
    """
    if not card.computes:
        return []
    contract = read_contract(card)
    problems = contract.problems if isinstance(contract, Refused) else contract_problems(contract)
    findings = []
    for problem in problems:
        message = problem.message.removeprefix(f"{card.path}: ").removesuffix("; correct it in the card.")
        line = lines.get(message.partition(":")[0].partition(".")[0], 1)
        findings.append(Finding(card.path, line, "bad-contract", "warning", message.removesuffix("."), _REMEDY))
    return findings
