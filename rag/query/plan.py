"""What kind of question it is, and how many cards it is answered from."""

import re
from dataclasses import dataclass
from typing import Literal

from rag.text.normalise import normalise

QueryType = Literal["single", "follow_up", "comparison"]

COMPARISON_CARDS = 6
"""Cards presented for a comparison: three targets with two cards each."""

_COMPARES = re.compile(
    r"\b(?:compare[ds]?|comparison|versus|vs|difference|differ|rather than)\b"
    r"|\bwhich (?:one )?(?:is|costs|has|pays|takes|lasts)\b"
    r"|\b(?:which|what) (?:one )?(?:runs|is|ends|starts) (?:longer|shorter|later|earlier|bigger|cheaper)\b"
    r"|비교|차이|똑같|뭐가 ?다|달라|어떻게 ?다|다른 ?(?:점|가요)|어느 ?(?:쪽|게|것|기관|사업)|중 ?(?:에|어느)|보다|각각"
    r"|比较|相比|区别|不同|哪个更|哪个|还是"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question is answered."""

    query_type: QueryType
    cards: int
    """Most cards that may be cited."""


def plan(question: str, *, follows: bool, evidence: int) -> Plan:
    """Return the plan of a question.

    Args:
        question: As asked.
        follows: Whether an earlier question was carried into it.
        evidence: Cards a single question may cite.
    """
    if compares(question):
        return Plan("comparison", max(evidence, COMPARISON_CARDS))
    return Plan("follow_up" if follows else "single", evidence)


def compares(question: str) -> bool:
    """Tell whether a question sets two things against each other."""
    return bool(_COMPARES.search(normalise(question)))
