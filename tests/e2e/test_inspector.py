"""A reviewer opens the search behind an answer, and finds out what would bring another card in."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import ask, settled
from tests.e2e.serving import serving
from tests.fakes.town import DOG, town_settings, write_settings

QUESTION = "What does a parking permit cost?"
PATIENCE_MS = 20_000
"""What a page may take on a loaded machine."""


@pytest.fixture
def address(town: Path) -> Iterator[str]:
    """The app over the town's cards; one card is presented, so that others are below the cut."""
    changes = {"context": {"top_k": 1, "evidence": 1}}
    write_settings(town / "config.yaml", town_settings(town / "okf", town / "data", changes))
    with serving(town / "config.yaml") as found:
        yield found


def test_a_card_s_smallest_change_is_found_on_the_first_page_a_fresh_server_serves(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(f"{address}/inspector?q={quote(QUESTION)}&b=town&card={quote(DOG)}")
    expect(page.get_by_text("only the first 1 cards are presented")).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Find the smallest change").click()
    smallest = re.compile(r"Smallest change of a setting: cards presented \(top k\): 1 → \d")
    expect(page.get_by_text(smallest)).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text(re.compile(r"Asked again \d+ times; every change shown was tried"))).to_be_visible()
    mark = page.locator("mark", has_text="cost").first
    expect(mark).to_have_css("text-decoration-line", "underline")


def test_an_answer_s_search_opens_from_the_chat_and_a_row_puts_its_card_into_focus(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address)
    ask(page, QUESTION).get_by_role("link", name="Why these cards?").click()
    expect(page.get_by_role("heading", name="The way of the question")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("This is the search behind an answer of")).to_be_visible()
    assert re.search(r"/inspector\?m=[\w-]+", page.url)
    expect(page.get_by_role("textbox", name="Question")).to_have_value(QUESTION)
    settled(page)

    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    third_row = 35 * 3 + 17  # rows are 35 px high, the first holds the names of the columns
    table.click(position={"x": 17, "y": third_row})
    page.wait_for_url(re.compile("card="))
    chosen = page.url.rpartition("card=")[2].replace("%2F", "/")
    picked = page.get_by_role("combobox", name="Card", exact=True)
    expect(picked).to_have_value(re.compile(re.escape(chosen)), timeout=PATIENCE_MS)
