"""Follow-ups, questions that mean several cards, comparisons, amounts and unknown agencies, in the chat."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.inspector_words import inspector_words
from pages.components.understood_words import understood_words
from pages.components.words import words
from rag.answer.refusal import partial_note
from rag.history.store import open_history
from rag.types import Done, Language
from tests.fakes.tenders import SOUTH, build_tenders, know_agencies
from tests.pages.conftest import Site, kept_apart
from tests.pages.seen import expander, page_links, plain, seen
from tests.rag.history.shown_values import META, a_done, a_trace

BUDGET = "What is the budget of the payroll renewal of Northport Council?"
FOLLOW_UP = "And how long does it take?"
SEVERAL = "What is the budget of the call centre of Westerly Museum?"
COMPARISON = "Compare the budgets of the payroll renewal of Northport Council and Southwick Harbour"
UNKNOWN = "What is the budget of the payroll renewal of Zeeland Museum?"
AGENCIES = ("Northport", "Southwick", "Westerly")
LOCALES: list[tuple[str, Language]] = [("en-GB", "en"), ("ko-KR", "ko"), ("zh-CN", "zh")]


@pytest.fixture(scope="module")
def tenders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tenders")
    build_tenders(folder)
    return folder


@pytest.fixture
def site(tenders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    found = Site(tmp_path / "config.yaml", tenders / "okf", tenders / "data")
    found.change({})
    know_agencies(found.settings)
    yield from kept_apart(found, monkeypatch)


def asked(app: AppTest, question: str) -> AppTest:
    app.chat_input[0].set_value(question).run()
    assert not app.exception
    return app


def click(app: AppTest, label: str) -> AppTest:
    [button for button in app.button if plain(button.label) == label][-1].click().run()
    assert not app.exception
    return app


def test_a_follow_up_says_what_it_was_understood_with_and_can_be_asked_on_its_own(site: Site) -> None:
    w = words("en")
    app = asked(asked(site.open(), BUDGET), FOLLOW_UP)
    assert w.carried.format(question=BUDGET) in seen(app)
    assert seen(app).count("The budget is 50,000,000 won. [1]\n\nThe work takes eight months. [1]") == 2
    before = len(seen(app))
    again = seen(click(app, w.ask_alone))[before:]
    assert again[0] == FOLLOW_UP
    assert w.refusals["low_confidence"] in again[2]
    assert not [line for line in again if line.startswith("Understood together with")]


def test_a_click_on_a_meaning_answers_the_same_question_from_that_card_alone(site: Site) -> None:
    app = asked(site.open(), SEVERAL)
    assert any(line.startswith(words("en").refusals["metadata_ambiguity_clarification"]) for line in seen(app))
    before = len(seen(app))
    answer = seen(click(app, "Call centre phase two (Westerly Museum)"))[before:]
    assert answer[:2] == [SEVERAL, "The budget is 8,000,000 won. [1]\n\nThe work takes eight months. [1]"]
    assert not [line for line in answer if "phase one" in line]


def test_a_comparison_is_a_table_with_a_row_for_each_named_tender(site: Site) -> None:
    app = asked(site.open(), COMPARISON)
    for _ in range(2):
        (table,) = app.table
        assert [[plain(cell) for cell in row] for row in table.value.to_numpy().tolist()] == [
            [
                "Payroll renewal (Northport Council)",
                "The budget is 50,000,000 won.\nThe work takes eight months.",
                "[1]",
            ],
            [
                "Payroll renewal (Southwick Harbour)",
                "The budget is 300 million won.\nThe work takes eight months.",
                "[2]",
            ],
        ]
        assert list(table.value.columns) == list(words("en").compared)
        assert not [line for line in seen(app) if line.startswith("The budget is") and "[1]" in line]
        assert expander(app, "[1] Payroll renewal (Northport Council)")
        assert expander(app, "[2] Payroll renewal (Southwick Harbour)")
        app.run()


@pytest.mark.parametrize(("locale", "language"), LOCALES)
def test_a_comparison_says_which_agency_the_cards_know_nothing_of(site: Site, locale: str, language: Language) -> None:
    app = asked(site.open(locale=locale), "Compare the budgets of Northport Council and Zeeland Museum")
    said = seen(app)
    assert any(words(language).refusals["partial_comparison"] in line for line in said)
    assert any(line.endswith(plain(partial_note(("Zeeland Museum",), "en"))) for line in said)
    assert not any("Southwick" in line for line in said)


@pytest.mark.parametrize(("locale", "language"), LOCALES)
def test_a_refusal_says_what_the_named_tender_does_not_state(site: Site, locale: str, language: Language) -> None:
    question = "How many pages may the proposal for the payroll renewal of Northport Council have?"
    app, w = asked(site.open(locale=locale), question), words(language)
    assert any(line.startswith(w.refusals["insufficient_evidence"]) for line in seen(app))
    assert w.lacking.format(missing=w.kinds["pages"]) in seen(app)


def test_one_of_two_agencies_compared_is_asked_back_and_a_click_answers(site: Site) -> None:
    app = asked(asked(site.open(), COMPARISON), "How long does it take at that agency?")
    assert any(line.startswith(words("en").refusals["context_clarification"]) for line in seen(app))
    app = click(app, "Payroll renewal (Southwick Harbour)")
    assert any("eight months" in line for line in seen(app))


def test_the_inspector_shows_the_stages_of_the_search_by_names_and_the_check(site: Site) -> None:
    question = "How many pages may the proposal for the payroll renewal of Northport Council have?"
    app, u = inspected(site, question), understood_words("en")
    (attempts,) = [frame.value for frame in app.dataframe if list(frame.value.columns) == list(u.attempts_table)]
    assert list(attempts[u.attempts_table[0]]) == [u.stages["strict"], u.stages["relaxed"]]
    assert attempts[u.attempts_table[4]][0] == "No evidence states what is asked for: pages."
    assert u.check.format(status=u.checks["insufficient_evidence"].format(missing="pages")) in seen(app)


def test_a_single_question_is_no_table(site: Site) -> None:
    assert not asked(site.open(), BUDGET).table


def test_an_amount_in_another_spelling_finds_its_tender(site: Site) -> None:
    app = asked(site.open(), "Which work has a budget of 300,000,000 won?")
    assert "The budget is 300 million won. [1]\n\nThe work takes eight months. [1]" in seen(app)


@pytest.mark.parametrize(("locale", "language"), LOCALES)
def test_an_unknown_agency_is_named_and_no_tender_of_another_is_shown(
    site: Site, locale: str, language: Language
) -> None:
    shown = seen(asked(site.open(locale=locale), UNKNOWN))
    assert words(language).unknown_agency.format(agency="Zeeland Museum") in shown
    assert not [line for line in shown for name in AGENCIES if name in line]


def test_an_answer_says_nothing_of_unknown_agencies(site: Site) -> None:
    assert not [line for line in seen(asked(site.open(), BUDGET)) if line.startswith("No card is about")]


def stored(site: Site, done: Done) -> tuple[str, str]:
    """Keep an answer as another release may have kept it, and return its conversation's id and its own."""
    with open_history(f"sqlite:///{site.settings.parent / 'history.sqlite'}") as store:
        conversation = store.start_conversation("town")
        question = store.add_question(conversation, "Who won the tender?")
        answer = store.begin_answer(conversation, question, meta=META)
        store.finish_answer(answer, "As it was.", citations=(), done=done)
    return conversation, answer


