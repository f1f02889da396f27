from rag.answer.prompt import build_messages
from rag.inspection.final_prompt import FinalPrompt, final_prompt
from rag.protocols import Message
from rag.types import Turn
from tests.rag.inspection.conftest import Town
from tests.rag.inspection.made import REFUSED, made_trace


def test_the_prompt_is_the_one_the_model_gets(town: Town) -> None:
    trace, said = town.ask("What does a parking permit cost?"), (Turn("user", "Hello"),)
    found = final_prompt(trace, said, title="Town services")
    assert found is not None
    assert found.messages == build_messages(
        trace.question, trace.evidence, said, language="en", bundle_title="Town services"
    )


def test_its_size_is_told_in_characters_and_bytes() -> None:
    found = FinalPrompt((Message("system", "ab"), Message("user", "여권\ud800")))
    assert found.chars == 2 + 3
    assert found.utf8_bytes == 2 + 3 + 3 + 1


def test_a_refused_question_has_no_prompt() -> None:
    assert final_prompt(made_trace({"a": 1.0}, {}, presented="a", verdict=REFUSED), (), title="") is None
