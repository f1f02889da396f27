import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.screen import ask, settled

QUESTION = "挂号信没保价丢了怎么赔"
ANSWER = "没保价的给据邮件按实际损失赔，最高不超过所收资费的三倍"
NARROW = {"width": 390, "height": 844}


def turn(place: Locator, name: str, text: str) -> Locator:
    """Return the paragraph in which someone, named in words, says something."""
    bold = place.page.locator("strong", has_text=re.compile(f"^{name}$"))
    return place.locator("p", has=bold).filter(has_text=text)


def cited_dialogue(page: Page) -> Locator:
    """Ask the dialogues and return the citation of the answer, opened."""
    settled(page)
    page.get_by_test_id("stMain").get_by_text("邮政客服对话", exact=True).click()
    answer = ask(page, QUESTION)
    expect(answer).to_contain_text(f"客服: 谢谢。{ANSWER}")
    citation = answer.get_by_test_id("stExpander").filter(has_text="挂号信寄丢了").first
    expect(citation).to_contain_text("未核实 · 虚构示例")
    citation.locator("summary").click()
    return citation


@pytest.mark.parametrize("options", [{}, {"viewport": NARROW}], ids=["wide", "narrow"])
def test_a_dialogue_citation_is_shown_as_turns_with_the_quoted_ones_marked(
    shipped: str, open_page: OpenPage, options: dict[str, object]
) -> None:
    citation = cited_dialogue(open_page(shipped, locale="zh-CN", **options))
    expect(citation).to_contain_text("这是客户与客服的对话，不是官方原文。")
    for name, text, quoted in (
        ("客户", "挂号信寄丢了，没有保价，能赔多少？", True),
        ("客服", "请问单号是多少？", False),
        ("客户", "[单号]，我叫[姓名]，电话[电话]。", False),
        ("客服", ANSWER, True),
    ):
        said = turn(citation, name, text)
        expect(said).to_be_visible()
        expect(said.locator(".stMarkdownColoredBackground")).to_have_count(int(quoted))
    box = citation.bounding_box()
    assert box is not None
    for side in citation.locator("p").all():
        inside = side.bounding_box()
        assert inside is not None
        assert box["x"] <= inside["x"]
        assert inside["x"] + inside["width"] <= box["x"] + box["width"]


def test_the_card_of_a_dialogue_is_shown_as_turns_and_leads_to_the_official_page(
    shipped: str, open_page: OpenPage
) -> None:
    page = open_page(shipped, locale="zh-CN")
    cited_dialogue(page).get_by_role("link", name="打开卡片").click()
    main = page.get_by_test_id("stMain")
    expect(page.get_by_role("heading", name="挂号信寄丢了").first).to_be_visible()
    expect(turn(main, "客户", "三倍是按信里东西的价值算吗？")).to_be_visible()
    expect(turn(main, "客服", "不是，是按您寄信时交的资费算。")).to_be_visible()
    expect(main.locator("a[href*='flk.npc.gov.cn']").first).to_be_visible()
