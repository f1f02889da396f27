"""A maintainer moves the threshold until an answer turns into a refusal and back, saves, and reverts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import settled
from tests.e2e.serving import serving
from tests.fakes.town import build_town

QUESTION = "What does a parking permit cost?"


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings file of a town of this module's own."""
    folder = tmp_path_factory.mktemp("thresholds")
    build_town(folder)
    return folder / "config.yaml"


@pytest.fixture(scope="module")
def address(config: Path) -> Iterator[str]:
    """The app over that town, served by a process of its own."""
    with serving(config) as found:
        yield found


@pytest.fixture
def page(address: str, open_page: OpenPage) -> Page:
    """A phone-wide page on the thresholds of a fresh session, with a question to watch."""
    query = f"q={QUESTION.replace(' ', '+')}&b=town"
    opened = open_page(f"{address}/thresholds?{query}", viewport={"width": 390, "height": 900})
    expect(opened.get_by_role("textbox", name="Question to watch")).to_have_value(QUESTION)
    settled(opened)
    return opened


def side(page: Page, name: str) -> Locator:
    """Locate the box of the saved or of the tried settings."""
    return page.locator(f".st-key-thresholds-{name}")


def held(config: Path) -> object:
    return yaml.safe_load(config.read_text(encoding="utf-8"))["confidence"]["threshold"]


def test_the_threshold_turns_an_answer_into_a_refusal_and_back_then_is_saved_and_reverted(
    page: Page, config: Path
) -> None:
    saved, tried = side(page, "saved"), side(page, "tried")
    expect(tried.get_by_text("Answered")).to_be_visible()

    slider = page.get_by_role("slider", name="Low-confidence threshold")
    slider.press("End")
    expect(tried.get_by_text("Refused: Not proven well enough")).to_be_visible()
    expect(saved.get_by_text("Answered")).to_be_visible()

    page.get_by_role("button", name="Undo", exact=True).click()
    expect(tried.get_by_text("Answered")).to_be_visible()
    settled(page)

    slider.press("End")
    expect(tried.get_by_text("Refused")).to_be_visible()
    name = page.get_by_role("textbox", name="Your name")
    name.fill("Kim")
    name.press("Enter")
    page.get_by_role("button", name="Save to config.yaml").click()
    expect(page.get_by_text("Saved to config.yaml.")).to_be_visible()
    expect(saved.get_by_text("Refused")).to_be_visible()
    assert held(config) == 1.0

    page.get_by_role("button", name="Revert").click()
    expect(page.get_by_text("Reverted.")).to_be_visible()
    expect(saved.get_by_text("Answered")).to_be_visible()
    assert held(config) == 0.5
    expect(page.get_by_text("Kim").first).to_be_visible()


def test_the_chat_answers_under_what_is_tried_and_links_back(page: Page) -> None:
    page.get_by_role("slider", name="Low-confidence threshold").press("End")
    expect(side(page, "tried").get_by_text("Refused")).to_be_visible()
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("link", name="Ask").click()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill(QUESTION)
    box.press("Enter")
    expect(page.get_by_text("I don't know").first).to_be_visible()
    page.get_by_role("link", name="Unsaved settings in this session: 1").click()
    expect(page.get_by_role("heading", name="Unsaved changes")).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()


def test_an_edit_of_the_file_outside_is_noticed_without_a_restart(page: Page, config: Path) -> None:
    before = config.read_text(encoding="utf-8")
    try:
        config.write_text(before.replace("threshold: 0.5", "threshold: 5"), encoding="utf-8")
        page.get_by_text("Ranking").click()
        expect(page.get_by_text("got 5 (allowed: 0..1)")).to_be_visible()
        expect(side(page, "saved").get_by_text("Answered")).to_be_visible()
    finally:
        config.write_text(before, encoding="utf-8")
    page.get_by_text("Refusal").click()
    expect(page.get_by_text("got 5 (allowed: 0..1)")).not_to_be_visible()
