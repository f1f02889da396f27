"""Words about the conversation alone: templates that state no fact, and a model's rewording that adds none."""

import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final

from rag.answer.direct_prompt import direct_messages
from rag.answer.markers import unmarked
from rag.config import BundleSettings
from rag.errors import ModelError
from rag.protocols import ChatModel
from rag.text.canonical import canonical_tokens
from rag.text.normalise import normalise
from rag.text.search_tokens import ANCHOR_YEAR
from rag.types import DirectKind, Language

logger = logging.getLogger(__name__)

MOST_LINES: Final = 2
"""Lines of the last answer that are said again without a model: its first card's words, in most answers."""

_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")

_WORDS: Final[Mapping[Language, Mapping[DirectKind, str]]] = {
    "en": {
        "greeting": "Hello. I answer from cards, show the proof, and say so when I don't know. You can ask about:",
        "thanks": "Glad to help. Ask again whenever something else comes up.",
        "goodbye": "Goodbye. Come back whenever you have a question.",
        "rewrite": (
            "Without a chat model I cannot put my last answer in other words. "
            "These are its own first lines, unchanged; their sources stand with it above:"
        ),
        "other": "I can only speak about this conversation here. For a fact, please ask a question about:",
    },
    "ko": {
        "greeting": (
            "안녕하세요. 카드에서 근거를 찾아 답하고, 모르면 모른다고 말씀드립니다. 이런 것을 물어보실 수 있습니다."
        ),
        "thanks": "도움이 되었다니 다행입니다. 궁금한 점이 생기면 언제든 다시 물어보세요.",
        "goodbye": "안녕히 가세요. 궁금한 점이 생기면 언제든 다시 찾아 주세요.",
        "rewrite": (
            "대화 모델이 없어 앞의 답변을 다른 말로 바꿀 수는 없습니다. "
            "앞 답변의 첫 부분을 그대로 다시 적습니다. 근거는 위의 답변에 있습니다."
        ),
        "other": "여기서는 지금까지의 대화에 대해서만 말씀드릴 수 있습니다. 사실을 알고 싶으면 이런 것을 물어보세요.",
    },
    "zh": {
        "greeting": "您好。我只根据卡片回答并给出依据，不知道的会直说。您可以问：",
        "thanks": "很高兴能帮上忙。有别的问题，随时可以再问。",
        "goodbye": "再见。有问题随时再来。",
        "rewrite": "没有聊天模型，我无法把上一个回答换个说法。下面是它开头的原文，一字未改；依据在上面的回答里：",
        "other": "这里我只能谈这次对话本身。想了解具体事实，可以问：",
    },
}
"""A `rewrite` is followed by the lines, a `greeting` and `other` by what can be asked."""


def direct_words(kind: DirectKind, language: Language, answer: str, offered: Sequence[BundleSettings]) -> str:
    """Return the template of a message about the conversation.

    Args:
        kind: What the message wants.
        language: Of the message.
        answer: The last answer with its markers; empty when there is none.
        offered: Bundles that can be asked, as they are to be listed.
    """
    said = _WORDS[language][kind]
    if kind == "rewrite":
        lines = [line for line in unmarked(answer).split("\n") if line.strip()]
        return "\n\n".join([said, *lines[:MOST_LINES]])
    if kind in ("greeting", "other"):
        return "\n".join([said, "", *(_offer(bundle, language) for bundle in offered)])
    return said


def rewritten(message: str, answer: str, model: ChatModel, *, language: Language) -> str:
    """Return the last answer as the message wants it, without markers; empty when the template must stand.

    That is when the model fails, says nothing, or writes a number that neither the answer nor the message has:
    an amount may be spelled otherwise, its value may not change.
    """
    try:
        with closing(model.stream(direct_messages(message, answer, language=language))) as pieces:
            reply = unmarked("".join(pieces)).strip()
    except ModelError as error:
        logger.warning("%s", error)
        return ""
    return reply if reply and not _numbers(reply) - _numbers(f"{answer}\n{message}") else ""


def _offer(bundle: BundleSettings, language: Language) -> str:
    """Return one line: what a bundle is about and a question it can answer."""
    sample = next(iter(bundle.samples), "")
    quoted = f"“{sample}”" if language != "ko" else f"‘{sample}’"
    return f"- {bundle.title} – {quoted}" if sample else f"- {bundle.title}"


def _numbers(text: str) -> set[str]:
    """Return each number as digits, and the value behind each amount and date."""
    digits = {match.group().replace(",", "") for match in _NUMBER.finditer(normalise(text))}
    values = {token.partition(":")[2] for token in canonical_tokens(text, anchor_year=ANCHOR_YEAR)}
    return {part for number in digits | values for part in ({number} | set(number.split("-")))}
