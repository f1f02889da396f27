"""Whether a labelled question went the way it should; a greeting is not searched for, a question is."""

from collections.abc import Mapping, Sequence

from rag.evaluation.cases import Case
from rag.evaluation.labels import Kind
from rag.evaluation.metrics import Interval, wilson
from rag.types import Route

_SEARCHED: frozenset[Route] = frozenset({"LIGHT_RAG", "STRONG_RAG"})

_RIGHT: Mapping[Kind, frozenset[Route]] = {
    "greeting": frozenset({"DIRECT"}),
    "rewrite": frozenset({"DIRECT"}),
    "answerable": _SEARCHED,
    "near": _SEARCHED,
    "far": _SEARCHED,
    "ambiguous": _SEARCHED,
    "comparison": _SEARCHED,
    "follow_up": _SEARCHED,
}
"""A kind that is not here, such as a computation, is not judged."""


def route_right(case: Case) -> bool | None:
    """Tell whether a question's route is one its kind allows; None where that is not judged or not known."""
    allowed = _RIGHT.get(case.kind)
    return None if allowed is None or case.route is None else case.route in allowed


def routes_right(cases: Sequence[Case]) -> Interval:
    """Return the share of judged questions whose route is right, with a 95 % Wilson interval."""
    judged = [right for case in cases if (right := route_right(case)) is not None]
    return wilson(sum(judged), len(judged))
