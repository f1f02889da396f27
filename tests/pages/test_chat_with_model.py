import pytest
from streamlit.testing.v1 import AppTest

from pages.components.words import words
from rag.types import Language
from tests.fakes.openai_server import CHAT, OpenAIServer, Refusal, Reply, Silence, Words, error, page
from tests.pages.conftest import Site
from tests.pages.seen import plain, seen

PERMIT = "What does a parking permit cost?"
QUOTED = "A parking permit costs 30 euros a year. [1]\n\nResidents over 70 pay nothing for a parking permit. [1]"
PIECES = ("It costs ", "30 euros [1]")


def asked(app: AppTest, question: str = PERMIT) -> AppTest:
    app.chat_input[0].set_value(question).run()
    assert not app.exception
    return app


def prompts(server: OpenAIServer) -> int:
    return sum(request.path.endswith(CHAT.removeprefix("/v1")) for request in server.requests)


def test_an_answer_of_the_model_is_labelled_and_shows_only_the_cards_it_cites(
    site: Site, chat_server: OpenAIServer
) -> None:
    chat_server.chat(Words((*PIECES, " a year.")))
    app = asked(site.open())
    assert seen(app)[1:5] == [
        "It costs 30 euros [1] a year.",
        "Written by the chat model from the cards below · Confidence: high (1.00; answers need 0.50)",
        "Sources",
        "[1] Parking permit · human-reviewed",
    ]
    assert "Read on (4)" in seen(app)


def test_a_refusal_asks_the_model_nothing(site: Site, chat_server: OpenAIServer) -> None:
    app = asked(asked(site.open(), "Who won the football match?"), "😀")
    assert chat_server.requests == []
    assert [text for text in seen(app) if text.startswith(("Not proven", "Nothing asked"))]


def test_markers_of_cards_that_were_not_shown_are_counted_and_never_links(
    site: Site, chat_server: OpenAIServer
) -> None:
    chat_server.chat(Words(("Free [9] [1], or [0]【4】 [see](http://evil.example) [1]: http://evil.example",)))
    app = asked(site.open())
    assert seen(app)[1] == "Free [1], or [see](http://evil.example) [1]: http://evil.example"
    assert words("en").unknown_markers.format(count=3) in seen(app)
    assert "](" not in app.chat_message[1].markdown[0].value
    assert "[1]:" not in app.chat_message[1].markdown[0].value


def test_an_answer_that_names_no_card_is_warned_of(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("It is free.",)))
    assert words("en").uncited in seen(asked(site.open()))


def test_a_model_that_finds_no_answer_in_the_cards_is_a_refusal(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("NO_ANSWER\n", "Fees for boats are missing.")))
    shown = seen(asked(site.open()))
    assert shown[1] == "The cards I found do not hold the answer. They and the official site are below."
    assert shown[2].startswith("Not in the cards · Confidence: high")
    assert "Nearest cards (5)" in shown
    assert "Sources" not in shown


BEFORE_THE_FIRST_WORD: list[tuple[Reply, str]] = [
    (Silence(), "no answer in time"),
    (error(429, "rate_limit_exceeded"), "too many requests"),
    (error(429, "insufficient_quota"), "the quota is used up"),
    (error(401, "invalid_api_key"), "the key was refused"),
    (error(500, "server_error"), "an error of the model's server"),
    (error(404, "model_not_found"), "the request was refused"),
    (page(200), "an unreadable reply"),
    (page(502), "an error of the model's server"),
    (Words(()), "an empty reply"),
    (Words((), finish=None, raw=('{"broken',)), "an unreadable reply"),
    (Words((), finish=None), "the reply ended early"),
    (Words((), finish="content_filter"), "the provider's content filter"),
    (Words((), finish=None, then="abort"), "the connection broke"),
    (Words((), finish=None, then="stall"), "no answer in time"),
    (Words((), finish=None, then="comments"), "the whole answer took too long"),
]


