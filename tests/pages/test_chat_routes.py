"""Greetings, rewrites and the switches of the chat."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.words import words
from rag.history.store import open_history
from rag.types import Language
from tests.fakes.openai_server import OpenAIServer, Words, error
from tests.pages.conftest import Site
from tests.pages.seen import seen

PERMIT = "What does a parking permit cost?"
QUOTED = "A parking permit costs 30 euros a year. [1]\n\nResidents over 70 pay nothing for a parking permit. [1]"
ALONE = Words(("About 50 euros [1], ", "I think."))
GROUNDED = Words(("It costs 30 euros [1].",))


def asked(app: AppTest, question: str) -> AppTest:
    app.chat_input[0].set_value(question).run()
    assert not app.exception
    return app


def switch(app: AppTest, *keys: str) -> AppTest:
    for key in keys:
        found = app.toggle(key=key)
        found.set_value(not found.value).run()
    assert not app.exception
    return app


def conversation(app: AppTest) -> str:
    found = app.query_params["c"]
    return found if isinstance(found, str) else found[0]


def reload(site: Site, app: AppTest, locale: str = "en-US") -> AppTest:
    return site.open(locale=locale, c=conversation(app))


GREETINGS: list[tuple[str, str, Language, str]] = [
    ("hello!", "en-US", "en", "Hello. I answer from cards"),
    ("안녕하세요", "ko-KR", "ko", "안녕하세요. 카드에서"),
    ("你好", "zh-CN", "zh", "您好。我只根据卡片回答"),
]


@pytest.mark.parametrize(("greeting", "locale", "language", "begins"), GREETINGS)
def test_a_greeting_says_what_can_be_asked_cites_nothing_and_is_redrawn_the_same(
    site: Site, greeting: str, locale: str, language: Language, begins: str
) -> None:
    app = asked(site.open(locale=locale), greeting)
    w, shown = words(language), seen(app)
    assert shown[0] == greeting
    assert shown[1].startswith(begins)
    assert "What does a parking permit cost?" in shown[1]
    assert shown[2] == w.direct
    assert len(shown) == 3  # neither sources nor confidence nor closing nor rating
    assert seen(reload(site, app, locale)) == shown


def test_a_rewrite_repeats_the_last_answers_lines_without_markers(site: Site) -> None:
    app = asked(asked(site.open(), PERMIT), "shorter please")
    said = next(text for text in seen(app) if text.startswith("Without a chat model"))
    assert said.split("\n\n")[1:] == [line.removesuffix(" [1]") for line in QUOTED.split("\n\n")]


def test_a_rewrite_by_the_model_says_who_wrote_it(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(GROUNDED, Words(("30 euros [1].",)))
    app = asked(asked(site.open(), PERMIT), "shorter please")
    shown = seen(app.chat_message[3])
    assert shown[:2] == ["30 euros.", words("en").direct_by_model]


def test_without_a_model_the_switches_are_off_and_say_what_is_missing(site: Site) -> None:
    app = site.open()
    assert app.toggle(key="chat.grounded").disabled
    assert app.toggle(key="chat.grounded").value is True
    assert app.toggle(key="chat.beside").disabled
    assert words("en").needs_model in [caption.value for caption in app.caption]
    assert "chat.fine_tuned" not in [toggle.key for toggle in app.toggle]


def test_an_ungrounded_answer_is_marked_has_no_citation_and_is_redrawn_the_same(
    site: Site, chat_server: OpenAIServer
) -> None:
    chat_server.chat(ALONE)
    app = asked(switch(site.open(), "chat.grounded"), PERMIT)
    w, shown = words("en"), seen(app.chat_message[1])
    assert "not_grounded" not in shown
    assert f":orange-badge[:material/warning: {w.not_grounded}]" in shown[0]
    assert shown[1:3] == [w.not_grounded_means, "About 50 euros, I think."]
    assert not any(text.startswith(("Sources", "[1]", "Read on", "Nearest")) for text in shown)
    assert w.unknown_markers.format(count=1) in shown
    assert "Not legal advice." not in "\n".join(shown)  # which says that the words are from cards
    assert seen(reload(site, app)) == seen(app)


def test_both_answers_stand_side_by_side_and_are_redrawn_the_same(site: Site, chat_server: OpenAIServer) -> None:
    chat_server.chat(GROUNDED, ALONE)
    app = asked(switch(site.open(), "chat.grounded", "chat.beside"), PERMIT)
    w = words("en")
    left, right = (seen(column) for column in app.main.columns[-2:])
    assert w.from_cards in left[0]
    assert "It costs 30 euros [1]." in left
    assert "[1] Parking permit · human-reviewed" in left
    assert w.not_grounded in right[0]
    assert "About 50 euros, I think." in right
    assert "[1] Parking permit · human-reviewed" not in right
    assert seen(reload(site, app)) == seen(app)
    with open_history(f"sqlite:///{site.settings.parent / 'history.sqlite'}") as store:
        question, grounded, alone = store.messages(conversation(app))
    assert (grounded.question_id, alone.question_id) == (question.id, question.id)
    assert (grounded.use_rag, alone.use_rag, alone.status) == (True, False, "ungrounded")


def test_a_model_that_fails_without_cards_says_why_and_offers_to_ask_again(
    site: Site, chat_server: OpenAIServer
) -> None:
    chat_server.chat(error(429, "insufficient_quota"))
    app = asked(switch(site.open(), "chat.grounded"), PERMIT)
    w, shown = words("en"), seen(app.chat_message[1])
    assert any(text.startswith(w.endings["failed"]) for text in shown)
    assert w.retry in shown


def test_the_fine_tuned_model_is_offered_where_it_is_named_and_stays_said(
    site: Site, chat_server: OpenAIServer
) -> None:
    site.change({"chat_model": {"fine_tuned": "tuned-1"}})
    chat_server.chat(GROUNDED)
    app = asked(switch(site.open(), "chat.fine_tuned"), PERMIT)
    assert chat_server.requests[-1].body["model"] == "tuned-1"
    assert any(text.startswith(words("en").by_fine_tuned) for text in seen(app))
    assert seen(reload(site, app)) == seen(app)


def test_switches_are_kept_on_the_way_to_another_page(site: Site, chat_server: OpenAIServer) -> None:
    app = switch(site.open(), "chat.grounded")
    app.switch_page("corpus.py").run()
    app.switch_page("chat.py").run()
    assert app.toggle(key="chat.grounded").value is False


def test_the_inspector_says_that_nothing_was_searched(site: Site) -> None:
    app = site.open()
    app.query_params["q"] = "hello"
    app.switch_page("inspector.py").run()
    assert not app.exception
    shown = seen(app)
    assert "Nothing was searched for this message, so there is nothing to inspect." in shown
    assert "Route\nmay cite: 0" in shown
