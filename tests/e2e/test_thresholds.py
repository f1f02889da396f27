"""A maintainer moves the threshold until an answer turns into a refusal and back, saves, and reverts."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Locator, Page, expect, sync_playwright

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from rag.index.embedding.model_folder import ModelSettings
from tests.fakes.town import town_settings, write_town
from tests.rag.index.embedding.tiny_model import write_tiny_model

ROOT = Path(__file__).parents[2]
START_S = 60
CHROMIUM = "/usr/bin/chromium"
QUESTION = "What does a parking permit cost?"


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Settings over the town's cards and an index of them."""
    folder = tmp_path_factory.mktemp("town")
    write_town(folder / "okf")
    (folder / "data" / "models").mkdir(parents=True)
    model = ModelSettings(
        name="tiny",
        revision="1",
        dimensions=2,
        max_tokens=512,
        pooling="mean",
        question_prefix="east ",
        card_prefix="east ",
    )
    write_tiny_model(folder / "data" / "models" / "tiny", model)
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(town_settings(folder / "okf", folder / "data"), allow_unicode=True))
    settings = load_settings(path)
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)
    return path


@pytest.fixture(scope="module")
def address(config: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app's address, served by a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with (tmp_path_factory.mktemp("log") / "app.log").open("wb") as log:
        app = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environ | {"TOUCHSTONE_CONFIG": str(config)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/_stcore/health", app)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(app.pid, signal.SIGTERM)
            app.wait(15)


def wait_for(health: str, app: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + START_S
    while time.monotonic() < ends:
        assert app.poll() is None, "the app ended while starting"
        try:
            with urllib.request.urlopen(health, timeout=2) as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the app was not up after {START_S} s")


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """A phone-wide page on the thresholds of a fresh session, with a question to watch."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(locale="en-US", viewport={"width": 390, "height": 900})
        opened = context.new_page()
        opened.goto(f"{address}/thresholds?q={QUESTION.replace(' ', '+')}&b=town")
        expect(opened.get_by_role("textbox", name="Question to watch")).to_have_value(QUESTION)
        yield opened
        browser.close()


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
