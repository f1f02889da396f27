import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, settled, text_of

TOO_WIDE = """() => [...document.querySelectorAll('[data-testid=stMain] *')]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"""

WIDGETS = ("stNumberInputField", "stSelectbox", "stDateInput", "stCheckbox")


def choose(page: Page, form: Locator, number: int, option: str) -> None:
    """Choose an option of the form's nth list by keyboard: open it, type, press Enter."""
    form.get_by_test_id("stSelectbox").nth(number).get_by_role("combobox").focus()
    page.keyboard.type(option)
    page.keyboard.press("Enter")


def fill(page: Page, degree: str) -> Locator:
    """Fill in the first CRS form by keyboard: 31 years, a degree, CLB 8 throughout, 1 year in Canada, 3 abroad."""
    form = page.get_by_test_id("stForm").first
    ages = form.get_by_test_id("stNumberInputField")
    for number, years in enumerate(("31", "1", "3")):
        ages.nth(number).fill(years)
    choose(page, form, 0, degree)
    for ability in range(1, 5):
        choose(page, form, ability, "8")
    return form


@pytest.mark.parametrize(
    ("locale", "question", "degree", "total", "lever"),
    [
        ("en-GB", "what is my CRS score", "Bachelor", "427 points", "CLB 9 in all four"),
        ("ko-KR", "내 CRS 점수 계산해줘", "학사", "427점", "네 영역 모두 CLB 9"),
        ("zh-CN", "算一下我的CRS分数", "学士", "427分", "四项都达到CLB 9"),
    ],
)
def test_the_crs_form_leads_to_levers_and_a_reload_shows_the_same(
    shipped: str, open_page: OpenPage, locale: str, question: str, degree: str, total: str, lever: str
) -> None:
    page = open_page(shipped, locale=locale)
    ask(page, question)
    fill(page, degree)
    page.get_by_test_id("stBaseButton-primaryFormSubmit").press("Enter")
    expect(answers(page)).to_have_count(2)
    settled(page)
    result = answers(page).last
    expect(result.get_by_role("heading", name=total)).to_be_visible()
    expect(result.get_by_role("row").filter(has_text=lever)).to_contain_text("+44")
    expect(result.get_by_role("link", name="[2]")).to_have_attribute(
        "href", "corpus?card=immigration%2Fcrs%2Fimm-crs-age&lang=" + locale[:2]
    )
    before, widgets = text_of(page), [page.get_by_test_id(name) for name in WIDGETS]
    counts = [widget.count() for widget in widgets]
    page.reload()
    for widget, count in zip(widgets, counts, strict=True):
        expect(widget).to_have_count(count)  # widgets are fetched when they are drawn: later than the words
    expect(page.get_by_test_id("stMain")).to_contain_text("공공조달")  # the last thing on the page
    settled(page)
    assert text_of(page) == before


@pytest.mark.parametrize(
    ("locale", "question", "told"),
    [
        ("ko-KR", "2026년 8월 20일에서 90일 뒤는 몇 월 며칠이에요", "2026년 11월 18일(수)"),
        ("zh-CN", "2026年7月20日再过四十五天是几号", "2026年9月3日（星期四）"),
    ],
)
def test_a_date_is_computed_with_its_receipt(
    shipped: str, open_page: OpenPage, locale: str, question: str, told: str
) -> None:
    answer = ask(open_page(shipped, locale=locale), question)
    expect(answer.get_by_role("heading", name=told)).to_be_visible()
    answer.get_by_test_id("stExpander").first.click()
    expect(answer).to_contain_text("clock-second-derivation")


def test_an_answer_from_a_card_offers_the_last_day_and_one_press_computes_it(shipped: str, open_page: OpenPage) -> None:
    page = open_page(shipped)
    answer = ask(page, "invited on 3 March 2026, so my last day to submit is?")
    expect(answer).to_contain_text("60 calendar days")
    answer.get_by_test_id("stBaseButton-primaryFormSubmit").click()
    expect(answers(page)).to_have_count(2)
    expect(answers(page).last.get_by_role("heading", name="Saturday, 2026-05-02")).to_be_visible()


def test_a_phone_shows_form_and_result_without_scrolling_sideways_and_nothing_moves_while_it_is_filled(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped, locale="zh-CN", viewport={"width": 390, "height": 844})
    ask(page, "算一下我的CRS分数")
    assert page.evaluate(TOO_WIDE) == 0
    button = page.get_by_test_id("stBaseButton-primaryFormSubmit")
    before = button.evaluate("one => one.offsetTop")
    fill(page, "学士")
    assert button.evaluate("one => one.offsetTop") == before
    expect(answers(page)).to_have_count(1)
    button.click()
    expect(answers(page)).to_have_count(2)
    settled(page)
    expect(answers(page).last.get_by_role("heading", name="427分")).to_be_in_viewport()
    assert page.evaluate(TOO_WIDE) == 0
