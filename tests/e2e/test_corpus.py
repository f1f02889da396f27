import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.e2e.conftest import SLOW_PIECES, OpenPage
from tests.e2e.screen import START_MS, answers, send, settled
from tests.e2e.serving import serving
from tests.fakes.corpus import write_card
from tests.fakes.openai_server import OpenAIServer, Words
from tests.fakes.town import HOSTILE, write_settings

FEE = "consular/passport/con-passport-fee-ten-year"
BUILD_MS = 60_000
"""A build starts a process that loads what it needs."""

NO_SIDEWAYS = "() => (main => main.scrollWidth <= main.clientWidth)(document.querySelector('[data-testid=stMain]'))"


@pytest.fixture
def slow_town(town: Path) -> Iterator[str]:
    """The app over this test's own town, with a chat model that takes ten seconds for an answer."""
    with OpenAIServer() as model:
        model.chat(Words((*SLOW_PIECES, "[1]."), delay_s=0.25))
        settings = yaml.safe_load((town / "config.yaml").read_text(encoding="utf-8"))
        settings["chat_model"] |= {"deadline_s": 60, "read_timeout_s": 10}
        write_settings(town / "config.yaml", settings)
        with serving(town / "config.yaml", {"OPENAI_API_KEY": "key", "OPENAI_BASE_URL": model.base_url}) as address:
            yield address


def lines(page: Page) -> list[str]:
    settled(page)
    return page.locator(".st-key-corpus-lines button").all_inner_texts()


def fits(page: Page) -> None:
    """Wait until the page needs no scrolling sideways: what stands in for late parts may be wider than they are."""
    page.wait_for_function(NO_SIDEWAYS)


def open_corpus(open_page: OpenPage, address: str, query: str = "", **options: object) -> Page:
    page = open_page(f"{address}/corpus{query}", **options)
    expect(page.get_by_text("All cards").or_(page.get_by_text("모든 카드")).first).to_be_visible(timeout=START_MS)
    settled(page)
    return page


def test_a_reader_filters_opens_a_card_and_hands_the_link_on(shipped: str, open_page: OpenPage) -> None:
    page = open_corpus(open_page, shipped)
    find = page.get_by_label("Find cards")
    find.fill("passport fee")
    find.press("Enter")
    expect(page).to_have_url(re.compile(r"q=passport"))
    page.get_by_text("Filters", exact=True).click()
    page.get_by_role("button", name="Fee ·").click()
    expect(page.get_by_text("Filters (1 active)")).to_be_visible()
    found = lines(page)
    assert found
    page.locator(".st-key-corpus-lines button").first.click()
    expect(page).to_have_url(re.compile(r"type=Fee.*card=|card=.*type=Fee"))
    card = page.locator(".st-key-corpus-card")
    expect(card.get_by_role("heading").first).to_be_visible()
    expect(card.get_by_role("link", name="Official page")).to_be_visible()
    settled(page)
    title = card.get_by_role("heading").first.inner_text()
    assert title in found[0]

    other = open_page(page.url)
    expect(other.locator(".st-key-corpus-card").get_by_role("heading").first).to_have_text(title)
    assert lines(other) == lines(page)


def test_a_link_in_a_card_stays_in_the_app_and_the_back_button_returns(shipped: str, open_page: OpenPage) -> None:
    page = open_corpus(open_page, shipped, f"?card={quote(FEE, safe='')}")
    heading = page.locator(".st-key-corpus-card").get_by_role("heading").first
    expect(heading).to_be_visible()
    before, tabs = heading.inner_text(), len(page.context.pages)
    link = page.locator("[class*='st-key-corpus-open-body']").get_by_role("button").first
    wanted = link.inner_text()
    link.scroll_into_view_if_needed()
    link.click()
    expect(heading).not_to_have_text(before)
    settled(page)
    assert heading.inner_text() in wanted
    expect(heading).to_be_in_viewport()
    assert len(page.context.pages) == tabs
    page.go_back()
    expect(heading).to_have_text(before)


def test_on_a_phone_the_card_takes_the_place_of_the_list(shipped: str, open_page: OpenPage) -> None:
    page = open_corpus(open_page, shipped, locale="ko-KR", viewport={"width": 390, "height": 844})
    fits(page)
    opener = page.locator(".st-key-corpus-lines button").nth(9)
    opener.scroll_into_view_if_needed()
    opener.click()
    heading = page.locator(".st-key-corpus-card").get_by_role("heading").first
    expect(heading).to_be_in_viewport()
    expect(page.locator(".st-key-corpus-list")).to_be_hidden()
    settled(page)
    fits(page)
    page.get_by_role("button", name="목록으로").click()
    expect(page.locator(".st-key-corpus-list")).to_be_visible()


@pytest.mark.parametrize("view", ["health", "index"])
def test_health_and_index_fit_a_phone(shipped: str, open_page: OpenPage, view: str) -> None:
    page = open_page(f"{shipped}/corpus?view={view}", viewport={"width": 390, "height": 844})
    expect(page.get_by_role("radio", name=view.title())).to_be_checked(timeout=START_MS)
    settled(page)
    fits(page)


def test_a_hostile_card_asks_no_other_host_for_anything(slow_town: str, open_page: OpenPage) -> None:
    page = open_corpus(open_page, slow_town, f"?card={quote(HOSTILE, safe='')}")
    card = page.locator(".st-key-corpus-card")
    expect(card.get_by_text("warning · speaks to a model")).to_be_visible()
    assert card.locator("img").count() == 0
    assert card.locator("a[href*=evil]").count() == 0


def test_a_new_version_is_built_while_another_tab_chats(slow_town: str, town: Path, open_page: OpenPage) -> None:
    chat = open_page(slow_town)
    settled(chat)
    page = open_page(f"{slow_town}/corpus?view=index")
    build = page.get_by_role("button", name="Build a new version")
    expect(build).to_be_enabled(timeout=START_MS)
    write_card(town / "okf", "town/square/clock", "The clock strikes at noon.")

    send(chat, "What does a parking permit cost?")
    expect(answers(chat).last).to_contain_text("word1")
    build.click()
    expect(page.get_by_text("texts embedded")).to_be_visible(timeout=BUILD_MS)

    settled(chat)
    expect(answers(chat).last).to_contain_text("word40 [1].")
    assert "Parking permit" in answers(chat).last.inner_text()
    page.get_by_role("radio", name="Cards").click()
    find = page.get_by_label("Find cards")
    find.fill("clock")
    find.press("Enter")
    expect(page.locator(".st-key-corpus-lines button")).to_have_text([re.compile("clock")])
