"""The thresholds page: what a maintainer tries, sees, saves and puts back."""

import shutil
from pathlib import Path

import pytest
import yaml
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import ROUTER, Site
from tests.pages.seen import plain, seen

PERMIT = "What does a parking permit cost?"
NOISE = "permit quarterly helicopter subsidy insurance timetable"
"""Shares one word of six with a card."""


@pytest.fixture
def own_site(site: Site, tmp_path: Path) -> Site:
    """The town with a data folder of this test's own, for saving writes a log there."""
    data = shutil.copytree(site.data, tmp_path / "data")
    own = Site(site.settings, site.corpus, data)
    own.change({})
    return own


@pytest.fixture
def page(own_site: Site) -> AppTest:
    return open_page(own_site)


def open_page(site: Site, *, locale: str = "en-US", **query: str) -> AppTest:
    app = AppTest.from_file(ROUTER, default_timeout=20)
    app.context = {"locale": locale}
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    app.switch_page(str(ROUTER.with_name("thresholds.py"))).run()
    assert not app.exception
    return app


def ask(app: AppTest, text: str) -> AppTest:
    return app.text_input(key="thresholds.question").set_value(text).run()


def group(app: AppTest, name: str) -> AppTest:
    return app.segmented_control(key="thresholds.group").set_value(name).run()


def move(app: AppTest, key: str, value: float) -> AppTest:
    return app.slider(key=f"thresholds.{key}").set_value(value).run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def texts(app: AppTest) -> str:
    return "\n".join(seen(app))


def badges(app: AppTest) -> list[str]:
    """The verdicts of the saved and of the tried settings."""
    return [
        plain(found.value).split("badge[", 1)[1]
        for found in app.markdown
        if found.value.startswith((":green-b", ":orange-b"))
    ]


def held(site: Site, section: str, key: str) -> object:
    values: dict[str, dict[str, object]] = yaml.safe_load(site.settings.read_text(encoding="utf-8"))
    return values[section][key]


def test_moving_the_threshold_turns_the_answer_into_a_refusal_and_back(page: AppTest) -> None:
    ask(page, PERMIT)
    assert ["Answered" in badge for badge in badges(page)] == [True, True]
    move(page, "confidence.threshold", 1.0)
    saved, tried = badges(page)
    assert "Answered" in saved
    assert "Refused: Not proven well enough" in tried
    press(page, "thresholds.undo.confidence.threshold")
    assert ["Answered" in badge for badge in badges(page)] == [True, True]
    assert page.slider(key="thresholds.confidence.threshold").value == 0.5


def test_lowering_the_threshold_turns_a_refusal_into_an_answer(page: AppTest) -> None:
    ask(page, NOISE)
    assert ["Refused" in badge for badge in badges(page)] == [True, True]
    move(page, "confidence.threshold", 0.01)
    assert ["Answered" in badge for badge in badges(page)] == [False, True]


def test_range_step_and_value_of_a_control_are_those_of_the_settings(page: AppTest) -> None:
    slider = page.slider(key="thresholds.confidence.threshold")
    assert (slider.min, slider.max, slider.step, slider.value) == (0.0, 1.0, 0.01, 0.5)
    group(page, "fusion")
    number = page.number_input(key="thresholds.fusion.rrf_k")
    assert (number.min, number.max, number.value) == (1, 1000, 60)


@pytest.mark.parametrize("name", ["confidence", "fusion", "lexical", "topics", "context", "chat_model"])
@pytest.mark.parametrize("locale", ["en-US", "ko-KR", "zh-CN"])
def test_every_group_is_drawn_in_every_language(own_site: Site, name: str, locale: str) -> None:
    app = group(open_page(own_site, locale=locale), name)
    assert not app.exception


