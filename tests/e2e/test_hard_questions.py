"""A reader asks what no keyword answers: follow-ups, several meanings, comparisons, amounts, unknown agencies."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import answers, ask, settled, text_of

BUDGET = "기관 A 민원상담 AI 사업 예산이 얼마예요?"
SEVERAL = "누리도 교육청 DX 교실 조성 예산"
NEXT_YEAR = "2027년 DX 교실 조성 (누리도 교육청)"
COMPARISON = "가온시청과 한빛공단 차세대 ERP 예산을 비교해 주세요"
TENDER = re.compile(r"\((?:기관 [A-Z]|[^()]*(?:시청|군청|공단|공사|교육청|재단|연구원|병원)[^()]*)\)")
"""How the title of every tender ends: with its agency."""


def opened(page: Page, title: str) -> Locator:
    """Return what an expander of the last answer shows, once it is open."""
    found = answers(page).last.get_by_test_id("stExpander").filter(has_text=title).first
    found.locator("summary").click()
    details = found.get_by_test_id("stExpanderDetails")
    expect(details).to_be_visible()
    return details


def test_a_follow_up_leans_on_the_question_before_until_it_is_asked_on_its_own(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped)
    expect(ask(page, BUDGET)).to_contain_text("890,000,000원")
    answer = ask(page, "사업기간은요?")
    expect(answer).to_contain_text(f"Understood together with: {BUDGET}")
    expect(answer).to_contain_text("계약일로부터 8개월 [1]")
    answer.get_by_role("button", name="Ask it on its own").click()
    expect(answers(page)).to_have_count(3)
    settled(page)
    alone = answers(page).last
    expect(alone).not_to_contain_text("Understood together with")
    expect(alone).not_to_contain_text("계약일로부터 8개월 [1]")


def test_a_question_with_two_meanings_is_answered_from_the_card_that_is_clicked(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped)
    answer = ask(page, SEVERAL)
    expect(answer).to_contain_text("Several of that name")
    answer.get_by_role("button", name=NEXT_YEAR).click()
    expect(answers(page)).to_have_count(2)
    settled(page)
    expect(page.get_by_role("group", name="Chat message from user").last).to_contain_text(SEVERAL)
    chosen = answers(page).last
    expect(chosen.get_by_text(f"[1] {NEXT_YEAR}")).to_be_visible()
    expect(chosen).not_to_contain_text("2026년 DX 교실 조성")


def test_a_comparison_stands_as_a_table_that_cites_both_tenders_after_a_reload_too(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped)
    answer = ask(page, COMPARISON)
    rows = answer.get_by_test_id("stTable").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("차세대 ERP 구축 (가온시청)")
    expect(rows.nth(0)).to_contain_text("520,000,000")
    expect(rows.nth(1)).to_contain_text("차세대 ERP 구축 (한빛공단)")
    assert [row.inner_text().split()[-1] for row in rows.all()] == ["[1]", "[2]"]
    expect(answer.get_by_test_id("stExpander")).to_have_count(2)
    before = text_of(page)
    page.reload()
    expect(answers(page)).to_have_count(1)
    settled(page)
    assert text_of(page) == before


def test_an_amount_written_in_digits_finds_the_tender_that_writes_it_in_words(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped)
    answer = ask(page, "예산이 50,000,000원인 출입통제시스템 사업은?")
    expect(answer).to_contain_text("5천만원(부가세 포함) [1]")
    expect(answer.get_by_text("[1] 출입통제시스템 개선 (미리내항만공사 동항지사)")).to_be_visible()


def test_an_unknown_agency_is_refused_by_name_and_no_tender_of_another_agency_is_presented(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped)
    answer = ask(page, "기관 Z 민원상담 AI 사업 예산 알려줘")
    expect(answer).to_contain_text("No card is about the agency 기관 Z.")
    expect(answer.get_by_text("[1]")).to_have_count(0)
    nearest = opened(page, "Nearest cards").inner_text()
    assert nearest.strip()
    assert not TENDER.search(nearest)


def test_a_refusal_names_the_question_that_the_cards_leave_open(shipped: str, open_page: OpenPage) -> None:
    question = "기관 A 민원상담 AI 사업 낙찰업체 어디예요?"
    answer = ask(open_page(shipped), question)
    expect(answer).to_contain_text(f"This looks like a question the cards leave open: {question}")
