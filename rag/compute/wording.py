"""Says an outcome in English: the number with its rules, or that there is none and why."""

from rag.compute.types import Attested, Outcome, Receipt, Refused, Unattested


def tell(outcome: Outcome) -> str:
    """Return one to four sentences. Only an attested outcome's text holds the number; expiry stands right beside it."""
    match outcome:
        case Attested(receipt, attestation):
            rules = _rules(receipt)
            checked = f"Checked by {attestation.attester}."
            return " ".join(part for part in (_number(receipt), rules, checked) if part)
        case Unattested(executor, attestation):
            what = ", ".join(attestation.mismatches)
            return (
                f"{executor} failed its attestation, so no number is shown. The second derivation disagrees on: {what}."
            )
        case Refused(problems):
            return " ".join(problem.message for problem in problems)


def _number(receipt: Receipt) -> str:
    number = f"{receipt.result} {receipt.unit}".strip()
    return f"{number}, by rules that are no longer in force." if receipt.expired else f"{number}."


def _rules(receipt: Receipt) -> str:
    rules = receipt.rule_set
    if rules is None:
        return ""
    end = f"to {rules.effective_to}" if rules.effective_to else "on"
    return f"{rules.name}, in force from {rules.effective_from} {end}. {rules.notice}".strip()