def test_the_diff_lists_each_setting_and_undoes_one_by_one(page: AppTest) -> None:
    move(page, "confidence.threshold", 0.35)
    move(page, "confidence.high", 0.7)
    assert "Low-confidence threshold :gray[confidence.threshold]: 0.5 → 0.35" in texts(page)
    assert "High confidence from :gray[confidence.high]: 0.9 → 0.7" in texts(page)
    press(page, "thresholds.undo.confidence.high")
    assert "0.9 → 0.7" not in texts(page)
    assert "0.5 → 0.35" in texts(page)
    assert page.slider(key="thresholds.confidence.high").value == 0.9


def test_undo_all_goes_back_to_the_file(page: AppTest) -> None:
    move(page, "confidence.threshold", 0.35)
    move(page, "confidence.high", 0.7)
    press(page, "thresholds.undo")
    assert "None. This session uses the saved settings." in texts(page)


def test_moving_a_control_back_to_the_saved_value_is_no_change(page: AppTest) -> None:
    move(page, "confidence.threshold", 0.35)
    move(page, "confidence.threshold", 0.5)
    assert "None. This session uses the saved settings." in texts(page)


def test_a_value_stays_tried_when_another_group_is_looked_at(page: AppTest) -> None:
    move(page, "confidence.threshold", 0.35)
    group(page, "context")
    group(page, "confidence")
    assert page.slider(key="thresholds.confidence.threshold").value == 0.35


def test_two_weights_of_zero_are_refused_in_place(page: AppTest) -> None:
    group(page, "fusion")
    move(page, "fusion.vector_weight", 0.0)
    move(page, "fusion.bm25_weight", 0.0)
    assert any("no leg is left" in plain(error.value) for error in page.error)
    assert page.slider(key="thresholds.fusion.bm25_weight").value == 1.0
    page.run()
    assert not page.error


def test_a_setting_that_rules_something_out_warns_in_place(page: AppTest) -> None:
    group(page, "context")
    move(page, "context.evidence", 9)
    assert any("9 may be cited, but only 5 are presented." in warning.value for warning in page.warning)


def test_what_is_saved_is_in_the_file_and_in_the_log(page: AppTest, own_site: Site) -> None:
    move(page, "confidence.threshold", 0.35)
    page.text_input(key="thresholds.who").set_value("Kim *Minji*").run()
    press(page, "thresholds.save")
    assert held(own_site, "confidence", "threshold") == 0.35
    assert any("Saved to" in found.value for found in page.success)
    assert "None. This session uses the saved settings." in texts(page)
    assert "Kim *Minji*" in texts(page)
    assert (own_site.data / "changes.jsonl").exists()


def test_without_a_name_the_log_says_unknown(page: AppTest) -> None:
    move(page, "confidence.threshold", 0.35)
    press(page, "thresholds.save")
    assert any("unknown" in caption.value for caption in page.caption)


def test_a_person_who_is_logged_in_is_not_asked_for_a_name(page: AppTest) -> None:
    page.user = {"is_logged_in": True, "email": "kim@example.org"}
    move(page, "confidence.threshold", 0.35)
    assert not [found for found in page.text_input if found.key == "thresholds.who"]
    press(page, "thresholds.save")
    assert any("kim@example.org" in plain(caption.value) for caption in page.caption)


def test_a_saved_setting_serves_other_sessions(page: AppTest, own_site: Site) -> None:
    other = ask(open_page(own_site), PERMIT)
    assert "Answered" in badges(other)[0]
    move(page, "confidence.threshold", 1.0)
    press(page, "thresholds.save")
    other.run()
    assert "Refused" in badges(other)[0]


def test_a_save_is_reverted_with_one_click(page: AppTest, own_site: Site) -> None:
    move(page, "confidence.threshold", 0.35)
    press(page, "thresholds.save")
    [button] = [found for found in page.button if found.label == "Revert"]
    button.click().run()
    assert held(own_site, "confidence", "threshold") == 0.5
    newest, oldest = [found for found in page.button if found.label == "Revert"]
    assert not newest.disabled
    assert oldest.disabled
    assert "confidence.threshold" in plain(oldest.help)


