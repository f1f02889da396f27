"""What an earlier question lends to a follow-up that cannot be understood alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.text.normalise import normalise
from rag.text.tokens import tokenise
from rag.types import TopicMatch, Turn

MOST_TURNS = 12
"""Turns looked at; what was asked longer ago is not what "that" means."""

_TO_ONE = re.compile(
    r"(?:^|\s)(?:그|이|해당) ?(?:기관|사업|회사|업체|학교|병원|시청|공사|공단|프로젝트|공고|용역)"
    r"|\b(?:that|this) (?:agency|project|tender|one)\b|(?:该|这个|那个)(?:机构|单位|项目|部门)"
)
"""Speaks of one agency or project as known."""

SHORT_TOKENS = 9
"""A question with fewer tokens may lean on the one before; with more it says what it is about."""

SHORT_CONFIDENCE = 0.7
"""A short question without a word that points back leans on the one before in about seven of ten cases."""

_LEANS = re.compile(
    r"^(?:and|or|what about|how about|what if|but what|then|so then|same for|also)\b"
    r"|\b(?:that one|those|the same|instead|it)\b"
    r"|^(?:그럼|그러면|그런데|근데|그건|그거|그게|그것|그 |거기|그쪽|또|다른|나머지|반대로|아니면|이건|이거)"
    r"|(?:은요|는요|도요|이요|면요|고요|거는요|건요|때는요|은|는|도)\??$"
    r"|^(?:那|还有|如果|要是|换成|这个|那个|它|就)|呢[?？]?$"
)
"""Openings and endings that point back, in the three languages."""

_DROPS = re.compile(
    r"\b(?:not that|never mind|forget that|other question|something else|new question)\b"
    r"|(?:그거|그것|그게|그건) ?(?:말고|아니)|아니 ?그거|다른 ?(?:거|질문|얘기|이야기)"
    r"|不是(?:那个|这个)|换个(?:话题|问题)|别的问题|另外一个问题"
)
"""A correction: what came before no longer counts."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a conversation lends to a question."""

    carried: str
    """The earlier question, as asked; empty when nothing was carried."""
    reason: str
    """One English sentence for traces."""
    turns: tuple[str, ...] = ()
    """Recent questions, oldest first, that tell what the conversation is about; from the carried one on, if any."""
    confidence: float = 0.0
    """In [0, 1]: how sure it is that the question leans on what was carried."""

    def searched(self, question: str) -> str:
        """Return the text that is searched: the question around what it leans on, so that its own words lead."""
        return f"{question} {self.carried} {question}" if self.carried else question


def resolve_context(
    question: str,
    history: Sequence[Turn],
    topics: Sequence[TopicMatch],
    earlier_topics: Sequence[TopicMatch],
    *,
    about_something_named: bool = False,
) -> Context:
    """Return what the conversation lends to a question.

    A question leans on the last one that stood alone when it is short or points back. A correction, or a subject of
    its own (a topic keyword that the earlier question did not have), drops what came before.

    Args:
        question: As asked.
        history: Earlier turns, oldest first.
        topics: Topics of this question.
        earlier_topics: Topics of the question that would be carried; see `standing_question`.
        about_something_named: Whether that one names an agency or project: then another topic is asked of the same.
    """
    earlier = standing_question(history)
    if not earlier:
        return Context("", "There is no earlier question.")
    if _DROPS.search(normalise(question)):
        return Context("", "The question takes back what came before.")
    if not leans(question):
        return Context("", "The question stands alone.", _since(earlier, history))
    own = {match.topic for match in topics}
    subject = bool(own) and not own & {match.topic for match in earlier_topics}
    if subject and not about_something_named and not _points_back(question):
        reason = f"The question names a subject of its own: {', '.join(sorted(own))}."
        return Context("", reason, _since(earlier, history))
    return Context(
        earlier,
        "The question is short or points back.",
        _since(earlier, history),
        1.0 if _points_back(question) else SHORT_CONFIDENCE,
    )


def points_to_one(question: str) -> bool:
    """Tell whether a question speaks of that agency or that project, which must be a single one."""
    return _TO_ONE.search(normalise(question)) is not None


def begins_with_pointer(question: str) -> bool:
    """Tell whether a question begins with that agency or that project."""
    return _TO_ONE.match(normalise(question)) is not None


def _since(earlier: str, history: Sequence[Turn]) -> tuple[str, ...]:
    """Return the recent questions from the last time that `earlier` was asked on."""
    asked = [turn.text for turn in history[-MOST_TURNS:] if turn.role == "user"]
    return tuple(asked[len(asked) - 1 - asked[::-1].index(earlier) :])


def standing_question(history: Sequence[Turn]) -> str:
    """Return the last of the recent questions that did not lean on another, else the first of them."""
    asked = [turn.text for turn in history[-MOST_TURNS:] if turn.role == "user"]
    return next((text for text in reversed(asked) if not leans(text)), asked[0] if asked else "")


def leans(question: str) -> bool:
    """Tell whether a question may need an earlier one to be understood."""
    return _points_back(question) or len(tokenise(question)) < SHORT_TOKENS


def _points_back(question: str) -> bool:
    return bool(_LEANS.search(normalise(question).rstrip(" ?？!.")))