@pytest.mark.parametrize(("reply", "cause"), BEFORE_THE_FIRST_WORD, ids=range(len(BEFORE_THE_FIRST_WORD)))
def test_a_failure_before_the_first_word_falls_back_to_quotes_and_says_why(
    site: Site, chat_server: OpenAIServer, reply: Reply, cause: str
) -> None:
    chat_server.chat(reply)
    shown = seen(asked(site.open()))
    assert shown[1] == QUOTED
    assert shown[2].startswith(words("en").by_fallback.format(kind=cause))
    assert "[1] Parking permit · human-reviewed" in shown


AFTER_THE_FIRST_WORD: list[tuple[Reply, str]] = [
    (Words(PIECES, finish=None), "the reply ended early"),
    (Words(PIECES, finish=None, then="drop"), "the reply ended early"),
    (Words(PIECES, finish=None, then="abort"), "the connection broke"),
    (Words(PIECES, finish=None, then="stall"), "no answer in time"),
    (Words(PIECES, finish=None, then="comments"), "the whole answer took too long"),
    (Words(PIECES, finish="length"), "the length limit"),
    (Words(PIECES, finish="content_filter"), "the provider's content filter"),
    (Words(PIECES, finish="tool_calls"), "an unreadable reply"),
    (Words(PIECES, finish=None, raw=('{"choices": [',)), "an unreadable reply"),
    (Words(PIECES, finish=None, raw=('{"error": {"message": "overloaded"}}',)), "an error of the model's server"),
]


@pytest.mark.parametrize(("reply", "cause"), AFTER_THE_FIRST_WORD, ids=range(len(AFTER_THE_FIRST_WORD)))
def test_a_failure_after_the_first_word_keeps_the_words_labelled_and_offers_to_ask_again(
    site: Site, chat_server: OpenAIServer, reply: Reply, cause: str
) -> None:
    chat_server.chat(reply)
    app = asked(site.open())
    label = f"The answer broke off. Cause: {cause}. Not complete, so not checked."
    assert seen(app)[1:4] == ["It costs 30 euros [1]", label, "Ask again"]
    assert "Not legal advice.\n\nContact: Town hall, 199" in seen(app)
    assert seen(site.open(c=app.query_params["c"])) == seen(app)


def test_asking_again_asks_the_same_question_of_the_same_bundle(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(PIECES, finish="length"), Words(("It costs 30 euros a year [1].",)))
    app = site.open()
    app.button_group(key="chat.bundle").set_value("town").run()
    asked(app)
    retry = next(button for button in app.button if str(button.key).startswith("chat.retry."))
    retry.click().run()
    questions = [plain(message.markdown[0].value) for message in app.chat_message if message.name == "user"]
    assert questions == [PERMIT, PERMIT]
    assert "It costs 30 euros a year [1]." in seen(app)
    assert app.session_state["chat.bundle"] == "town"


def test_earlier_turns_are_told_without_their_markers(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(Words(("It costs 30 euros [1].",)))
    asked(asked(site.open()), "What does a dog licence cost?")
    assert prompts(chat_server) == 2
    messages = chat_server.requests[1].body["messages"]
    assert isinstance(messages, list)
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "It costs 30 euros."


@pytest.mark.parametrize("language", ["ko", "zh"])
def test_a_failure_is_explained_in_the_readers_language(
    site: Site, chat_server: OpenAIServer, language: Language
) -> None:
    chat_server.chat(Words(PIECES, finish="length"))
    w = words(language)
    label = f"{w.endings['cut-off']} {w.cause.format(cause=w.failures['length'])} {w.not_checked}"
    assert label in seen(asked(site.open(locale=language)))


def test_the_key_and_what_the_server_says_are_shown_nowhere(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(Refusal(401, '{"error": {"message": "Incorrect API key provided: key", "code": "x"}}'))
    assert not [text for text in seen(asked(site.open())) if "Incorrect" in text]
