from typing import get_args

import pytest

from rag.answer.ungrounded import Ungrounded, ungrounded_messages
from rag.types import Delta, Failed, Language, Turn
from tests.fakes.chat_model import QueuedChatModel, broken


def test_words_pass_without_markers_however_they_are_cut() -> None:
    writer = Ungrounded(QueuedChatModel(["About 30 ", "euros [", "1], I ", "think."]), "en")
    found = list(writer.answer("What does it cost?", ()))
    assert "".join(one.content for one in found if isinstance(one, Delta)) == "About 30 euros, I think."
    assert (writer.ending, writer.failure, writer.removed) == ("complete", "", 1)


def test_a_model_that_breaks_off_keeps_its_words_and_says_so() -> None:
    model = QueuedChatModel(["About ", broken("truncated")])
    writer = Ungrounded(model, "en")
    first, last = writer.answer("?", ())
    assert first == Delta("About")  # the blank waits for what follows
    assert isinstance(last, Failed)
    assert (writer.ending, writer.failure, model.closed) == ("cut-off", "truncated", 1)


@pytest.mark.parametrize(("reply", "kind"), [([broken("quota")], "quota"), ([], "empty"), (["[1]"], "empty")])
def test_a_model_without_a_word_has_failed(reply: list[str], kind: str) -> None:
    writer = Ungrounded(QueuedChatModel(reply), "ko")
    (failed,) = writer.answer("?", ())
    assert isinstance(failed, Failed)
    assert (failed.kind, writer.ending) == (kind, "failed")


@pytest.mark.parametrize("language", get_args(Language))
def test_the_prompt_holds_the_conversation_without_markers_and_no_card(language: Language) -> None:
    said = (Turn("user", "And dogs?"), Turn("assistant", "Twelve [2]."), Turn("assistant", " "))
    rules, dogs, twelve, question = ungrounded_messages("What does it cost?", said, language)
    assert (rules.role, dogs.content, twelve.content, question.content) == (
        "system",
        "And dogs?",
        "Twelve.",
        "What does it cost?",
    )


def test_closing_the_answer_closes_the_model() -> None:
    model = QueuedChatModel(["a", "b", "c"])
    words = Ungrounded(model, "en").answer("?", ())
    next(words)
    words.close()
    assert (model.given, model.closed) == (1, 1)
