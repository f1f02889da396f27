import json
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.components.inspector_words import inspector_words
from rag.history.store import open_history
from rag.history.trace_json import trace_from_json
from rag.types import Language, Meta
from tests.fakes.town import BUS, DEPRECATED, DOG, PASSPORT, PERMIT
from tests.pages.conftest import Site
from tests.pages.seen import page_links, plain, seen
from tests.rag.history.shown_values import a_done

QUESTION = "What does a parking permit cost?"
OFF_TOPIC = "Who won the football match?"
LOCALES: list[tuple[str, Language]] = [("en-GB", "en"), ("ko-KR", "ko"), ("zh-CN", "zh")]


def inspector(site: Site, *, locale: str = "en-US", **query: str) -> AppTest:
    app = site.open(locale=locale, **query)
    app.switch_page("inspector.py").run()
    assert not app.exception
    return app


def asking(site: Site, question: str = QUESTION, bundle: str = "town", **query: str) -> AppTest:
    return inspector(site, q=question, b=bundle, **query)


def answered(site: Site, question: str = QUESTION) -> tuple[AppTest, str]:
    """Return the chat with an answer, and the answer's id."""
    app = site.open()
    app.chat_input[0].set_value(question).run()
    link = next(link for link in page_links(app) if link.startswith("inspector"))
    return app, link.partition("m=")[2]


def text(app: AppTest) -> str:
    return "\n".join(seen(app))


def column(app: AppTest, name: str) -> list[str]:
    return [str(value) for value in app.dataframe[0].value[name]]


def test_without_a_question_the_page_says_how_to_begin(site: Site) -> None:
    assert inspector_words("en").begin in seen(inspector(site))


def test_a_link_with_a_question_shows_every_stage_with_its_count_and_decision(site: Site) -> None:
    shown = text(asking(site))
    for stage in (
        "Route\nmay cite: 3",
        "Carry over\nquestions: 0",
        "Normalise\ntokens: 3",
        "Topic\ntopics: 0",
        "Search\nattempts: 1, cards: 8",
        "Words (BM25)\ncandidates: 4",
        "Meaning\ncandidates: 8",
        "Fusion\ncards: 8",
        "Names\nnames: 0",
        "Confidence\n1.00",
        "Gate\nneeds 0.50",
        "Context\ncards: 5",
    ):
        assert stage in shown
    assert "may be answered" in shown
    assert shown.count(" ms") == 11


def test_the_versions_are_those_the_chat_shows_under_its_answer(site: Site) -> None:
    chat, _ = answered(site)
    (versions,) = [line for line in seen(chat) if line.startswith("Index ")]
    assert versions in seen(asking(site))


def test_the_link_under_an_answer_opens_the_search_that_was_stored_with_it(site: Site) -> None:
    _, message = answered(site)
    app = inspector(site, m=message)
    assert app.text_input(key="inspector.question").value == QUESTION
    assert "This is the search behind an answer of" in text(app)
    assert column(app, "Card")[:1] != []
    assert column(app, "In the context?").count("yes, may be cited") == 3


def test_an_answer_that_broke_off_has_no_link_and_the_address_of_it_says_why(site: Site) -> None:
    with open_history(f"sqlite:///{site.settings.parent / 'history.sqlite'}") as store:
        conversation = store.start_conversation("all")
        question = store.add_question(conversation, QUESTION)
        answer = store.begin_answer(conversation, question, meta=Meta(QUESTION, "all", "v", "s"))
        store.finish_partial(answer, "A parking", citations=(), ending="stopped", failure="")
    assert not [link for link in page_links(site.open(c=conversation)) if "m=" in link]
    app = inspector(site, m=answer)
    assert inspector_words("en").no_trace in seen(app)
    assert not app.dataframe


def test_an_unknown_answer_is_told_and_a_question_can_be_asked(site: Site) -> None:
    app = inspector(site, m="nothing")
    assert inspector_words("en").unknown_answer in seen(app)
    app.text_input(key="inspector.question").set_value(QUESTION)
    app.button(key="inspector.ask").click().run()
    assert (app.query_params["q"], app.query_params["b"], "m" in app.query_params) == (QUESTION, "all", False)
    assert app.dataframe


