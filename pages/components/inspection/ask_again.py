"""Asks the inspected question again with something changed; the engine remembers the question's vector."""

from pages.components.inspection.source import Inspected, earlier_turns
from pages.components.ready import engine
from rag.config import Settings
from rag.inspection.why_not import Attempt, Rerun
from rag.pipeline import Question
from rag.tuning.overrides import with_overrides
from rag.types import Trace


def same_question(found: Inspected) -> Attempt:
    """Return the inspected question with nothing changed."""
    return Attempt(found.trace.question, found.bundle)


def asking(found: Inspected, settings: Settings) -> Rerun:
    """Return what asks an attempt under the given settings with the attempt's overrides on top.

    A follow-up that was read together with an earlier question is asked again in its conversation.
    """
    turns = earlier_turns(found.message) if found.trace.carried else ()

    def ask(attempt: Attempt) -> Trace:
        question = Question(attempt.question, attempt.bundle, turns, language=found.trace.language)
        return engine().retrieve(question, with_overrides(settings, attempt.overrides))

    return ask
