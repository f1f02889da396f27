import re
import shutil
from pathlib import Path

from playwright.sync_api import expect

from rag.history.store import open_history
from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, send, settled, text_of
from tests.e2e.serving import serving
from tests.fakes.town import PERMIT

QUESTION = "What does a parking permit cost?"


def test_stopping_keeps_what_was_shown_labels_it_and_offers_to_ask_again(slow: str, open_page: OpenPage) -> None:
    page = open_page(slow)
    settled(page)
    send(page, QUESTION)
    answer = answers(page).last
    expect(answer).to_contain_text("word3")
    expect(answer).to_contain_text("Writing from 3 cards · Not complete, so not checked.")
    expect(page.get_by_role("heading", name="Touchstone")).to_have_count(0)
    answer.get_by_role("button", name="Stop").click()
    expect(answer).to_contain_text("Stopped before the end. Not complete, so not checked.")
    settled(page)
    expect(answer.get_by_role("button", name="Ask again")).to_be_visible()
    assert "word40" not in text_of(page)
    before = text_of(page)
    page.reload()
    expect(answers(page)).to_have_count(1)
    settled(page)
    assert text_of(page) == before


def test_a_closed_tab_leaves_a_labelled_answer_behind(slow: str, open_page: OpenPage) -> None:
    page = open_page(slow)
    settled(page)
    send(page, QUESTION)
    expect(answers(page).last).to_contain_text("word3")
    address = page.url
    page.close()
    again = open_page(address)
    expect(answers(again)).to_have_count(1, timeout=60_000)
    expect(answers(again)).to_contain_text("word1")
    expect(answers(again)).to_contain_text("Stopped before the end.")


def test_a_fresh_server_whose_first_request_is_a_card_builds_the_index_and_shows_it(
    town: Path, open_page: OpenPage
) -> None:
    shutil.rmtree(town / "data" / "index")
    with serving(town / "config.yaml") as address:
        page = open_page(f"{address}/corpus?card={PERMIT}")
        expect(page.get_by_text("Preparing the cards for search")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("heading", name="Parking permit").first).to_be_visible(timeout=60_000)
        expect(page.get_by_test_id("stSidebarNavLink").first).to_have_text(re.compile("Ask$"))


def test_a_fresh_server_whose_first_request_is_a_conversation_shows_it_and_hostile_cards_stay_inert(
    town: Path, open_page: OpenPage
) -> None:
    with open_history(f"sqlite:///{town / 'data' / 'history.sqlite'}") as history:
        conversation = history.start_conversation("town")
        history.add_question(conversation, "![x](http://evil.example/q.png) <b>bold</b> $5$")
    with serving(town / "config.yaml") as address:
        page = open_page(f"{address}/?c={conversation}")
        asked = page.get_by_role("group", name="Chat message from user")
        expect(asked.get_by_text("<b>bold</b> $5$")).to_be_visible(timeout=60_000)
        answer = ask(page, "Do bonfires need a licence?")
        answer.get_by_text("[1]").last.click()
        expect(answer.get_by_text("green-badge[Verified]").last).to_be_visible()
        for selector in ("img", "script", "[href*=evil]", ".katex", ".stMarkdownBadge"):
            expect(page.get_by_test_id("stMain").locator(selector)).to_have_count(0)
