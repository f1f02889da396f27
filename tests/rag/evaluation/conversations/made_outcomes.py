"""Outcomes without a search behind them."""

from dataclasses import replace

from rag.evaluation.conversations.outcomes import Outcome

RIGHT = Outcome(
    id="q",
    kind="single_doc",
    answerability="answerable",
    question="What about it?",
    carried="",
    follows=False,
    expected=("right",),
    status="answerable",
    confidence=0.9,
    ranked=("right", "", "other"),
    alone=(),
    joined=(),
    budget=("right",),
    presented=("right", "other"),
    cited=("right",),
    strangers=(),
)
"""Answered from the document it expects."""

EMPTY = replace(RIGHT, answerability="unanswerable", expected=(), cited=(), status="low_confidence", confidence=0.1)
"""Expects nothing and was refused."""

VAGUE = replace(EMPTY, answerability="underspecified", status="ambiguous", confidence=0.8)
"""Underspecified, and asked back."""
