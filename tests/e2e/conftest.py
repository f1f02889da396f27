"""A browser, servers with the shipped cards and with a small town's, and a watch over every request."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect, sync_playwright

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from tests.e2e.serving import ROOT, serving
from tests.fakes.openai_server import OpenAIServer, Words
from tests.fakes.town import build_town, write_settings

FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
SLOW_PIECES = tuple(f"word{number} " for number in range(1, 41))
"""What the slow model says, a piece every quarter of a second."""

PATIENCE_MS = 20_000
"""Hundreds of times what a step takes on an idle machine; a busy one imports the chat client for seconds."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The Chromium that the machine has. Without one these tests are skipped, but fail where CI is set."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        message = "no Chromium is installed; on Debian: apt-get install chromium fonts-noto-cjk"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=found, args=FLAGS.split()) as app:
        yield app


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[OpenPage]:
    """Open an address in a new browser context; its options are those of `Browser.new_context`.

    A page that asks another host for anything, or whose scripts fail, fails its test.
    """
    contexts, foreign, failed = [], [], []

    def opened(address: str, **options: object) -> Page:
        context = chromium.new_context(**{"locale": "en-US", **options})  # type: ignore[arg-type]  # as documented
        contexts.append(context)
        home = urlsplit(address).netloc
        context.on(
            "request",
            lambda request: foreign.append(request.url) if urlsplit(request.url).netloc not in ("", home) else None,
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert foreign == []
    assert failed == []


@pytest.fixture(scope="session")
def shipped(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the shipped cards with the packaged embedder and no chat model.

    Model and vectors stay in pytest's cache folder, so that only the first session waits for them.
    """
    assert pytestconfig.cache is not None
    folder = tmp_path_factory.mktemp("shipped")
    values = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    values["corpus"]["path"] = str(ROOT / "okf")
    values["data"]["path"] = str(pytestconfig.cache.mkdir("shipped-data"))
    values["history"]["url"] = f"sqlite:///{folder / 'history.sqlite'}"
    write_settings(folder / "config.yaml", values)
    settings = load_settings(folder / "config.yaml")
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)
    with serving(folder / "config.yaml") as address:
        yield address


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with the town's cards, its index and `config.yaml`; no server yet."""
    build_town(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app over the town's cards with a chat model that takes ten seconds for an answer."""
    town = tmp_path_factory.mktemp("slow")
    build_town(town)
    with OpenAIServer() as model:
        model.chat(Words((*SLOW_PIECES, "[1]."), delay_s=0.25))
        settings = yaml.safe_load((town / "config.yaml").read_text(encoding="utf-8"))
        settings["chat_model"] |= {"deadline_s": 60, "read_timeout_s": 10}
        write_settings(town / "config.yaml", settings)
        with serving(town / "config.yaml", {"OPENAI_API_KEY": "key", "OPENAI_BASE_URL": model.base_url}) as address:
            yield address
