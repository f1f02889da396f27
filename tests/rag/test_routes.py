"""The routes of a question through the whole pipeline."""

from dataclasses import replace

import pytest

from rag.pipeline import Question, Tools, retrieve, route
from rag.types import Citation, Closing, Delta, Done, Failed, Meta, RouteChoice, Turn
from tests.fakes.asked_town import NOW, done, events, open_town, settings, text
from tests.fakes.chat_model import QueuedChatModel, broken
from tests.fakes.town import DOG, PERMIT

COST = "What does a parking permit cost?"
RULES = "Do I have to pay for a parking permit if I am over 70?"
ANSWERED = (Turn("user", COST), Turn("assistant", "A parking permit costs 30 euros a year. [1]\n\nOver 70: free. [1]"))


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Tools:
    return open_town(tmp_path_factory.mktemp("town"))


@pytest.mark.parametrize(
    ("greeting", "begins"), [("hello!", "Hello."), ("안녕하세요", "안녕하세요."), ("你好", "您好。")]
)
def test_a_greeting_is_answered_in_its_language_without_search_citation_or_model(
    tools: Tools, greeting: str, begins: str
) -> None:
    model = QueuedChatModel()
    found = events(Question(greeting), replace(tools, chat_model=model, router=model))
    assert [type(event) for event in found] == [Meta, Delta, Done]
    assert text(found).startswith(begins)
    assert "What does a parking permit cost?" in text(found)
    ended = done(found)
    assert (ended.status, ended.answerer, ended.cited, ended.closing) == ("direct", "none", (), Closing("", "", ""))
    assert (ended.trace.fused, ended.trace.evidence, ended.trace.reachable) == ((), (), 0)
    assert model.prompts == []


def test_a_greeting_in_one_bundle_offers_that_bundle_alone(tools: Tools) -> None:
    said = text(events(Question("hello", "dosi"), tools))
    assert "복수여권 수수료는 얼마예요?" in said
    assert "parking" not in said


def test_signs_without_a_language_are_answered_in_the_readers(tools: Tools) -> None:
    found = events(Question("👋 hi", language="ko"), tools)
    assert text(found).startswith("Hello.")  # Latin letters are English, whatever the reader's


def test_a_greeting_before_a_question_is_the_question(tools: Tools) -> None:
    found = events(Question(f"Hello! {COST}"), tools)
    assert done(found).status == "answerable"


def test_a_rewrite_without_a_model_repeats_the_last_answers_own_lines_and_says_so(tools: Tools) -> None:
    found = events(Question("summarise your last answer", "town", ANSWERED), tools)
    assert [type(event) for event in found] == [Meta, Delta, Done]
    assert text(found).split("\n\n")[1:] == ["A parking permit costs 30 euros a year.", "Over 70: free."]
    assert "Without a chat model" in text(found)
    assert done(found).closing.official_site == "https://town.example"


def test_a_rewrite_with_a_model_has_no_markers_and_no_citation(tools: Tools) -> None:
    model = QueuedChatModel(["30 euros a year [1]; ", "free over 70."])
    found = events(Question("shorter please", "town", ANSWERED), replace(tools, chat_model=model))
    assert text(found) == "30 euros a year; free over 70."
    assert (done(found).status, done(found).answerer, done(found).cited) == ("direct", "model", ())
    assert len(model.prompts) == 1


@pytest.mark.parametrize("reply", [[broken()], ["It costs 31 euros."]])
def test_a_rewrite_that_fails_or_invents_a_number_leaves_the_template(tools: Tools, reply: list[str]) -> None:
    found = events(Question("shorter please", "town", ANSWERED), replace(tools, chat_model=QueuedChatModel(reply)))
    assert text(found).split("\n\n")[1] == "A parking permit costs 30 euros a year."
    assert done(found).answerer == "none"


def test_a_follow_up_after_a_greeting_carries_nothing(tools: Tools) -> None:
    said = (Turn("user", "good morning everybody, how are you all doing today", stands=False),)
    assert retrieve(Question("and the dog?", "town", said), tools, settings(), now=NOW).carried == ""


def test_light_may_cite_three_of_five_cards_and_strong_six(tools: Tools) -> None:
    light = retrieve(Question(COST, "town"), tools, settings(), now=NOW)
    strong = retrieve(Question(RULES, "town"), tools, settings(), now=NOW)
    roles = [[item.role for item in trace.evidence] for trace in (light, strong)]
    assert roles == [["evidence"] * 3 + ["further"] * 2, ["evidence"] * 6]
    assert light.applied is not None
    assert strong.applied is not None
    assert (light.applied.top_k, light.applied.evidence) == (5, 3)
    assert (strong.applied.top_k, strong.applied.evidence) == (6, 6)


def test_more_evidence_than_strong_asks_for_stays_more(tools: Tools) -> None:
    chosen = settings({"routes": {"strong_cards": 1}, "context": {"evidence": 4}})
    trace = retrieve(Question(RULES, "town"), tools, chosen, now=NOW)
    assert [item.role for item in trace.evidence].count("evidence") == 4


