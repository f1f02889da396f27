"""Answers a question that asks for a computation: with a number and its receipt, or with the form it needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rag.answer.closing import closing_of
from rag.computation_types import Computation
from rag.computed.reading import read_request
from rag.computed.sanctioned import Sanction, sanction_of, sanctions
from rag.computed.shown import asked_for, computed
from rag.computed.telling import tell_computation
from rag.config import Settings
from rag.index.opening import OpenIndex
from rag.protocols import ChatModel
from rag.query.computation import HOME, AskedComputation, asked_computation, offered_deadline, today_in
from rag.query.plan import Plan
from rag.retrieval.evidence import best_lines
from rag.retrieval.recorded import citation_of, silent_trace
from rag.rules import applied, budget_of
from rag.types import (
    Card,
    Delta,
    Done,
    Event,
    Evidence,
    Language,
    Status,
    Trace,
    Verdict,
)

ONE_CARD = Plan("single", 1, "A computation is answered from its own card.")


@dataclass(frozen=True, slots=True)
class Request:
    """A question as far as computations are concerned."""

    text: str
    """As asked, cut to the configured length."""
    bundles: tuple[str, ...]
    language: Language
    zone: str = ""
    """The reader's time zone; empty is not known."""
    card_id: str = ""
    """The computation whose form was sent."""
    inputs: Mapping[str, str] | None = None
    """What the form holds; None when no form was sent."""
    expected: bool = False
    """Whether something else than the written rules took the question for a computation: a model then looks too."""

    @property
    def today_in(self) -> str:
        """The time zone whose day is today."""
        return self.zone or HOME[self.language]


@dataclass(frozen=True, slots=True)
class Means:
    """What a computation is answered with."""

    index: OpenIndex
    settings: Settings
    chat_model: ChatModel | None
    now: datetime


def computation_events(request: Request, means: Means) -> Iterator[Event] | None:
    """Return the events that follow `Meta`, or None for a question that asks for no sanctioned computation.

    Raises:
        ValueError: a form was sent for a card that sanctions no computation.
    """
    if request.inputs is not None:
        sanction = sanction_of(request.card_id, means.index)
        if sanction is None:
            raise ValueError(f"card_id: the card {request.card_id!r:.120} sanctions no computation.")
        form = replace(asked_for(sanction, request.inputs), read_by="form")
        return _events(*_run(form, sanction, means), request, means)
    asked = asked_computation(request.text, now=means.now, zone=request.today_in)
    sanction = _sanction_for(asked, request.bundles, request.language, means.index)
    if asked is not None and sanction is not None:
        return _events(*_from_question(asked, sanction, request, means), request, means)
    if request.expected and (sanctioned := sanctions(request.bundles, request.language, means.index)):
        read = _read(request, sanctioned, means)
        if read is not None:
            return _events(*_from_model(*read, means), request, means)
    return None


def asks_to_compute(request: Request, means: Means) -> bool:
    """Tell by rules alone, asking no model, whether `computation_events` would answer a question."""
    if request.inputs is not None:
        return True
    asked = asked_computation(request.text, now=means.now, zone=request.today_in)
    return _sanction_for(asked, request.bundles, request.language, means.index) is not None


def with_offer(trace: Trace, zone: str, means: Means) -> Trace:
    """Return the trace of an answer, with the deadline it offers to compute where the question names a start date."""
    best = next((item for item in trace.evidence if item.role == "evidence"), None)
    if best is None or not trace.verdict.passed:
        return trace
    fact = " ".join(best.quotes)
    asked = offered_deadline(trace.question, fact, now=means.now, zone=zone or HOME[trace.language])
    sanction = _sanction_for(asked, trace.bundles, trace.language, means.index)
    if asked is None or sanction is None:
        return trace
    return replace(trace, computation=asked_for(sanction, _taken(asked, sanction), assumed=asked.assumed))


def _sanction_for(
    asked: AskedComputation | None, bundles: Sequence[str], language: Language, index: OpenIndex
) -> Sanction | None:
    """Return what sanctions a computation that is asked for; cards are read only then, for most questions ask none."""
    if asked is None:
        return None
    sanctioned = sanctions(bundles, language, index)
    return next((one for one in sanctioned if one.contract.executor == asked.executor), None)


