"""A reviewer opens the search behind an answer, and finds out what would bring another card in."""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.e2e.served_town import served, write_site
from tests.fakes.town import DOG

CHROMIUM = "/usr/bin/chromium"
QUESTION = "What does a parking permit cost?"
PATIENCE_MS = 20_000
"""What a page may take on a loaded machine."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the town's cards; one card is presented, so that others are below the cut."""
    config = write_site(tmp_path_factory.mktemp("inspected"), {"context": {"top_k": 1, "evidence": 1}})
    with served(config) as found:
        yield found


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """A fresh session; it fails when the page asks another host for anything."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        opened = browser.new_context(locale="en-US", viewport={"width": 1200, "height": 900}).new_page()
        opened.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        elsewhere: list[str] = []
        own = {urlsplit(address).netloc, ""}
        opened.on("request", lambda request: elsewhere.extend({urlsplit(request.url).netloc} - own))
        yield opened
        browser.close()
        assert elsewhere == []


def test_a_card_s_smallest_change_is_found_on_the_first_page_a_fresh_server_serves(page: Page, address: str) -> None:
    page.goto(f"{address}/inspector?q={quote(QUESTION)}&b=town&card={quote(DOG)}")
    expect(page.get_by_text("only the first 1 cards are presented")).to_be_visible()
    page.get_by_role("button", name="Find the smallest change").click()
    expect(
        page.get_by_text(re.compile(r"Smallest change of a setting: cards presented \(top k\): 1 → \d"))
    ).to_be_visible()
    expect(page.get_by_text(re.compile(r"Asked again \d+ times; every change shown was tried"))).to_be_visible()
    mark = page.locator("mark", has_text="cost").first
    expect(mark).to_have_css("text-decoration-line", "underline")


def test_an_answer_s_search_opens_from_the_chat_and_a_row_puts_its_card_into_focus(page: Page, address: str) -> None:
    page.goto(address)
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(QUESTION)
    box.press("Enter")
    page.get_by_role("link", name="Why these cards?").click()
    expect(page.get_by_role("heading", name="The way of the question")).to_be_visible()
    expect(page.get_by_text("This is the search behind an answer of")).to_be_visible()
    assert re.search(r"/inspector\?m=[\w-]+", page.url)
    expect(page.get_by_role("textbox", name="Question")).to_have_value(QUESTION)

    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    third_row = 35 * 3 + 17  # rows are 35 px high, the first holds the names of the columns
    table.click(position={"x": 17, "y": third_row})
    page.wait_for_url(re.compile("card="))
    chosen = page.url.rpartition("card=")[2].replace("%2F", "/")
    expect(page.get_by_role("combobox", name="Card", exact=True)).to_have_value(re.compile(re.escape(chosen)))
    expect(page.get_by_text("Why not this card?")).to_be_visible()
