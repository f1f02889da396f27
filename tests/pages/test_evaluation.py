"""The evaluation page: what is measured, what changed, what a threshold would do, what failed and why."""

import os
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Metric

from rag.config import load_settings
from rag.engine import open_engine
from rag.evaluation.cases import Case
from rag.evaluation.labels import load_labels
from rag.evaluation.runs import RunKey, labels_hash
from tests.fakes.town import BUS, DOG, HOSTILE, PERMIT
from tests.fakes.town_questions import LICENCE, NOISE, RESIDENTS, write_questions, write_town_report
from tests.pages.conftest import ROUTER, Site
from tests.pages.seen import page_links, plain, seen
from tests.rag.evaluation.made import make_case, not_covered

HOSTILE_QUESTION = "[1]: http://evil.example $5 `x` ![a](http://b.example)"


@pytest.fixture
def folder(site: Site) -> Path:
    """Where the settings file is, with labelled questions and no report beside it."""
    write_questions(site.settings.parent)
    return site.settings.parent


def open_page(site: Site, *, locale: str = "en-US", **query: str) -> AppTest:
    app = site.open(locale=locale)
    app.switch_page(str(ROUTER.with_name("evaluation.py")))
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def measure(app: AppTest) -> AppTest:
    return press(app, "evaluation.measure.all")


def texts(app: AppTest) -> str:
    return "\n".join(seen(app))


def tiles(app: AppTest) -> dict[str, Metric]:
    return {found.label: found for found in app.metric}


def table(app: AppTest, at: int = 0) -> list[list[str]]:
    """The cells of a table, row by row."""
    rows: list[list[str]] = app.table[at].value.to_numpy().tolist()
    return rows


def case(case_id: str, confidence_logit: float, **changes: object) -> Case:
    """A case of the town whose confidence under the town's settings has a known logit: -4 + 20 times `bm25_self`."""
    parts = (("cosine", 0.0), ("bm25_self", (confidence_logit + 4) / 20))
    return make_case(case_id, **({"parts": parts, "expected": (PERMIT,), "fused": (PERMIT, DOG)} | changes))


# confidences: 0.88, 0.73, 0.27 and 0.73
REPORT = (
    case("sure", 2.0),
    case("so-so", 1.0, fused=(DOG, PERMIT)),
    case("unsure", -1.0, status="low_confidence"),
    not_covered("near", parts=(("cosine", 0.0), ("bm25_self", 0.25)), status="answerable", fused=(DOG,)),
)


def test_nothing_is_measured_until_it_is_asked_for(site: Site, folder: Path) -> None:
    app = open_page(site)
    assert "Nothing has been measured yet." in texts(app)
    assert app.button(key="evaluation.measure.all").label == "Measure 7 questions"
    assert not app.metric


def test_a_run_gives_tiles_and_a_row_a_bundle(site: Site, folder: Path) -> None:
    app = measure(open_page(site))
    assert "Measured by this app over 7 questions" in texts(app)
    found = tiles(app)
    assert (found["Right card first"].value, found["Right card first"].delta) == ("100%", "")
    assert found["Refused though covered"].value == "0%"
    assert found["Near questions refused"].value == "100%"
    bundles = app.dataframe[0].value
    assert bundles["Bundle"].tolist() == ["城市", "Town", "All"]
    assert bundles["Questions"].tolist() == ["1", "6", "7"]


def test_a_finished_run_serves_other_sessions(site: Site, folder: Path) -> None:
    measure(open_page(site))
    assert "Measured by this app over 7 questions" in texts(open_page(site))


def test_other_settings_or_other_questions_make_a_run_out_of_date(site: Site, folder: Path) -> None:
    app = measure(open_page(site))
    site.change({"fusion": {"rrf_k": 30}})
    assert "Nothing has been measured yet." in texts(app.run())
    site.change({})
    assert "Measured by this app" in texts(app.run())
    write_questions(folder, more=1)
    assert "Nothing has been measured yet." in texts(app.run())


def test_a_run_that_was_interrupted_goes_on_where_it_stopped(site: Site, folder: Path) -> None:
    settings = load_settings(site.settings)
    index = open_engine(settings, {}).index()
    labels = load_labels(folder / "eval" / "questions", index.cards.ids)
    key = RunKey(index.manifest.version, settings.hash, labels_hash(labels))
    app = open_page(site)
    app.session_state["evaluation.partial"] = (key, (make_case("from before", bundle="earlier"),))
    measure(app)
    assert app.dataframe[0].value["Bundle"].tolist() == ["earlier", "Town", "All"]  # the bus, asked first, is kept
    assert app.dataframe[0].value["Questions"].tolist() == ["1", "6", "7"]
    assert "evaluation.partial" not in app.session_state


def test_a_wish_to_measure_what_is_known_already_is_dropped(site: Site, folder: Path) -> None:
    app = measure(open_page(site))
    app.session_state["evaluation.wanted"] = ("all", (load_settings(site.settings),))
    app.run()
    assert "evaluation.wanted" not in app.session_state
    assert not app.button(key="evaluation.measure.two").disabled


