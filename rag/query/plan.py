"""What kind of question it is, and how many cards it is answered from."""

import re
from dataclasses import dataclass

from rag.reading import QueryType
from rag.text.normalise import normalise

_COMPARES = re.compile(
    r"\b(?:compare[ds]?|comparison|versus|vs|difference|differ|rather than)\b"
    r"|\bwhich (?:one )?(?:is|costs|has|pays|takes|lasts)\b"
    r"|\b(?:which|what) (?:one )?(?:runs|is|ends|starts) (?:longer|shorter|later|earlier|bigger|cheaper)\b"
    r"|\b(?:which|who)\b.{1,40}\b(?:longer|shorter|further|earlier|later|higher|lower|bigger|cheaper|faster)\b"
    r"|\b(?:earlier|later|longer|higher|lower|cheaper|faster) (?:in|at|for|with) .+ or \b"
    r"|비교|차이|똑같|(?:뭐|어디|누)가 ?(?:다|더 )|달라|어떻게 ?다"
    r"|다른 ?(?:점|가요)|어느 ?(?:쪽|게|것|기관|사업)|중 ?(?:에|어느)|보다|각각"
    r"|比较|相比|区别|不同|哪个更|哪个|还是"
)


@dataclass(frozen=True, slots=True)
class PlanRule:
    """How many cards each kind of question is answered from."""

    single: int = 4
    follow_up: int = 6
    comparison: int = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question is answered."""

    query_type: QueryType
    cards: int
    """Cards presented."""
    reason: str
    """One English sentence for traces."""


def plan(question: str, rule: PlanRule, *, follows: bool, goes_on_comparing: bool = False) -> Plan:
    """Return the plan of a question.

    Args:
        question: As asked.
        rule: Cards for each kind.
        follows: Whether an earlier question was carried into it.
        goes_on_comparing: Whether the conversation compares, and the question asks for more of the same things.
    """
    if compares(question):
        return Plan("comparison", rule.comparison, "The question sets things against each other.")
    if goes_on_comparing:
        return Plan("comparison", rule.comparison, "The question goes on with the comparison before it.")
    if follows:
        return Plan("follow_up", rule.follow_up, "The question leans on the one before it.")
    return Plan("single", rule.single, "The question stands alone.")


def compares(question: str) -> bool:
    """Tell whether a question sets two things against each other."""
    return bool(_COMPARES.search(normalise(question)))
