import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.components.corpus_words import corpus_words
from pages.components.ready import index_job
from pages.components.words import words
from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from rag.index.versions import builder_lock, current_version
from tests.fakes.corpus import write_card
from tests.fakes.town import DOG, HOSTILE, PERMIT, UNSAFE
from tests.pages.conftest import Site
from tests.pages.seen import links, plain, seen

W, C = words("en"), corpus_words("en")
PAGE = "corpus.py"
PATIENCE_S = 60.0
BELL = "town/square/bell"


def open_corpus(site: Site, *, locale: str = "en-US", **query: str) -> AppTest:
    """Open the page as a link with this query does."""
    app = site.open(locale=locale)
    app.switch_page(PAGE)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def titles(app: AppTest) -> list[str]:
    """Return the labels of the list's openers."""
    return [button.label for button in app.button if (button.key or "").startswith("corpus.open.list.")]


def press(app: AppTest, key: str) -> AppTest:
    app.button(key).click().run()
    assert not app.exception
    return app


def built(site: Site) -> str:
    settings = load_settings(site.settings)
    return build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP).version


@pytest.fixture
def own(site: Site, tmp_path: Path) -> Site:
    """The town again, in a folder that may change, with a bell that links and is linked to."""
    shutil.copytree(site.corpus, tmp_path / "own" / "okf")
    shutil.copytree(site.data, tmp_path / "own" / "data")
    found = replace(site, corpus=tmp_path / "own" / "okf", data=tmp_path / "own" / "data")
    write_card(found.corpus, BELL, "It rings at six, see [the rule](/rules/bonfire.md) and [more](gone.md).")
    (found.corpus / "town" / "fees" / "broken.md").write_text("---\ntitle: [\n---\n")
    found.change({})
    built(found)
    return found


def test_the_list_shows_the_cards_of_all_bundles(site: Site) -> None:
    app = open_corpus(site)
    assert len(titles(app)) == 10
    assert C.shown.format(first=1, last=10, total=10) in seen(app)
    assert C.choose in seen(app)


def test_folders_lead_down_and_back_up_with_counts(site: Site) -> None:
    app = open_corpus(site)
    folders = [button.label for button in app.button if (button.key or "").startswith("corpus.folder.")]
    assert folders == ["城市 · 1", "도시 · 1", "Town · 8"]
    press(app, "corpus.folder.town")
    assert app.query_params["in"] == "town"
    press(app, "corpus.folder.town/fees")
    assert len(titles(app)) == 4
    press(app, "corpus.crumb.")
    assert "in" not in app.query_params
    assert len(titles(app)) == 10


def test_text_and_facets_filter_and_stand_in_the_address(site: Site) -> None:
    app = open_corpus(site)
    app.text_input("corpus.find").set_value("PARKING permit").run()
    assert app.query_params["q"] == "PARKING permit"
    assert len(titles(app)) == 3
    app.button_group("corpus.facet.status").set_value(["deprecated"]).run()
    assert app.query_params["status"] == "deprecated"
    assert titles(app) == ["Parking permit"]
    press(app, "corpus.clear")
    assert len(titles(app)) == 10
    assert not {"q", "status"} & set(app.query_params)


def test_an_address_with_filters_gives_their_cards(site: Site) -> None:
    app = open_corpus(site, q="lanterns", resource="other")
    assert len(titles(app)) == len(UNSAFE)
    assert seen(open_corpus(site, type="Nothing"))[-2:] == [C.none_found, C.choose]


def test_counts_follow_the_other_filters(site: Site) -> None:
    app = open_corpus(site, trust="human-reviewed")
    status = app.button_group("corpus.facet.status")
    assert status.options == [f"{C.status['stable']} · 1"]


def test_opening_a_card_makes_a_permalink_and_keeps_the_filters(site: Site) -> None:
    app = open_corpus(site, q="dog")
    press(app, f"corpus.open.list.{DOG}")
    assert app.query_params["card"] == DOG
    assert app.query_params["q"] == "dog"
    assert app.subheader[0].value == "Dog licence"
    assert links(app) == ["https://town.example/dogs"]
    press(app, "corpus.back")
    assert "card" not in app.query_params
    assert titles(app) == ["Dog licence"]


def test_a_permalink_shows_the_card_with_its_standing(site: Site) -> None:
    shown = seen(open_corpus(site, card=PERMIT))
    assert "town/fees/parking-permit.md" in shown
    assert any("A parking permit costs 30 euros a year." in text for text in shown)
    assert C.used.format(count=0) in shown
    assert f"{C.verified}: human:clerk · 2026-01-02T00:00:00Z" in shown


@pytest.mark.parametrize("card_id", UNSAFE)
def test_a_resource_that_is_not_safe_is_text(site: Site, card_id: str) -> None:
    app = open_corpus(site, card=card_id)
    assert links(app) == []
    assert UNSAFE[card_id] in [code.value for code in app.code]


def test_nothing_in_a_hostile_card_is_active(site: Site) -> None:
    app = open_corpus(site, card=HOSTILE)
    written = [element.value for element in (*app.markdown, *app.caption, *app.subheader, *app.title)]
    written += [button.label for button in app.button]
    for text in written:
        assert "![" not in text
        assert "](http://evil" not in text
        assert "http://" not in text
    assert any(text.endswith(f"{C.severity['warning']} · {C.kinds['instruction-like']}") for text in seen(app))