def test_a_file_that_changed_underneath_is_told_and_saving_waits(page: AppTest, own_site: Site) -> None:
    move(page, "confidence.threshold", 0.35)
    own_site.change({"fusion": {"rrf_k": 30}})
    page.run()
    assert any("fusion.rrf_k" in plain(warning.value) for warning in page.warning)
    assert page.button(key="thresholds.save").disabled
    press(page, "thresholds.seen")
    press(page, "thresholds.save")
    assert (held(own_site, "fusion", "rrf_k"), held(own_site, "confidence", "threshold")) == (30, 0.35)


def test_a_change_in_the_very_moment_of_saving_is_not_overwritten(page: AppTest, own_site: Site) -> None:
    move(page, "confidence.threshold", 0.35)
    own_site.change({"fusion": {"rrf_k": 30}})
    press(page, "thresholds.save")
    assert (held(own_site, "fusion", "rrf_k"), held(own_site, "confidence", "threshold")) == (30, 0.5)
    assert "0.5 → 0.35" in texts(page)


def test_an_invalid_edit_is_told_on_the_page_while_the_old_settings_serve(page: AppTest, own_site: Site) -> None:
    ask(page, PERMIT)
    own_site.change({"confidence": {"threshold": 7}})
    page.run()
    assert any("got 7 (allowed: 0..1)" in code.value for code in page.code)
    assert "Answered" in badges(page)[0]


def test_what_is_tried_and_no_longer_fits_the_file_can_be_undone(page: AppTest, own_site: Site) -> None:
    group(page, "fusion")
    move(page, "fusion.bm25_weight", 0.0)
    own_site.change({"fusion": {"vector_weight": 0.0}})
    page.run()
    assert any("is not in force" in error.value for error in page.error)
    press(page, "thresholds.undo.fusion.bm25_weight")
    assert not page.error


def test_an_invalid_file_stops_the_app_with_key_value_and_range(own_site: Site) -> None:
    own_site.change({"fusion": {"rrf_k": 0}})
    app = AppTest.from_file(ROUTER, default_timeout=20).run()
    assert any("fusion.rrf_k" in code.value and "got 0 (allowed: 1..1000)" in code.value for code in app.code)


def test_a_link_opens_question_and_bundle(own_site: Site) -> None:
    app = AppTest.from_file(ROUTER, default_timeout=20).run()
    app.switch_page(str(ROUTER.with_name("thresholds.py")))
    app.query_params["q"], app.query_params["b"] = "여권 수수료는?", "dosi"
    app.run()
    assert app.text_input(key="thresholds.question").value == "여권 수수료는?"
    assert "여권 수수료" in texts(app)
    assert len(badges(app)) == 2


@pytest.mark.parametrize(
    "text", ["   ", "🎉🎉", "ㅋㅋㅋ", "[1]: http://evil.example $5 `x` ![a](http://b.example)", "x" * 25_000]
)
def test_any_question_is_drawn(page: AppTest, text: str) -> None:
    ask(page, text[:2000])
    assert not page.exception


def test_a_title_with_an_image_is_shown_as_text(page: AppTest) -> None:
    ask(page, "Does a bonfire need a licence?")
    assert not any("![x](http" in found.value for found in page.markdown)


def test_the_chat_says_that_unsaved_settings_answer(page: AppTest) -> None:
    move(page, "confidence.threshold", 1.0)
    page.switch_page(str(ROUTER.with_name("chat.py"))).run()
    assert any("Unsaved settings in this session: 1" in link.label for link in page.page_link)
    page.chat_input[0].set_value(PERMIT).run()
    assert "Not proven well enough" in texts(page)


def test_the_chat_is_silent_when_nothing_is_tried(page: AppTest) -> None:
    page.switch_page(str(ROUTER.with_name("chat.py"))).run()
    assert not any("Unsaved" in link.label for link in page.page_link)