def test_a_light_question_that_proves_too_little_is_asked_again_as_strong(tools: Tools) -> None:
    found = events(Question("Who won the football match?"), tools)
    assert isinstance(found[0], Meta)
    assert found[0].route == "LIGHT_RAG"
    trace = done(found).trace
    assert trace.verdict.status == "low_confidence"
    assert trace.route == RouteChoice("STRONG_RAG", "rules", "A short question for one fact.", escalated=True)
    assert len(trace.evidence) == 5  # beside a refusal no more is shown than on any route


def test_a_question_without_a_word_is_not_asked_twice(tools: Tools) -> None:
    trace = retrieve(Question("😀"), tools, settings(), now=NOW)
    assert trace.route == RouteChoice("LIGHT_RAG", "rules", "Nothing is asked that could be searched for.")


def test_strong_puts_a_reviewed_card_before_a_near_equal_and_records_it(tools: Tools) -> None:
    wide = settings({"routes": {"near_share": 0, "near_cosine": 2}})
    asked = "If I have a dog, which licence must I buy?"
    plain = retrieve(Question(asked, "town"), tools, settings({"routes": {"near_share": 1}}), now=NOW)
    trusted = retrieve(Question(asked, "town"), tools, wide, now=NOW)
    assert plain.evidence[0].card.card_id == DOG
    assert trusted.evidence[0].card.card_id == PERMIT  # the town's only reviewed card
    (moved,) = trusted.preferred
    assert (moved.card_id, moved.placed) == (PERMIT, 1)
    assert moved.ranked > 1
    assert trusted.fused == plain.fused


def test_light_weighs_no_trust(tools: Tools) -> None:
    wide = settings({"routes": {"near_share": 0, "near_cosine": 2}})
    trace = retrieve(Question("What does a dog licence cost?", "town"), tools, wide, now=NOW)
    assert (trace.evidence[0].card.card_id, trace.preferred) == (DOG, ())


def test_the_router_is_asked_only_where_the_rules_are_unsure_and_its_word_counts(tools: Tools) -> None:
    router = QueuedChatModel(["LIGHT"])
    with_router = replace(tools, router=router)
    assert route(Question(COST, "town"), with_router, settings(), now=NOW).by == "rules"
    assert route(Question("dog licence", "town"), with_router, settings(), now=NOW) == RouteChoice(
        "LIGHT_RAG", "model", "The router said LIGHT_RAG."
    )
    assert len(router.prompts) == 1


def test_retrieval_alone_asks_no_router(tools: Tools) -> None:
    router = QueuedChatModel(["LIGHT"])
    trace = retrieve(Question("dog licence", "town"), replace(tools, router=router), settings(), now=NOW)
    assert trace.route is not None
    assert (trace.route.by, router.prompts) == ("rules", [])


def test_a_routers_direct_states_nothing_without_an_earlier_answer(tools: Tools) -> None:
    model = QueuedChatModel()
    found = events(Question("lovely weather"), replace(tools, chat_model=model, router=QueuedChatModel(["DIRECT"])))
    assert text(found).startswith("I can only speak about this conversation here.")
    assert (done(found).status, model.prompts) == ("direct", [])


def test_a_chosen_card_is_never_taken_for_talk(tools: Tools) -> None:
    found = events(Question("thanks", "town", card_id=PERMIT), tools)
    assert {event.card_id for event in found if isinstance(event, Citation)} <= {PERMIT}
    assert done(found).status != "direct"


def test_without_cards_the_model_answers_alone_and_nothing_is_searched(tools: Tools) -> None:
    model = QueuedChatModel(["About 50 [1]", " euros."])
    found = events(Question(COST, "town", grounded=False), replace(tools, chat_model=model))
    assert [type(event) for event in found] == [Meta, Delta, Delta, Done]
    assert isinstance(found[0], Meta)
    assert (found[0].route, found[0].use_rag) == ("DIRECT", False)
    assert text(found) == "About 50 euros."
    ended = done(found)
    assert (ended.status, ended.answerer, ended.cited, ended.unknown_markers) == ("ungrounded", "model", (), 1)
    assert ended.trace.fused == ()
    assert "30 euros" not in "".join(message.content for message in model.prompts[0])
    assert (ended.closing.disclaimer, ended.closing.official_site) == ("", "https://town.example")


def test_an_ungrounded_answer_that_fails_ends_in_failed_then_done(tools: Tools) -> None:
    found = events(Question(COST, grounded=False), replace(tools, chat_model=QueuedChatModel([broken("quota")])))
    assert [type(event) for event in found] == [Meta, Failed, Done]
    assert (done(found).ending, done(found).failure) == ("failed", "quota")


def test_the_fine_tuned_model_writes_where_it_is_chosen(tools: Tools) -> None:
    tuned, other = QueuedChatModel(["30 euros [1]."]), QueuedChatModel()
    found = events(Question(COST, "town", fine_tuned=True), replace(tools, chat_model=other, fine_tuned=tuned))
    assert isinstance(found[0], Meta)
    assert found[0].use_sft
    assert (text(found), other.prompts) == ("30 euros [1].", [])


@pytest.mark.parametrize(
    ("question", "remedy"),
    [
        (Question(COST, grounded=False), "needs a chat model: set OPENAI_API_KEY"),
        (Question(COST, fine_tuned=True), "name one as chat_model.fine_tuned"),
    ],
)
def test_a_model_that_is_not_there_is_a_mistake_with_its_remedy(tools: Tools, question: Question, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy):
        events(question, tools)
