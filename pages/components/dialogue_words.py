"""The words around a dialogue: who speaks, and what a dialogue is not."""

from dataclasses import dataclass

from rag.cards.dialogue import Speaker
from rag.types import Language


@dataclass(frozen=True, slots=True)
class DialogueWords:
    """The words of one language."""

    note: str
    sides: dict[Speaker, str]


def dialogue_words(language: Language) -> DialogueWords:
    """Return the words of a language."""
    return {"en": _EN, "ko": _KO, "zh": _ZH}[language]


_EN = DialogueWords(
    note="A dialogue between a customer and an agent, not the official text.",
    sides={"customer": "Customer", "agent": "Agent"},
)
_KO = DialogueWords(
    note="고객과 상담원이 나눈 대화이며, 공식 문서가 아닙니다.",
    sides={"customer": "고객", "agent": "상담원"},
)
_ZH = DialogueWords(
    note="这是客户与客服的对话，不是官方原文。",
    sides={"customer": "客户", "agent": "客服"},
)
