"""Greetings, and an answer without cards beside one from cards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.components.words import words
from rag.types import Language
from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, settled
from tests.e2e.serving import serving
from tests.fakes.openai_server import OpenAIServer, Words
from tests.fakes.town import build_town

COST = "What does a parking permit cost?"
GROUNDED, ALONE = "It costs 30 euros", "About 50 euros, I think."
GREETINGS: list[tuple[str, str, Language, str]] = [
    ("hello!", "en-US", "en", "Hello. I answer from cards"),
    ("안녕하세요~", "ko-KR", "ko", "안녕하세요. 카드에서"),
    ("你好呀", "zh-CN", "zh", "您好。我只根据卡片回答"),
]


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, OpenAIServer]]:
    """The app over the town's cards with a chat model on loopback."""
    town: Path = tmp_path_factory.mktemp("modelled")
    build_town(town)
    with OpenAIServer() as model:
        environ = {"OPENAI_API_KEY": "key", "OPENAI_BASE_URL": model.base_url}
        with serving(town / "config.yaml", environ) as address:
            yield address, model


def switch_to_both(page: Page, language: Language) -> None:
    """Switch the cards off and the comparison on, by keyboard where a person would."""
    w = words(language)
    page.get_by_role("button", name=w.answering).click()
    page.get_by_role("switch", name=w.grounded).press("Space")
    settled(page)
    page.get_by_role("switch", name=w.beside).press("Space")
    settled(page)
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("greeting", "locale", "language", "begins"), GREETINGS)
def test_a_greeting_is_answered_in_its_language_without_a_citation(
    modelled: tuple[str, OpenAIServer], open_page: OpenPage, greeting: str, locale: str, language: Language, begins: str
) -> None:
    address, model = modelled
    before = len(model.requests)
    page = open_page(address, locale=locale)
    answer = ask(page, greeting)
    expect(answer).to_contain_text(begins)
    expect(answer).to_contain_text(COST)
    expect(answer).to_contain_text(words(language).direct)
    expect(answer.get_by_test_id("stExpander")).to_have_count(0)
    expect(answer).not_to_contain_text("[1]")
    shown = answer.inner_text()
    page.reload()
    settled(page)
    assert answers(page).last.inner_text() == shown
    assert len(model.requests) == before


@pytest.mark.parametrize(("width", "beside"), [(1200, True), (390, False)])
def test_an_answer_without_cards_stands_beside_the_one_from_cards_and_below_it_on_a_phone(
    modelled: tuple[str, OpenAIServer], open_page: OpenPage, width: int, beside: bool
) -> None:
    address, model = modelled
    model.chat(Words((GROUNDED, " [1].")), Words((ALONE, " [1]")))
    page = open_page(address, viewport={"width": width, "height": 900})
    settled(page)
    switch_to_both(page, "en")
    expect(page.get_by_role("button", name=words("en").not_grounded)).to_be_visible()
    ask(page, COST)
    for _ in range(2):  # as streamed, and as redrawn
        expect(answers(page)).to_have_count(2)
        left, right = answers(page).first, answers(page).last
        expect(left).to_contain_text(f"{GROUNDED} [1].")
        expect(left).to_contain_text("[1] Parking permit")
        expect(left).not_to_contain_text(words("en").not_grounded)
        expect(right).to_contain_text(words("en").not_grounded)
        expect(right).to_contain_text(ALONE)
        expect(right.get_by_test_id("stExpander")).to_have_count(0)
        one, other = left.bounding_box(), right.bounding_box()
        assert one is not None
        assert other is not None
        assert (abs(one["y"] - other["y"]) < 2) == beside
        assert (other["y"] >= one["y"] + one["height"]) != beside
        page.reload()
        settled(page)
