"""Answers that search nothing: about the conversation itself, or from the model alone where the reader wants that."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from rag.answer.closing import closing_of
from rag.answer.direct import direct_words, rewritten
from rag.answer.ungrounded import Ungrounded
from rag.config import BundleSettings, Settings
from rag.protocols import ChatModel
from rag.query.route import direct_kind, last_answer
from rag.retrieval.recorded import silent_trace
from rag.types import (
    Answerer,
    Closing,
    Delta,
    DirectKind,
    Done,
    Event,
    Language,
    RouteChoice,
    Status,
    Trace,
    Turn,
    Verdict,
)

_REASONS: dict[Status, str] = {
    "direct": "The message is about the conversation; nothing is searched.",
    "ungrounded": "The reader switched the cards off; nothing is searched or proven.",
}
NO_CLOSING = Closing("", "", "")


@dataclass(frozen=True, slots=True)
class Remark:
    """A message that is answered without a search."""

    text: str
    """As asked, cut to the configured length."""
    cut: bool
    history: tuple[Turn, ...]
    language: Language
    bundles: tuple[str, ...]
    """Those that would have been searched."""
    route: RouteChoice
    index_version: str


def unsearched(remark: Remark, status: Status, settings: Settings) -> Trace:
    """Return the trace of a message for which nothing was searched; `status` is `direct` or `ungrounded`."""
    verdict = Verdict(status, settings.confidence.threshold, _REASONS[status])
    trace = silent_trace(
        remark.text,
        verdict,
        cut=remark.cut,
        language=remark.language,
        bundles=remark.bundles,
        settings=settings,
        index_version=remark.index_version,
    )
    return replace(trace, route=remark.route)


def answer_direct(remark: Remark, settings: Settings, model: ChatModel | None) -> Generator[Event]:
    """Yield the words and the end of an answer about the conversation: no citation, no fact of its own.

    Greetings, thanks and goodbyes are written down; a model only says the last answer again in other words, and
    the template stands where it fails or says a number that was not there.
    """
    kind: DirectKind = direct_kind(remark.text, remark.history) or "other"
    answer = last_answer(remark.history)
    answerer: Answerer = "none"
    words = ""
    if model is not None and kind in ("rewrite", "other") and answer:
        words = rewritten(remark.text, answer, model, language=remark.language)
        answerer = "model" if words else "none"
    yield Delta(words or direct_words(kind, remark.language, answer, _offered(remark, settings)))
    closing = _closing(remark, settings) if answer and kind == "rewrite" else NO_CLOSING
    yield Done("direct", answerer, "complete", (), 0, "", closing, unsearched(remark, "direct", settings))


def answer_ungrounded(remark: Remark, settings: Settings, model: ChatModel) -> Generator[Event]:
    """Yield the words and the end of an answer of the model alone; a model that fails leaves what it said."""
    writer = Ungrounded(model, remark.language)
    yield from writer.answer(remark.text, remark.history)
    yield Done(
        status="ungrounded",
        answerer="model",
        ending=writer.ending,
        cited=(),
        unknown_markers=writer.removed,
        failure=writer.failure,
        closing=replace(_closing(remark, settings), disclaimer=""),  # which says that the words are from cards
        trace=unsearched(remark, "ungrounded", settings),
    )


def _closing(remark: Remark, settings: Settings) -> Closing:
    return closing_of("", remark.bundles, language=remark.language, bundles=settings.bundles)


def _offered(remark: Remark, settings: Settings) -> Sequence[BundleSettings]:
    """Return what can be asked, bundles in the language of the message first."""
    known = [settings.bundles[name] for name in remark.bundles if name in settings.bundles]
    return sorted(known, key=lambda bundle: bundle.language != remark.language)
