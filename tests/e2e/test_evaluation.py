"""A maintainer measures, stops, measures to the end, moves the threshold, and looks into a question that failed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.serving import serving
from tests.fakes.town import BUS, DOG, PERMIT
from tests.fakes.town_questions import NOISE, RESIDENTS, write_questions, write_town_report
from tests.rag.evaluation.made import make_case, not_covered

MANY = 1500
"""Questions beside the seven, so that a run lasts long enough to be stopped: ten seconds or more."""

PHONE = {"width": 390, "height": 900}


@pytest.fixture
def address(town: Path) -> Iterator[str]:
    """The app over the town's cards, with seven labelled questions and a saved report of three."""
    write_questions(town)
    noise = (("cosine", 0.0), ("bm25_self", 0.25))  # a confidence of 0.73
    report = (
        make_case("residents", question=RESIDENTS, expected=(PERMIT,), fused=(DOG, PERMIT)),
        not_covered("noise", question=NOISE, status="answerable", parts=noise, confidence=0.73),
        make_case("bus", bundle="chengshi", expected=(BUS,), fused=(BUS,)),
    )
    write_town_report(town, report)
    with serving(town / "config.yaml") as found:
        yield found


def main(page: Page) -> Locator:
    """The page without Streamlit's own bar, which has a stop button too."""
    return page.get_by_test_id("stMainBlockContainer")


def test_a_run_shows_progress_and_can_be_stopped(address: str, town: Path, open_page: OpenPage) -> None:
    write_questions(town, more=MANY)
    page = open_page(f"{address}/evaluation", viewport=PHONE)
    start = main(page).get_by_role("button", name=f"Measure {MANY + 7} questions again")
    start.click()
    expect(main(page).get_by_role("progressbar")).to_be_visible()
    expect(main(page).get_by_text(f"of {MANY + 7} questions")).to_be_visible()
    main(page).get_by_role("button", name="Stop").click()
    expect(main(page).get_by_role("progressbar")).not_to_be_visible()
    expect(start).to_be_enabled()
    expect(main(page).get_by_text("Saved report over 3 questions")).to_be_visible()


def test_a_run_to_the_end_is_told_with_what_changed_since_the_report(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/evaluation", viewport=PHONE)
    main(page).get_by_role("button", name="Measure 7 questions again").click()
    expect(main(page).get_by_text("Measured by this app over 7 questions")).to_be_visible()
    expect(main(page).get_by_text("Best card: 1 better, 0 worse")).to_be_visible()
    expect(main(page).get_by_text("since the report").first).to_be_visible()


def test_the_threshold_flips_a_question_and_a_failure_is_one_click_from_the_inspector(
    address: str, open_page: OpenPage
) -> None:
    page = open_page(f"{address}/evaluation?evaluation.threshold=0.7", viewport=PHONE)
    expect(main(page).get_by_text("No question flips.")).to_be_visible()
    slider = main(page).get_by_role("slider", name="Low-confidence threshold")
    for _ in range(5):
        slider.press("ArrowRight")
    turned = main(page).get_by_text("1 questions flip")
    expect(turned).to_be_visible()
    turned.click()
    expect(main(page).get_by_text("Answered wrong → Refused right")).to_be_visible()
    expect(page).to_have_url(f"{address}/evaluation?evaluation.threshold=0.75")

    main(page).get_by_role("radio", name="Right card not first").click()
    main(page).get_by_role("link", name=RESIDENTS).click()
    expect(page.get_by_role("heading", name="Inspector")).to_be_visible()
    expect(page.get_by_role("textbox", name="Question")).to_have_value(RESIDENTS)