def test_a_trace_of_a_closed_index_is_drawn_from_what_it_holds_and_can_be_asked_again(site: Site) -> None:
    _, message = answered(site)
    with open_history(f"sqlite:///{site.settings.parent / 'history.sqlite'}") as store:
        stored = store.message(message)
        assert stored is not None
        trace = replace(trace_from_json(stored.trace_json), index_version="closed")
        question = store.add_question(stored.conversation_id, QUESTION)
        old = store.begin_answer(stored.conversation_id, question, meta=Meta(QUESTION, "town", "closed", "s"))
        done = replace(a_done(), trace=trace)
        store.finish_answer(old, "A parking permit.", citations=(), done=done)
    app = inspector(site, m=old)
    shown = text(app)
    assert "This answer was found in index closed, which is no longer open." in shown
    assert inspector_words("en").needs_index in shown
    assert column(app, "Card").count("(card of an index that is no longer open)") == len(column(app, "Card")) - 5
    assert not [button for button in app.button if button.key == "inspector.find"]
    app.button(key="inspector.again").click().run()
    assert "no longer open" not in text(app)
    assert (app.query_params["q"], app.query_params["b"]) == (QUESTION, "town")


def test_a_trace_of_other_settings_is_drawn_but_nothing_is_tried_on_it(site: Site) -> None:
    _, message = answered(site)
    site.change({"confidence": {"threshold": 0.6}})
    st.cache_resource.clear()
    app = inspector(site, m=message)
    assert "The settings changed since" in text(app)
    assert not [button for button in app.button if button.key in ("inspector.find", "inspector.probe")]


def test_a_trace_stored_before_settings_were_kept_has_no_sums(site: Site) -> None:
    _, message = answered(site)
    with open_history(f"sqlite:///{site.settings.parent / 'history.sqlite'}") as store:
        stored = store.message(message)
        assert stored is not None
        value = json.loads(stored.trace_json)
        del value["applied"]
        trace = trace_from_json(json.dumps(value))
        question = store.add_question(stored.conversation_id, QUESTION)
        old = store.begin_answer(stored.conversation_id, question, meta=Meta(QUESTION, "town", "v", "s"))
        store.finish_answer(old, "A parking permit.", citations=(), done=replace(a_done(), trace=trace))
    app = inspector(site, m=old)
    assert inspector_words("en").no_arithmetic in seen(app)
    assert all("/" not in value for value in column(app, "RRF"))


def test_sums_stand_beside_the_ranks_and_cards_below_the_cut_say_why(site: Site) -> None:
    app = asking(site, bundle="all")
    ranks, sums = column(app, "BM25 rank"), column(app, "RRF")
    meaning = column(app, "Meaning rank")
    first = column(app, "Card").index("Parking permit")
    assert sums[first].startswith(f"1/(60+{ranks[first]}) + 0.1/(60+{meaning[first]}) = ")
    assert "no: below top k" in column(app, "In the context?")
    assert "no: deprecated" in column(app, "In the context?")


def test_the_table_s_key_follows_its_cards_so_that_a_selection_never_passes_to_others(site: Site) -> None:
    permit, dog = asking(site), asking(site, "What does a dog licence cost?")
    assert column(permit, "Card") != column(dog, "Card")
    assert permit.dataframe[0].proto.id != dog.dataframe[0].proto.id
    assert permit.dataframe[0].proto.id == asking(site).dataframe[0].proto.id


def test_the_card_in_focus_comes_from_the_address_and_any_card_can_be_picked(site: Site) -> None:
    app = asking(site, card=DOG)
    assert app.selectbox(key="inspector.card").value == DOG
    assert {PERMIT, DOG, PASSPORT, BUS} <= {
        option.rpartition(" · ")[2] for option in app.selectbox(key="inspector.card").options
    }
    app.selectbox(key="inspector.card").set_value(PASSPORT).run()
    assert app.query_params["card"] == PASSPORT
    assert "Words (BM25): outside the chosen bundle" in text(app)


def test_an_unknown_card_is_told(site: Site) -> None:
    assert "There is no card town/nowhere in the index." in text(asking(site, card="town/nowhere"))


def test_why_not_finds_the_smallest_change_and_keeps_it_until_another_card_is_picked(site: Site) -> None:
    site.change({"context": {"top_k": 1, "evidence": 1}})
    app = asking(site, card=DOG)
    assert "The context dropped it: only the first 1 cards are presented." in text(app)
    app.button(key="inspector.find").click().run()
    shown = text(app)
    assert "Smallest change of a setting: cards presented (top k): 1 → " in shown
    assert "every change shown was tried" in shown
    app.text_input(key="inspector.paraphrase").set_value("x").run()
    assert "every change shown was tried" in text(app)
    app.selectbox(key="inspector.card").set_value(BUS).run()
    assert "every change shown was tried" not in text(app)