def test_the_saved_report_is_shown_with_what_it_was_made_with(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site)
    assert "Saved report over 4 questions · index old · settings old" in texts(app)
    assert any("of another index" in info.value for info in app.info)
    assert tiles(app)["Right card first"].value == "67%"
    assert app.button(key="evaluation.measure.all").label == "Measure 7 questions again"


def test_a_run_is_told_with_its_change_since_the_report(site: Site, folder: Path) -> None:
    before = (
        make_case("residents", question=RESIDENTS, expected=(PERMIT,), fused=(DOG, PERMIT)),
        make_case("licence", question=LICENCE, expected=(DOG,), fused=(DOG,)),
        not_covered("noise", question=NOISE),
        make_case("bus", bundle="chengshi", expected=(BUS,), fused=(BUS,)),
    )
    write_town_report(folder, before)
    app = measure(open_page(site))
    first = tiles(app)["Right card first"]
    assert (first.value, first.delta) == ("100%", "+33.3")  # from 2 of 3
    assert "Best card: 1 better, 0 worse (may be noise, p = 1.000)" in texts(app)
    assert "100% (+50.0)" in app.dataframe[0].value["Right card first"].tolist()  # Town, from 1 of 2
    assert next(link for link in page_links(app) if "inspector" in link).startswith("inspector?q=Which+residents")


def test_a_report_that_is_written_anew_is_read_anew(site: Site, folder: Path) -> None:
    path = write_town_report(folder, REPORT)
    app = open_page(site)
    write_town_report(folder, REPORT[:2])
    os.utime(path, ns=(1, 1))
    assert "Saved report over 2 questions" in texts(app.run())


def test_the_threshold_rescores_the_report_without_asking(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site)
    assert [row[1] for row in table(app)] == ["1", "2", "0", "1", "0"]  # right; wrong: so-so and near; -; unsure
    assert "No question flips." in texts(app)
    app.slider(key="evaluation.threshold").set_value(0.8).run()
    # so-so and near have 0.73 and are refused now: wrongly and rightly
    assert table(app) == [
        ["Answered right", "1", "1", "0"],
        ["Answered wrong", "2", "0", "-2"],
        ["Refused right", "0", "1", "+1"],
        ["Refused wrong", "1", "2", "+1"],
        ["Asked which is meant", "0", "0", "0"],
    ]
    assert "2 questions flip" in texts(app)
    assert "Answered wrong → Refused wrong" in texts(app)
    assert "Answered wrong → Refused right" in texts(app)


def test_the_curves_say_in_words_what_they_show(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site)
    assert "At 0.5, 75% of the questions are answered and 67% of these answers are wrong." in texts(app)
    assert "Of 3 covered questions 2 reach 0.5; of 1 others, 1 do." in texts(app)
    app.slider(key="evaluation.threshold").set_value(1.0).run()
    assert "At 1 nothing is answered." in texts(app)


def test_a_link_opens_with_its_threshold(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site, **{"evaluation.threshold": "0.8"})
    assert app.slider(key="evaluation.threshold").value == 0.8
    assert "2 questions flip" in texts(app)


def test_a_threshold_can_be_tried_in_the_session(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site)
    app.slider(key="evaluation.threshold").set_value(0.8).run()
    press(app, "evaluation.try")
    app.switch_page(str(ROUTER.with_name("chat.py"))).run()
    assert any("Unsaved settings in this session: 1" in link.label for link in app.page_link)


def test_failures_stand_by_cause_one_click_from_the_inspector(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site)
    causes = app.pills(key="evaluation.cause")
    assert [plain(option) for option in causes.options] == [
        "Right card not among the first 5 · 0",
        "Right card not first · 1",
        "Refused though covered · 1",
        "Answered though near only · 1",
        "Answered though far · 0",
        "Asked back though clear · 0",
    ]
    assert causes.value == "not_first"
    [link] = [link for link in page_links(app) if "inspector" in link]
    assert link == "inspector?q=What+about+so-so%3F&b=town&card=town%2Ffees%2Fparking-permit"
    assert "Expected: Parking permit · Found first: Dog licence" in texts(app)
    causes.set_value("answered_far").run()
    assert any("No question failed this way." in found.value for found in app.success)


def test_many_failures_are_turned_page_by_page(site: Site, folder: Path) -> None:
    write_town_report(folder, [case(f"q{number}", 2.0, fused=(DOG, PERMIT)) for number in range(23)])
    app = open_page(site)
    assert sum("inspector" in link for link in page_links(app)) == 10
    app.pagination(key="evaluation.page.failed.not_first").set_value(3).run()
    assert [link.split("&")[0] for link in page_links(app) if "inspector" in link] == [
        f"inspector?q=What+about+q{number}%3F" for number in (20, 21, 22)
    ]
    write_town_report(folder, [case(f"q{number}", 2.0, fused=(DOG, PERMIT)) for number in range(11)])
    app.run()
    assert not app.exception
    assert sum("inspector" in link for link in page_links(app)) == 10


