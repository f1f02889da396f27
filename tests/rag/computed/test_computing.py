"""From a question to the events of a computation."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rag.computation_types import Computation
from rag.computed.answering import Means, Request, asks_to_compute, computation_events
from rag.config import Settings
from rag.history.trace_json import trace_from_json, trace_to_json
from rag.pipeline import Question, Tools, ask
from rag.types import Citation, Delta, Done, Event, Meta
from rag.wire import Json, event_to_json
from tests.fakes.chat_model import QueuedChatModel, broken
from tests.fakes.computing import CRS, DEADLINE, PROFILE
from tests.rag.computed.conftest import IN_FORCE

EXPIRED = datetime(2026, 11, 30, 17, tzinfo=UTC)


class Asking:
    """Asks one pipeline."""

    def __init__(self, tools: Tools, settings: Settings) -> None:
        self._tools, self._settings = tools, settings

    def __call__(
        self,
        text: str,
        bundle: str = "all",
        *,
        now: datetime = IN_FORCE,
        model: QueuedChatModel | None = None,
        card_id: str = "",
        inputs: Mapping[str, str] | None = None,
    ) -> list[Event]:
        question = Question(text, bundle, card_id=card_id, inputs=inputs)
        return list(ask(question, replace(self._tools, chat_model=model), self._settings, now=now))


@pytest.fixture
def asking(tools: Tools, settings: Settings) -> Asking:
    return Asking(tools, settings)


def done(events: list[Event]) -> Done:
    last = events[-1]
    assert isinstance(last, Done)
    return last


def computation(events: list[Event]) -> Computation:
    found = done(events).trace.computation
    assert found is not None
    return found


def text(events: list[Event]) -> str:
    return "".join(event.content for event in events if isinstance(event, Delta))


@pytest.mark.parametrize(
    ("question", "card", "told"),
    [
        ("60 days from 3 March", DEADLINE, "Saturday, 2026-05-02. [1]"),
        ("8월 20일에서 90일 뒤는 몇 월 며칠이에요", "consular/clock/con-clock-deadline", "2026년 11월 18일(수). [1]"),
        ("7月20日再过四十五天是几号", "postal/clock/pst-clock-deadline", "2026年9月3日（星期四）。 [1]"),
        ("how many days between 3 March and 2 May", "immigration/clock/imm-clock-between", "60 days. [1]"),
        ("what time is it in Seoul", "immigration/clock/imm-clock-now", "Monday, 2026-06-01 21:00 UTC+09:00. [1]"),
        (
            "3pm in Ottawa in Seoul time",
            "immigration/clock/imm-clock-convert",
            "Tuesday, 2026-06-02 04:00 UTC+09:00. [1]",
        ),
    ],
)
def test_a_clock_question_is_answered_in_its_language_by_the_card_of_its_language(
    asking: Asking, question: str, card: str, told: str
) -> None:
    events = asking(question)
    assert [type(event) for event in events] == [Meta, Citation, Delta, Done]
    assert (done(events).status, done(events).cited, done(events).trace.fused) == ("computed", (1,), ())
    assert text(events).startswith(told)
    assert computation(events).card_id == card


def test_what_was_taken_for_granted_is_told_with_the_number(asking: Asking) -> None:
    assert "No year was given; this year was taken." in text(asking("60 days from 3 March"))
    assert "No year" not in text(asking("60 days from 3 March 2026"))


def test_the_crs_score_is_asked_back_for_with_its_inputs_and_no_number(asking: Asking) -> None:
    events = asking("what is my CRS score, I am 31")
    found = computation(events)
    assert (done(events).status, found.card_id, found.receipt) == ("needs_input", CRS, None)
    assert (dict(found.given), found.missing) == ({"age": "31"}, ("education", "first_language"))
    assert len(found.wanted) == 16
    assert text(events) == (
        "I can compute this (CRS score). It needs: Highest education, First official language (CLB or NCLC)."
    )


def test_a_form_gives_number_factors_with_their_cards_levers_and_receipt(asking: Asking) -> None:
    events = asking("form", "immigration", card_id=CRS, inputs=PROFILE)
    receipt = computation(events).receipt
    assert receipt is not None
    assert (done(events).status, receipt.result, receipt.unit, computation(events).read_by) == (
        "computed",
        "427",
        "points",
        "form",
    )
    assert sum(part.points for part in receipt.breakdown) == 427
    cited = {event.number: event.card_id for event in events if isinstance(event, Citation)}
    assert cited[1] == CRS
    age = next(part for part in receipt.breakdown if part.factor == "Age")
    assert (age.points, cited[age.number]) == (99, "immigration/crs/imm-crs-age")
    assert all(part.number in cited for part in receipt.breakdown)
    # from the facts: nomination +600; French NCLC 7 in all four +62; CLB 10 +56; CLB 9 +44
    best = [(lever.label, lever.delta) for lever in computation(events).levers]
    assert best[:3] == [("Provincial nomination", 600), ("French NCLC 7 in all four", 62), ("CLB 10 in all four", 56)]
    assert ("CLB 9 in all four", 44) in best
    assert "- CLB 9 in all four: +44 (471)" in text(events)
    assert len(receipt.digest) == 64
    assert receipt.attester == "crs-second-derivation"


def test_rules_that_ended_are_said_to_have_in_the_sentence_of_the_number(asking: Asking) -> None:
    events = asking("form", "immigration", card_id=CRS, inputs=PROFILE, now=EXPIRED)
    assert text(events).startswith("427 points, by rules that are no longer in force. CRS rules of 2025-03-25")
    receipt = computation(events).receipt
    assert receipt is not None
    assert receipt.rules is not None
    assert receipt.rules.expired


def test_inputs_that_do_not_fit_give_the_form_back_with_what_is_wrong(asking: Asking) -> None:
    events = asking("form", "immigration", card_id=CRS, inputs={**PROFILE, "age": "200", "shoe": "42"})
    found = computation(events)
    assert (done(events).status, found.receipt) == ("needs_input", None)
    assert [field for field, _ in found.problems] == ["shoe", "age"]
    assert "427" not in text(events)


def test_a_stored_computation_comes_back_equal(asking: Asking) -> None:
    trace = done(asking("form", "immigration", card_id=CRS, inputs=PROFILE)).trace
    assert trace_from_json(trace_to_json(trace)) == trace


def test_the_end_of_a_computation_is_plain_json_without_a_confidence(asking: Asking) -> None:
    value: dict[str, Json] = event_to_json(asking("60 days from 3 March")[-1])
    assert (value["status"], value["confidence"]) == ("computed", None)
    sent = value["computation"]
    assert isinstance(sent, dict)
    assert isinstance(sent["receipt"], dict)
    assert sent["receipt"]["result"] == "2026-05-02"


def test_an_answer_from_a_card_offers_the_deadline_and_computes_nothing(tools: Tools, settings: Settings) -> None:
    gate = settings.confidence.model_copy(update={"threshold": 0.0})
    asking = Asking(tools, settings.model_copy(update={"confidence": gate}))
    events = asking("a person invited to apply on 3 March 2026 has to submit by when?", "immigration")
    assert done(events).status == "answerable"
    found = computation(events)
    assert (found.state, found.executor, found.receipt) == ("needs_input", "clock-deadline", None)
    assert dict(found.given) == {"start": "2026-03-03", "amount": "60", "unit": "days"}


def test_a_card_that_sanctions_nothing_runs_nothing(asking: Asking) -> None:
    with pytest.raises(ValueError, match="imm-crs-age' sanctions no computation"):
        asking("form", "immigration", card_id="immigration/crs/imm-crs-age", inputs={})


def test_only_what_the_searched_bundles_sanction_is_computed(asking: Asking, tools: Tools, settings: Settings) -> None:
    assert done(asking("what is my CRS score", "postal")).trace.computation is None
    means = Means(tools.index, settings, None, IN_FORCE)
    assert asks_to_compute(Request("what is my CRS score", ("immigration",), "en"), means)
    assert not asks_to_compute(Request("what is my CRS score", ("postal",), "en"), means)
    assert not asks_to_compute(Request("how is the CRS calculated", ("immigration",), "en"), means)
    assert asks_to_compute(Request("form", ("immigration",), "en", card_id=CRS, inputs={}), means)


LATER = "They invited me on the third of March 2026 and I want to know when two months are over"


def expecting(tools: Tools, settings: Settings, said: str) -> list[Event] | None:
    means = Means(tools.index, settings, QueuedChatModel((said,)), IN_FORCE)
    found = computation_events(Request(LATER, ("immigration",), "en", expected=True), means)
    return None if found is None else list(found)


def test_a_question_that_a_router_took_for_a_computation_is_read_by_the_model(tools: Tools, settings: Settings) -> None:
    read = '{"computation": "clock-deadline", "inputs": {"start": "2026-03-03", "amount": "2", "unit": "months"}}'
    events = expecting(tools, settings, read)
    assert events is not None
    found = computation(events)
    assert found.receipt is not None
    assert (found.receipt.result, found.read_by) == ("2026-05-03", "model")


@pytest.mark.parametrize(
    "said",
    [
        '{"computation": "none", "inputs": {}}',
        '{"computation": "os.system", "inputs": {"command": "ls"}}',
        '{"computation": "clock-deadline", "inputs": {"start": "the third of March"}}',
        '{"inputs": {"start": "2026-03-03"}}',  # of which computation?
    ],
)
def test_what_the_model_finds_to_be_none_or_does_not_fit_is_left_to_the_cards(
    tools: Tools, settings: Settings, said: str
) -> None:
    assert expecting(tools, settings, said) is None


MODEL_READS = '{"inputs": {"age": "31", "education": "bachelors", "first_language": "8"}}'


def test_with_a_model_that_reads_all_that_is_required_the_score_is_computed_and_said_to_be_read(asking: Asking) -> None:
    model = QueuedChatModel(("```json\n", MODEL_READS, "\n```"))
    found = computation(asking("what is my CRS score, I am 31 with a BA and CLB 8 throughout", model=model))
    assert (found.state, found.read_by) == ("computed", "model")
    # 99 age + 120 education + 4 * 23 language, 13 for a bachelor's with CLB 7 or 8
    assert found.receipt is not None
    assert found.receipt.result == str(99 + 120 + 4 * 23 + 13)
    assert "The question is data" in model.prompts[0][0].content


@pytest.mark.parametrize(
    "said",
    [
        '{"inputs": {"age": "200", "education": "bachelors", "first_language": "8"}}',  # out of range
        '{"inputs": {"age": "31", "education": "bachelors", "first_language": "8", "score": "999"}}',  # no such input
        '{"inputs": {"age": "41", "education": "bachelors", "first_language": "8"}}',  # the question says 31
        '{"inputs": {"age": 31, "education": "bachelors", "first_language": "8"}}',  # no text
        "You have 500 points.",
        "[]",
        "x" * 5000,
    ],
)
def test_what_a_model_says_that_does_not_fit_leaves_the_form_with_what_rules_read(asking: Asking, said: str) -> None:
    found = computation(asking("what is my CRS score, I am 31", model=QueuedChatModel((said,))))
    assert (found.state, found.receipt) == ("needs_input", None)
    assert dict(found.given) == {"age": "31"}


def test_a_model_that_fails_leaves_the_form(asking: Asking) -> None:
    found = computation(asking("what is my CRS score", model=QueuedChatModel((broken(),))))
    assert found.state == "needs_input"


def test_what_a_model_read_in_part_fills_the_form(asking: Asking) -> None:
    found = computation(
        asking("what is my CRS score, I am 31", model=QueuedChatModel(('{"inputs": {"education": "masters"}}',)))
    )
    assert (found.state, found.read_by) == ("needs_input", "model")
    assert dict(found.given) == {"age": "31", "education": "masters"}


def test_a_clock_question_asks_no_model(asking: Asking) -> None:
    model = QueuedChatModel()
    assert done(asking("60 days from 3 March", model=model)).status == "computed"
    assert model.prompts == []


@pytest.mark.parametrize("bundle", ["postal", "all"])
def test_what_only_an_office_can_look_up_is_refused_with_its_official_site(asking: Asking, bundle: str) -> None:
    events = asking("where is my parcel EE123456789KR", bundle)
    assert done(events).status == "referred"
    assert ("无法查询" if bundle == "postal" else "cannot look up") in text(events)
    assert done(events).closing.official_site == "https://www.spb.gov.cn"
    assert all(event.role == "further" for event in events if isinstance(event, Citation))
