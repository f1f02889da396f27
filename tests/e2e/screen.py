"""What a person does with the chat page, as steps of a browser."""

from playwright.sync_api import Locator, Page, expect

LOOK_MS = 200
"""Between two looks at a page; the browser draws what a script sent a little later."""

START_MS = 60_000
"""The first page of a server waits until its models are loaded."""


def settled(page: Page) -> None:
    """Wait until the page's script has run to its end and all it drew stands there."""
    before = None
    while before != (before := _now(page)):
        page.wait_for_timeout(LOOK_MS)


def _now(page: Page) -> str:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=START_MS)
    return text_of(page)


def box(page: Page) -> Locator:
    """Return the input, once it is there."""
    found = page.get_by_test_id("stChatInputTextArea")
    expect(found).to_be_visible(timeout=START_MS)
    return found


def send(page: Page, question: str) -> None:
    """Type a question and send it with Enter."""
    asked = page.get_by_role("group", name="Chat message from user")
    before = asked.count()
    box(page).fill(question)
    box(page).press("Enter")
    expect(asked).to_have_count(before + 1)


def ask(page: Page, question: str) -> Locator:
    """Ask a question and return its answer, complete."""
    settled(page)
    send(page, question)
    settled(page)
    return answers(page).last


def answers(page: Page) -> Locator:
    """Return all answers."""
    return page.get_by_role("group", name="Chat message from assistant")


def text_of(page: Page) -> str:
    """Return all that the main part shows, expanders as they are."""
    return page.get_by_test_id("stMain").inner_text()