def test_another_bundle_is_offered_for_a_card_of_another_bundle(site: Site) -> None:
    app = asking(site, "복수여권 수수료는 얼마예요?", card=PASSPORT)
    app.button(key="inspector.find").click().run()
    assert "Smallest change of a setting: ask the cards of 도시 instead" in text(app)


def test_a_deprecated_card_is_explained_and_no_change_is_sought(site: Site) -> None:
    app = asking(site, card=DEPRECATED)
    assert "the card is deprecated and is never presented" in text(app)
    assert not [button for button in app.button if button.key == "inspector.find"]


def test_a_refusal_says_so_at_the_gate_and_has_no_prompt(site: Site) -> None:
    app = asking(site, OFF_TOPIC, "all")
    shown = text(app)
    assert "no candidates: it says nothing here" in shown
    assert "refused" in shown
    assert inspector_words("en").prompt_none in shown


def test_a_question_without_a_token_draws_its_stages(site: Site) -> None:
    app = asking(site, "?!")
    assert text(app).count("no tokens: nothing to look for") == 3
    assert not app.dataframe


def test_the_prompt_is_shown_whole_with_its_size(site: Site) -> None:
    app = asking(site)
    shown = [code.value for code in app.code]
    assert shown[-1].endswith(f"Question: {QUESTION}")
    chars = sum(map(len, shown))
    assert f"{len(shown)} messages, {chars} characters" in text(app)


def test_side_b_shows_what_a_changed_setting_moves(site: Site) -> None:
    app = asking(site)
    app.slider(key="inspector.b.confidence.threshold").set_value(1.0).run()
    assert "Verdict: may be answered (1.00) → not proven well enough (1.00)" in text(app)
    app.slider(key="inspector.b.fusion.bm25_weight").set_value(0.0).run()
    app.slider(key="inspector.b.fusion.vector_weight").set_value(0.0).run()
    assert "bm25_weight and vector_weight are both 0" in plain(app.error[0].value)
    assert not app.exception


def test_the_question_is_probed_in_other_forms_and_in_the_reader_s_own_words(site: Site) -> None:
    app = asking(site)
    app.text_input(key="inspector.paraphrase").set_value("price of parking permits")
    app.button(key="inspector.probe").click().run()
    forms = app.table[-1].value
    assert list(forms["Form"]) == ["without spaces", "full-width", "your words"]
    assert [plain(text) for text in forms["Question"]][2] == "price of parking permits"
    assert list(forms["Overlap@5"])[1] == "100%"
    assert "of 3 forms keep the best card" in text(app)


def test_exact_search_is_compared_with_hnsw_on_demand(site: Site) -> None:
    app = asking(site)
    assert "Overlap@" not in text(app)
    app.button(key="inspector.exact").click().run()
    assert "Overlap@10: 100%" in text(app)


def test_an_unknown_bundle_in_the_address_is_told_and_all_are_searched(site: Site) -> None:
    app = asking(site, bundle="![x](http://evil.example/b.png)")
    assert "There are no cards called ![x](http://evil.example/b.png); all cards were searched." in text(app)
    assert app.selectbox(key="inspector.bundle").value == "all"
    assert "![x]" not in app.warning[0].value


def test_text_from_outside_is_never_markup(site: Site) -> None:
    app = asking(site, "bonfire ![x](http://evil.example/q.png) :red[licence]", "town", card="town/rules/bonfire")
    drawn = [element.value for kind in (app.markdown, app.caption, app.warning, app.info) for element in kind]
    assert not [value for value in drawn if "](http" in value or ":red[" in value]
    cells = [str(cell) for table in app.table for column in table.value.columns for cell in table.value[column]]
    assert not [cell for cell in cells if "](http" in cell or ":red[" in cell]


@pytest.mark.parametrize(("locale", "language"), LOCALES)
def test_the_whole_page_speaks_the_reader_s_language(site: Site, locale: str, language: Language) -> None:
    app = inspector(site, locale=locale, q=QUESTION, b="town", card=BUS)
    iw = inspector_words(language)
    for key in ("inspector.find", "inspector.probe", "inspector.exact"):
        app.button(key=key).click().run()
        assert not app.exception
    assert app.title[0].value == iw.page
    assert [one.value for one in app.subheader] == [iw.stages_heading, iw.table_heading, iw.card_heading]
    assert iw.runs.partition("{")[0] in text(app)
