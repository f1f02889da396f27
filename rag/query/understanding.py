"""Puts together how a question is read: what the conversation lends to it, its plan, the names in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.query.context import Context, begins_with_pointer, points_to_one
from rag.query.metadata import (
    Candidate,
    Named,
    NameRule,
    Resolution,
    conversation_names,
    names_added,
    resolve,
    several_about,
)
from rag.query.plan import Plan, PlanRule, compares, plan

UNASKED = 0.8
"""What a name still scores that a question which stands alone did not ask for: likely, never certain."""


@dataclass(frozen=True, slots=True)
class Understood:
    """How a question is read."""

    context: Context
    planned: Plan
    named: Resolution
    unclear: bool
    """It speaks of that agency or project, and the conversation was about several or none."""

    @property
    def comparing(self) -> bool:
        """Tell whether it sets things against each other."""
        return self.planned.query_type == "comparison"

    @property
    def lent(self) -> tuple[Candidate, ...]:
        """Names that the conversation lent."""
        return tuple(candidate for candidate in self.named.candidates if candidate.carried)


def understand(
    text: str, context: Context, names: Sequence[Named], rule: NameRule, plan_rule: PlanRule, *, agency_pattern: str
) -> Understood:
    """Return how a question is read.

    A follow-up to a comparison that names nothing of its own goes on comparing, unless it speaks of one of them. A
    question that stands alone and names nothing is likely, but never certainly, about what the talk was about.

    Args:
        text: The question as asked.
        context: What the conversation lends.
        names: Of the searched bundles.
        rule: From which score on a name counts.
        plan_rule: How many cards each kind of question is answered from.
        agency_pattern: See `rag.query.metadata.resolve`.
    """
    earlier = conversation_names(context.turns, names, rule) if context.turns else ()
    own = names_added(text, context.turns[-1] if context.carried else "", names, rule)
    to_one = points_to_one(text)
    several = several_about(earlier, rule)
    goes_on = bool(context.carried) and several and not own and compares(context.turns[-1]) and not to_one
    planned = plan(text, plan_rule, follows=bool(context.carried), goes_on_comparing=goes_on)
    if not context.carried and (own or several or planned.query_type == "comparison"):
        earlier = ()
    elif not context.carried:
        earlier = tuple(replace(candidate, score=UNASKED * candidate.score) for candidate in earlier)
    named = resolve(
        text,
        names,
        rule=rule,
        own=own,
        earlier=earlier,
        agency_pattern=agency_pattern,
        compares=planned.query_type == "comparison",
    )
    nothing_known = bool(names) and not earlier and begins_with_pointer(text)
    return Understood(
        context=context,
        planned=planned,
        named=named,
        unclear=not own and ((to_one and several) or nothing_known),
    )
