"""Writes an answer of the model alone, for comparison: no cards, no citations, nothing proven."""

import logging
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Final

from rag.answer.markers import MarkerStream, unmarked, words_of
from rag.answer.prompt import MAX_TURNS
from rag.errors import ModelError
from rag.protocols import ChatModel, Message
from rag.types import Delta, Ending, Failed, Language, Turn

logger = logging.getLogger(__name__)

_RULES: Final[dict[Language, str]] = {
    "en": """Answer the user's question briefly from what you know, in English: at most five sentences.
You have no sources here. Say so where you are not sure, and write no references such as [1] and no links.""",
    "ko": """알고 있는 내용으로 사용자의 질문에 한국어로 짧게, 다섯 문장 이내로 답하십시오.
여기에는 자료가 없습니다. 확실하지 않으면 그렇다고 말하고, [1] 같은 표시나 링크는 쓰지 마십시오.""",
    "zh": """请根据你所知，用中文简短回答用户的问题，最多五句话。
这里没有任何资料。不确定时请说明，不要写 [1] 之类的标记，也不要写链接。""",
}


class Ungrounded:
    """Writes one answer and remembers how it went."""

    def __init__(self, model: ChatModel, language: Language) -> None:
        self._model = model
        self._language: Language = language
        self.ending: Ending = "complete"
        self.failure = ""
        """Kind of the model failure, or empty."""
        self.removed = 0
        """Markers that were taken out: no card was shown."""

    def answer(self, question: str, history: Sequence[Turn]) -> Generator[Delta | Failed]:
        """Yield the words without markers; a model that fails ends in `Failed`, with or without words before."""
        markers, spoken = MarkerStream(()), False
        try:
            with closing(self._model.stream(ungrounded_messages(question, history, self._language))) as pieces:
                for piece in pieces:
                    text = words_of(markers.feed(piece))
                    if text:
                        spoken = True
                        yield Delta(text)
            rest = words_of(markers.finish())
            if rest:
                spoken = True
                yield Delta(rest)
            if not spoken:
                raise ModelError(f"The chat model {self._model.name!r} finished without a word.", kind="empty")
        except ModelError as error:
            logger.warning("%s", error)
            self.ending, self.failure = ("cut-off" if spoken else "failed"), error.kind
            yield Failed(error.kind, str(error))
        finally:
            self.removed = markers.unknown


def ungrounded_messages(question: str, history: Sequence[Turn], language: Language) -> tuple[Message, ...]:
    """Return the prompt: the rules, at most `MAX_TURNS` earlier turns without markers, the question."""
    said = [turn for turn in history if turn.text.strip()][-MAX_TURNS:]
    return (
        Message("system", _RULES[language]),
        *(Message(turn.role, unmarked(turn.text)) for turn in said),
        Message("user", question),
    )
