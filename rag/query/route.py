"""Which way a message goes, by written rules: about the conversation, from few cards, or from more and better ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.query.plan import compares
from rag.query.rewrite import asks_to_rewrite
from rag.query.small_talk import small_talk
from rag.text.normalise import language_of, normalise
from rag.text.tokens import tokenise
from rag.types import DirectKind, Language, Route, RouteChoice, Turn

SHORT: dict[Language, int] = {"en": 60, "ko": 32, "zh": 20}
"""Characters up to which a question asks one thing: about twelve English words, and what says as much elsewhere."""

LONG: dict[Language, int] = {"en": 110, "ko": 60, "zh": 40}
"""Characters from which a question has a situation of its own, which rules and their exceptions must fit."""

_FACT = re.compile(
    r"\bhow (?:much|many|long|old|far|often|soon|big|tall)\b|\b(?:when|where|who|whose|which|what(?:'?s)?)\b"
    r"|얼마|언제|어디|며칠|몇|누구|누가|전화번호|주소|뭐(?:예요|에요|야|죠|지)|무엇"
    r"|多少|几|什么时候|何时|哪|谁|多久|多长|多大|电话|地址|什么"
)
"""Words that ask for one fact."""

_CONDITION = re.compile(
    r"\b(?:if|unless|otherwise|whether|without|while|even though|although|in case|assuming|except|still|only)\b"
    r"|[가-힣](?:면|더라도|는데도|지만|대신)(?=\s|$|요|은|서|[?.,])|경우|상태에서|없이"
    r"|如果|要是|假如|的话|除非|万一|即使|没有.{1,12}(?:能|可以|行)|还能|还可以|还要"
)
_RULE = re.compile(
    r"^(?:so |but |and |then )?(?:can|could|may|must|should|do|does|did|am|is|are|will|would|has|have)\b"
    r"|\b(?:can|may|must|should|could|do|does|am|will|would) (?:i|we|my|he|she|they|you|it|our|someone|anyone)\b"
    r"|\b(?:allowed?|eligib|requir|qualif|need to|have to|has to|permit(?:ted)|legal|penalt|refus|reject|condition"
    r"|criteria"
    r"|exempt|rules?|law|regulation|appeal|violat|instead|count as|counts? (?:towards?|for))"
    r"|되나|돼요|되요|되죠|되는|됩니|될까|가능|해도|안 ?[되돼]|못 ?[하해]|해야|필요|조건|자격|요건|예외|의무|벌금"
    r"|과태료|처벌|금지"
    r"|제한|허용|대상|면제|거절|규정|인정|있나요|있어요|인가요|건가|나요"
    r"|能不能|可不可以|可以|能.{0,12}[吗么嘛不]|是否|是不是|要不要|用不用|必须|需要|应该|要求|条件|资格|规定|例外"
    r"|处罚|罚|禁止|限制|免|合法|违|拒|算不算|怎么|[吗么]$"
)
_SEVERAL = re.compile(
    r"[?？].*\S.*[?？]|\b(?:and|or|also|then|plus)\b.*\b(?:how|what|when|where|who|which|why|do|does|can|is|are"
    r"|asks?)\b"
    r"|그리고|또한|(?:하고|이랑|랑|과|와) .*(?:하고|이랑|랑|과|와|둘|각각)|[고며] .*(?:얼마|언제|어디|며칠|몇|누구)"
    r"|以及|还有|并且|同时|另外|分别|[,，].*[,，]"
)


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules say of a message."""

    choice: RouteChoice
    sure: bool
    """Whether a model need not be asked as well."""


def rule_route(message: str, history: Sequence[Turn] = (), *, computes: bool = False) -> Ruled:
    """Return the route of a message by written rules; whatever they do not tell is STRONG_RAG.

    Args:
        message: As asked, cut to the configured length.
        history: Earlier turns, oldest first; a rewrite needs an answer among them.
        computes: Whether a sanctioned computation answers it.
    """
    kind = direct_kind(message, history)
    if kind is not None:
        return _ruled("DIRECT", f"The message is about the conversation: {kind}.")
    if computes:
        return _ruled("COMPUTE", "A sanctioned computation answers it.")
    text = normalise(message)
    if not tokenise(text):
        return _ruled("LIGHT_RAG", "Nothing is asked that could be searched for.")
    language = language_of(text)
    reason = _strong(text, language)
    if reason:
        return _ruled("STRONG_RAG", reason)
    if len(text) <= SHORT[language] and _FACT.search(text):
        return _ruled("LIGHT_RAG", "A short question for one fact.")
    return Ruled(RouteChoice("STRONG_RAG", "rules", "No rule is sure, so more evidence is looked at."), False)


def direct_kind(message: str, history: Sequence[Turn]) -> DirectKind | None:
    """Return what a message about the conversation wants; None for one that asks something."""
    talk = small_talk(message)
    if talk is not None:
        return talk
    return "rewrite" if last_answer(history) and asks_to_rewrite(message) else None


def last_answer(history: Sequence[Turn]) -> str:
    """Return the latest answer that may be said again; empty when there is none."""
    return next((turn.text for turn in reversed(history) if turn.role == "assistant" and turn.stands), "")


def _strong(text: str, language: Language) -> str:
    if len(text) > LONG[language]:  # first, so that no pattern ever reads a long text
        return "The question is long."
    if compares(text):
        return "The question compares."
    if _CONDITION.search(text):
        return "The question sets a condition."
    if _SEVERAL.search(text):
        return "The question has several parts."
    return "The question asks what the rules allow or require." if _RULE.search(text) else ""


def _ruled(route: Route, reason: str) -> Ruled:
    return Ruled(RouteChoice(route, "rules", reason), True)