def test_a_refusal_names_the_open_question_it_was_nearest_to(site: Site) -> None:
    trace = replace(a_trace(), open_question="Who won *any* tender?")
    conversation, _ = stored(site, replace(a_done(), status="low_confidence", answerer="none", trace=trace))
    assert words("en").left_open.format(question="Who won *any* tender?") in seen(site.open(c=conversation))


def inspected(site: Site, question: str, *, locale: str = "en-US", **query: str) -> AppTest:
    app = site.open(locale=locale, q=question, b="town", **query)
    app.switch_page("inspector.py").run()
    assert not app.exception
    return app


def table(app: AppTest, first_column: str) -> list[list[str]]:
    (found,) = [frame.value for frame in app.dataframe if frame.value.columns[0] == first_column]
    return [[str(cell) for cell in row] for row in found.to_numpy().tolist()]


def test_the_inspector_shows_every_name_with_its_score_and_spelling_and_what_became_of_the_cards(site: Site) -> None:
    app = inspected(site, BUDGET)
    uw = understood_words("en")
    assert ["Northport Council", "1.00", "Northport Council", "word for word"] in table(app, uw.names_table[0])
    assert table(app, uw.cards_table[0]) == [
        ["Payroll renewal (Northport Council)", "named"],
        ["Payroll renewal (Southwick Harbour)", "barred"],
        ["Call centre phase one (Westerly Museum)", "barred"],
        ["Call centre phase two (Westerly Museum)", "barred"],
    ]
    shown = "\n".join(seen(app))
    assert "Names\nnames: 3\nonly the named cards stay" in shown
    assert "Carry over\nquestions: 0\nthere was no earlier question" in shown


