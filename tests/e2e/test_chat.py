import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, box, send, settled, text_of

INVITED = "Invited: how long do I have to apply?"
QUESTIONS = [
    ("en-GB", INVITED, "60 calendar days", "www.canada.ca", "not legal advice"),
    ("ko-KR", "10년짜리 여권 만드는 데 얼마예요?", "52,000원", "www.g4k.go.kr", "법률 자문이 아닙니다"),
    ("zh-CN", "寄贵重物品要声明吗", "声明", "spb.gov.cn", "为准"),
]


@pytest.mark.parametrize(("locale", "question", "fact", "site", "disclaimer"), QUESTIONS)
def test_a_question_is_answered_in_its_language_with_proof_that_opens(
    shipped: str, open_page: OpenPage, locale: str, question: str, fact: str, site: str, disclaimer: str
) -> None:
    page = open_page(shipped, locale=locale)
    expect(page.get_by_role("heading", name="Touchstone")).to_be_visible(timeout=60_000)
    answer = ask(page, question)
    expect(answer).to_contain_text(fact)
    expect(answer).to_contain_text("[1]")
    expect(answer).to_contain_text(re.compile(r"0\.\d\d|1\.00"))
    expect(answer).to_contain_text(disclaimer)
    expect(answer.locator(f"[data-testid=stLinkButton] a[href*='{site}']").last).to_be_visible()
    answer.get_by_text("[1]").last.click()
    quoted = answer.locator("[data-testid=stExpanderDetails] .stMarkdownColoredBackground").first
    expect(quoted).to_be_visible()
    assert quoted.inner_text() in answer.get_by_test_id("stMarkdown").first.inner_text()
    links = answer.locator("[data-testid=stExpanderDetails] a").evaluate_all("all => all.map(one => one.href)")
    assert links[0].startswith("http")
    assert f"{shipped}/corpus?card=" in links[1]


@pytest.mark.parametrize(
    ("locale", "question", "opening"),
    [
        ("en-GB", "Who won the world cup in 1998?", "I don't know"),
        ("ko-KR", "오늘 저녁 메뉴 추천해줘", "답할 수 없습니다"),
        ("zh-CN", "今天晚上吃什么好", "无法回答"),
    ],
)
def test_an_off_topic_question_is_refused_with_the_nearest_cards_and_the_official_site(
    shipped: str, open_page: OpenPage, locale: str, question: str, opening: str
) -> None:
    answer = ask(open_page(shipped, locale=locale), question)
    expect(answer).to_contain_text(opening)
    expect(answer.get_by_test_id("stExpander")).to_have_count(1)
    expect(answer.locator("[data-testid=stLinkButton] a").last).to_be_visible()


def test_a_reload_shows_exactly_what_was_shown_and_the_rating_is_kept(shipped: str, open_page: OpenPage) -> None:
    page = open_page(shipped)
    answer = ask(page, INVITED)
    answer.get_by_role("radio", name="Thumbs down").click()
    expect(answer).to_contain_text("Thank you, noted.")
    answer.get_by_text("Wrong card").click()
    ask(page, "Who won the world cup in 1998?")
    before = text_of(page)
    page.reload()
    expect(answers(page)).to_have_count(2)
    settled(page)
    assert text_of(page) == before
    expect(page.get_by_role("radio", name="Wrong card")).to_be_checked()


def test_the_way_to_a_card_and_back_keeps_the_conversation(shipped: str, open_page: OpenPage) -> None:
    page = open_page(shipped)
    answer = ask(page, INVITED)
    conversation = parse_qs(urlsplit(page.url).query)["c"]
    answer.get_by_text("[1]").last.click()
    answer.get_by_role("link", name="Open the card").first.click()
    expect(page.get_by_role("heading", name="An invitation gives 60 calendar days").first).to_be_visible()
    page.get_by_test_id("stSidebarNavLink").first.click()
    expect(answers(page)).to_have_count(1)
    settled(page)
    assert parse_qs(urlsplit(page.url).query)["c"] == conversation


def test_the_keyboard_is_enough(shipped: str, open_page: OpenPage) -> None:
    page = open_page(shipped)
    box(page).focus()
    settled(page)
    page.keyboard.type(INVITED)
    page.keyboard.press("Enter")
    expect(answers(page)).to_have_count(1)
    settled(page)
    focused = "document.activeElement.innerText"
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if "[1]" in str(page.evaluate(focused)):
            break
    page.keyboard.press("Enter")
    expect(answers(page).last.get_by_role("link", name="Open the card").first).to_be_visible()


def test_a_phone_needs_no_scrolling_sideways_and_shows_what_was_just_asked(shipped: str, open_page: OpenPage) -> None:
    page = open_page(shipped, locale="ko-KR", viewport={"width": 390, "height": 844})
    too_wide = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"""
    box(page)
    settled(page)
    assert page.evaluate(too_wide) == 0
    for question in ("10년짜리 여권 만드는 데 얼마예요?", "아들 국적이탈은 언제까지 하나요?"):
        ask(page, question)
        expect(page.get_by_role("group", name="Chat message from user").last).to_be_in_viewport()
        assert page.evaluate(too_wide) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_are_both_legible(shipped: str, open_page: OpenPage, scheme: str) -> None:
    page = open_page(shipped, color_scheme=scheme)
    answer = ask(page, INVITED)
    paper, ink = (
        page.evaluate(
            f"one => getComputedStyle(one).{name}.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)",
            found.element_handle(),
        )
        for name, found in (("backgroundColor", page.get_by_test_id("stApp")), ("color", answer))
    )
    assert (paper > ink) == (scheme == "light")
    assert abs(paper - ink) > 400
    assert len(page.screenshot()) > 20_000  # an empty page of one colour takes a fifth of that


def test_two_tabs_that_ask_at_once_get_their_own_answers(shipped: str, open_page: OpenPage) -> None:
    first, second = open_page(shipped), open_page(shipped, locale="ko-KR")
    settled(first)
    settled(second)
    send(first, INVITED)
    send(second, "10년짜리 여권 만드는 데 얼마예요?")
    for page, fact in ((first, "60 calendar days"), (second, "52,000원")):
        settled(page)
        expect(answers(page)).to_have_count(1)
        expect(answers(page)).to_contain_text(fact)