def test_two_settings_are_compared_over_the_same_questions(site: Site, folder: Path) -> None:
    app = measure(open_page(site))
    app.selectbox(key="evaluation.side").set_value("fusion.bm25_weight=0.0").run()
    press(app, "evaluation.measure.two")
    assert not any(button.key == "evaluation.measure.two" for button in app.button)
    head = app.table[-1].value.columns.tolist()
    assert head == ["Share", "A", "B", "Change"]
    refused = next(row for row in table(app, -1) if row[0] == "Refused though covered")
    assert refused == ["Refused though covered", "0%", "100%", "+100.0"]  # meaning alone proves nothing in the town
    assert "Answered or refused rightly: 0 better, 4 worse" in texts(app)


def test_comparing_measures_both_sides_when_neither_is_known(site: Site, folder: Path) -> None:
    app = press(open_page(site), "evaluation.measure.two")
    assert "Measured by this app over 7 questions" in texts(app)
    assert app.table[-1].value.columns.tolist() == ["Share", "A", "B", "Change"]


def test_what_the_session_tries_is_side_b(site: Site, folder: Path) -> None:
    app = measure(open_page(site))
    app.slider(key="evaluation.threshold").set_value(1.0).run()
    press(app, "evaluation.try")
    assert "What this session tries" in [plain(option) for option in app.selectbox(key="evaluation.side").options]
    app.selectbox(key="evaluation.side").set_value("tried").run()
    assert "0.5 → 1" in texts(app)
    press(app, "evaluation.measure.two")
    assert ["Refused though covered", "0%", "100%", "+100.0"] in table(app, -1)


def test_wrong_labels_are_told_and_the_report_is_still_shown(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    (folder / "eval" / "questions" / "odd.yaml").write_text("bundle: town\n", encoding="utf-8")
    app = open_page(site)
    assert any("odd.yaml:1" in code.value for code in app.code)
    assert "Saved report over 4 questions" in texts(app)
    assert not any(button.key.startswith("evaluation.measure") for button in app.button if button.key)


def test_a_wrong_report_is_told_and_a_run_still_possible(site: Site, folder: Path) -> None:
    path = write_town_report(folder, REPORT)
    path.write_text("{}", encoding="utf-8")
    app = open_page(site)
    assert any("summary.json is no report" in code.value for code in app.code)
    assert "Measured by this app over 7 questions" in texts(measure(app))


def test_without_any_questions_the_folder_is_named(site: Site) -> None:
    app = open_page(site)
    assert any("There are no labelled questions in 'questions'" in code.value for code in app.code)


def test_a_question_and_a_card_from_outside_are_shown_as_text(site: Site, folder: Path) -> None:
    write_town_report(folder, [case("x", 2.0, question=HOSTILE_QUESTION, expected=(PERMIT,), fused=(HOSTILE,))])
    app = open_page(site)
    assert not any("![" in link.label for link in app.page_link)
    assert not any("![" in found.value for found in (*app.caption, *app.markdown))


@pytest.mark.parametrize("locale", ["ko-KR", "zh-CN"])
def test_the_page_is_drawn_in_every_language(site: Site, folder: Path, locale: str) -> None:
    write_town_report(folder, REPORT)
    app = open_page(site, locale=locale)
    measure(app)
    press(app, "evaluation.measure.two")
    assert len(app.metric) == 6


def chat_help(site: Site, question: str = RESIDENTS) -> str:
    app = site.open()
    app.chat_input[0].set_value(question).run()
    assert not app.exception
    return next(str(found.help) for found in app.caption if "Confidence:" in found.value)


def test_the_chat_says_how_judged_questions_of_the_band_fared(site: Site, folder: Path) -> None:
    right = [make_case(f"r{number}", confidence=0.95) for number in range(39)]
    wrong = [not_covered(f"w{number}", confidence=0.95) for number in range(3)]
    write_town_report(folder, [*right, *wrong])
    assert "Of 42 judged questions with a confidence from 0.8 to 1.0, the best card was right for 39" in chat_help(site)
    assert "(95 % interval 81% to 98%)" in chat_help(site)


def test_the_chat_says_when_too_few_questions_were_judged(site: Site, folder: Path) -> None:
    write_town_report(folder, REPORT)
    assert "not enough judged questions with a confidence from 0.8 to 1.0" in chat_help(site)


@pytest.mark.parametrize("text", [None, "{}"])
def test_the_chat_says_nothing_without_a_report(site: Site, folder: Path, text: str | None) -> None:
    path = write_town_report(folder, REPORT)
    path.write_text(text, encoding="utf-8") if text else path.unlink()
    assert "judged" not in chat_help(site)