def test_a_card_that_is_not_there_is_said_to_be_missing(site: Site) -> None:
    assert W.card_missing.format(card="town/no such") in seen(open_corpus(site, card="town/no such"))


def test_links_in_a_body_navigate_inside_and_say_who_cites_a_card(own: Site) -> None:
    app = open_corpus(own, card=BELL)
    inside = next(button for button in app.button if (button.key or "").startswith("corpus.open.body."))
    assert inside.label == "the rule"
    inside.click().run()
    assert app.query_params["card"] == HOSTILE
    press(app, f"corpus.open.in.{BELL}")
    assert app.query_params["card"] == BELL


def test_the_raw_file_is_read_from_disk_and_compared(own: Site) -> None:
    file = own.corpus / f"{BELL}.md"
    app = open_corpus(own, card=BELL)
    app.session_state["corpus.raw"] = True
    file.write_text(file.read_text().replace("six", "seven"))
    app.run()
    assert C.raw_changed in seen(app)
    assert any("rings at seven" in code.value for code in app.code)
    file.unlink()
    assert C.raw_gone in seen(app.run())


def test_health_counts_each_check_and_lists_file_and_line(own: Site) -> None:
    app = open_corpus(own, view="health")
    options = app.button_group("corpus.check").options
    assert f"{C.checks['unreadable']} · 1" in options
    assert any(text.startswith(":material/draft: town/fees/broken.md:") for text in seen(app))
    app.button_group("corpus.check").set_value("links").run()
    assert app.query_params["check"] == "links"
    opener = next(button for button in app.button if (button.key or "").startswith("corpus.open.health."))
    assert plain(opener.label) == f"{BELL}.md:7"
    opener.click().run()
    assert app.query_params["card"] == BELL
    assert "view" not in app.query_params


def test_a_check_without_entries_says_so(site: Site) -> None:
    assert C.healthy in [message.value for message in open_corpus(site, view="health", check="links").success]


def test_pages_turn_and_stay_inside_the_list(own: Site) -> None:
    for number in range(30):
        write_card(own.corpus, f"town/many/card-{number:02d}", f"Fact {number}.")
    built(own)
    app = open_corpus(own, **{"in": "town/many"})
    assert len(titles(app)) == 12
    press(app, "corpus.next")
    assert C.shown.format(first=13, last=24, total=30) in seen(app)
    assert C.shown.format(first=25, last=30, total=30) in seen(open_corpus(own, page="99", **{"in": "town/many"}))
    app.text_input("corpus.find").set_value("card-03").run()
    assert titles(app) == ["card 03"]


def test_comparing_and_building_run_beside_the_app(own: Site) -> None:
    before = current_version(own.data / "index")
    write_card(own.corpus, "town/square/clock", "It strikes at noon.")
    app = open_corpus(own, view="index")
    press(app, "corpus.compare")
    index_job().wait(PATIENCE_S)
    app.run()
    assert C.differ in [message.value for message in app.warning]
    assert "town/square/clock" in [code.value for code in app.code]
    press(app, "corpus.build")
    index_job().wait(PATIENCE_S)
    app.run()
    after = current_version(own.data / "index")
    assert after != before
    assert any(after in message.value for message in app.success)
    assert open_corpus(own, card="town/square/clock").subheader[0].value == "clock"


def test_a_second_build_says_that_another_one_runs(own: Site) -> None:
    with builder_lock(own.data / "index"):
        app = open_corpus(own, view="index")
        assert C.building_elsewhere in [message.value for message in app.info]
        press(app, "corpus.build")
        index_job().wait(PATIENCE_S)
        app.run()
        assert C.building_elsewhere in [message.value for message in app.info]


def test_an_older_version_can_serve_again(own: Site) -> None:
    before = current_version(own.data / "index")
    write_card(own.corpus, "town/square/clock", "It strikes at noon.")
    built(own)
    app = open_corpus(own, view="index")
    assert app.button("corpus.switch").disabled
    app.selectbox("corpus.version").set_value(before).run()
    press(app, "corpus.switch")
    assert current_version(own.data / "index") == before
    assert C.switched.format(version=before) in [message.value for message in app.success]


def test_versions_say_how_many_answers_they_gave(site: Site) -> None:
    app = site.open()
    app.chat_input[0].set_value("What does a parking permit cost?").run()
    app.switch_page(PAGE)
    app.query_params["view"] = "index"
    app.run()
    assert app.dataframe[0].value[C.answers].tolist() == [1]
    app.session_state["corpus.answers"] = True
    app.run()
    assert app.dataframe[1].value[C.asked].tolist() == ["What does a parking permit cost?"]


@pytest.mark.parametrize("language", ["ko", "zh"])
@pytest.mark.parametrize("view", ["cards", "health", "index"])
def test_every_view_speaks_the_readers_language(site: Site, language: str, view: str) -> None:
    app = open_corpus(site, locale=language, view=view, card=PERMIT)
    assert seen(app)[0] == words("ko" if language == "ko" else "zh").corpus