def _taken(asked: AskedComputation, sanction: Sanction) -> dict[str, str]:
    """Return what the question gives of the inputs the card takes; a card may take fewer than its executor."""
    names = {parameter.name for parameter in sanction.contract.parameters}
    return {name: text for name, text in asked.given.items() if name in names}


Ran = tuple[Computation, tuple[str, ...], Sanction]


def _from_question(asked: AskedComputation, sanction: Sanction, request: Request, means: Means) -> Ran:
    """Run what is certain; where an input is missing or only probable, give the form with what is known."""
    given = _taken(asked, sanction)
    form = asked_for(sanction, given, assumed=asked.assumed)
    if asked.sure and not form.missing:
        return _run(form, sanction, means)
    read = _read(request, (sanction,), means)
    if read is not None and all(read[1].get(name, text) == text for name, text in given.items()):
        return _from_model(sanction, {**read[1], **given}, means, assumed=asked.assumed)
    return form, (), sanction


def _read(
    request: Request, sanctioned: tuple[Sanction, ...], means: Means
) -> tuple[Sanction, Mapping[str, str]] | None:
    """Return what a model finds asked for; None without a model."""
    if means.chat_model is None:
        return None
    return read_request(request.text, sanctioned, means.chat_model, today=today_in(means.now, request.today_in))


def _from_model(sanction: Sanction, given: Mapping[str, str], means: Means, assumed: tuple[str, ...] = ()) -> Ran:
    """Run what a model read when nothing required is missing; it is said to have been read by one."""
    form = replace(asked_for(sanction, given, assumed=assumed), read_by="model" if given else "rules")
    return (form, (), sanction) if form.missing else _run(form, sanction, means)


def _run(form: Computation, sanction: Sanction, means: Means) -> Ran:
    result, cited = computed(form, sanction, lambda card_id: card_id in means.index.cards.row_of, now=means.now)
    return result, cited, sanction


def _events(
    found: Computation, cited: tuple[str, ...], sanction: Sanction, request: Request, means: Means
) -> Iterator[Event]:
    cards = [sanction.card, *(card for card_id in cited if (card := means.index.cards.get(card_id)) is not None)]
    evidence = tuple(_evidence(number, card, means) for number, card in enumerate(cards, start=1))
    status: Status = found.state
    trace = _trace(request, means, status, evidence, found)
    yield from (citation_of(item) for item in evidence)
    yield Delta(tell_computation(found, request.language))
    closing = closing_of(
        sanction.card.bundle, request.bundles, language=request.language, bundles=means.settings.bundles
    )
    numbers = tuple(item.number for item in evidence) if found.receipt is not None else ()
    yield Done(status, "none", "complete", numbers, 0, "", closing, trace)


def _trace(request: Request, means: Means, status: Status, evidence: tuple[Evidence, ...], found: Computation) -> Trace:
    settings = means.settings
    reasons: Mapping[Status, str] = {
        "computed": "A registered computation ran and its attestation passed.",
        "needs_input": "A computation was asked for whose inputs are not all known.",
        "unattested": "A registered computation ran and its attestation failed.",
    }
    verdict = Verdict(status, settings.confidence.threshold, reasons[status])
    trace = silent_trace(
        request.text,
        verdict,
        cut=False,
        language=request.language,
        bundles=request.bundles,
        settings=settings,
        index_version=means.index.manifest.version,
    )
    budget = budget_of(settings, ONE_CARD, "COMPUTE", targets=0)
    return replace(
        trace,
        evidence=evidence,
        applied=applied(settings, budget, means.index.manifest.anchor_year),
        computation=found,
    )


def _evidence(number: int, card: Card, means: Means) -> Evidence:
    limit = means.settings.context.card_chars
    return Evidence(
        number=number,
        card=card,
        score=0.0,
        quotes=best_lines(card, card.title),
        text=card.body.strip()[:limit],
        role="evidence",
        stale=card.stale(means.now),
    )