def test_a_card_that_the_names_barred_says_so_in_the_table_and_in_why_not(site: Site) -> None:
    iw = inspector_words("en")
    app = inspected(site, BUDGET, card=SOUTH)
    rows = {row[1]: row[2] for row in table(app, iw.columns["fused_rank"])}
    assert rows["Payroll renewal (Northport Council)"] == iw.standings["evidence"]
    assert rows["Payroll renewal (Southwick Harbour)"] == iw.standings["barred"]
    assert rows["Dog licence"] == iw.standings["not-named"]
    assert iw.dropped["barred"] in seen(app)


def test_the_inspector_shows_amounts_in_both_forms_and_an_unknown_agency(site: Site) -> None:
    shown = seen(inspected(site, "What does Zeeland Museum buy for 3억원?"))
    assert "What does Zeeland Museum buy for 3억원[=300000000]?" in shown
    assert understood_words("en").unknown.format(agency="Zeeland Museum") in shown


def test_the_search_behind_a_follow_up_shows_what_it_carried(site: Site) -> None:
    app = asked(asked(site.open(), BUDGET), FOLLOW_UP)
    message = [link for link in page_links(app) if link.startswith("inspector")][-1].partition("m=")[2]
    app = site.open(m=message)
    shown = seen(app.switch_page("inspector.py").run())
    assert f"{FOLLOW_UP} {BUDGET} {FOLLOW_UP}" in shown
    assert BUDGET in shown
    assert any(line.startswith("Carry over\nquestions: 1") for line in shown)


def test_an_old_trace_without_names_is_still_drawn(site: Site) -> None:
    conversation, answer = stored(site, replace(a_done(), trace=a_trace()))
    assert not site.open(c=conversation).exception
    app = site.open(m=answer)
    app.switch_page("inspector.py").run()
    assert not app.exception
    assert understood_words("en").not_recorded in seen(app)
    assert "Names\nnames: 0\nnot recorded" in "\n".join(seen(app))


def test_a_follow_up_is_tried_under_other_settings_in_its_conversation(site: Site) -> None:
    app = asked(asked(site.open(), BUDGET), FOLLOW_UP)
    message = [link for link in page_links(app) if link.startswith("inspector")][-1].partition("m=")[2]
    app = site.open(m=message)
    app.switch_page("inspector.py").run()
    app.slider(key="inspector.b.confidence.threshold").set_value(0.6).run()
    kept = inspector_words("en").sides_kept
    assert kept.format(after="may be answered", confidence_before="0.71", confidence_after="0.71") in seen(app)
