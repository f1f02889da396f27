"""Writes the answer to a question that passed the gate: with the chat model, or with the cards' own words."""

import logging
from collections.abc import Generator, Sequence
from contextlib import closing

from rag.answer.extractive import extract
from rag.answer.markers import Marker, MarkerStream, Part
from rag.answer.prompt import build_messages, reads_as_no_answer
from rag.answer.refusal import partial_note, refusal
from rag.errors import ModelError
from rag.protocols import ChatModel
from rag.types import (
    PARTIAL,
    Answerer,
    Closing,
    Delta,
    Done,
    Ending,
    Evidence,
    Failed,
    Language,
    Status,
    Trace,
    Turn,
)

logger = logging.getLogger(__name__)


class Composer:
    """Composes one answer and remembers how it went, for `done`."""

    def __init__(self, chat_model: ChatModel | None, bundle_title: str, language: Language) -> None:
        self._chat_model = chat_model
        self._bundle_title = bundle_title
        self._language: Language = language
        self._answerer: Answerer = "model" if chat_model else "extractive"
        self._ending: Ending = "complete"
        self._status: Status = "answerable"
        self._failure = ""
        self._cited: tuple[int, ...] = ()
        self._unknown = 0

    def answer(self, trace: Trace, history: Sequence[Turn]) -> Generator[Delta | Failed]:
        """Yield the words of an answer.

        A model that fails before its first word, or ends without one, is replaced by quotes; one that breaks off
        later ends in `Failed`. Its failure is logged with what to do about it, without question and answer.
        """
        self._status = trace.verdict.status
        evidence = tuple(item for item in trace.evidence if item.role == "evidence")
        yield from self._answer(trace, evidence, history)
        if self._status in PARTIAL and self._ending == "complete" and trace.check is not None:
            yield Delta(f"\n\n{partial_note(trace.check.missing, self._language)}")

    def done(self, trace: Trace, words: Closing) -> Done:
        """Return the closing event; call it after the last word."""
        return Done(
            status=self._status,
            answerer=self._answerer,
            ending=self._ending,
            cited=self._cited,
            unknown_markers=self._unknown,
            failure=self._failure,
            closing=words,
            trace=trace,
        )

    def _answer(self, trace: Trace, evidence: Sequence[Evidence], history: Sequence[Turn]) -> Generator[Delta | Failed]:
        if self._chat_model is None:
            yield from self._quote(evidence, trace)
            return
        spoken = False
        try:
            with closing(self._write(self._chat_model, trace, evidence, history)) as deltas:
                for delta in deltas:
                    spoken = True
                    yield delta
            if not spoken:
                raise ModelError(f"The chat model {self._chat_model.name!r} finished without a word.", kind="empty")
        except ModelError as error:
            logger.warning("%s", error)
            self._failure = error.kind
            if spoken:
                self._ending = "cut-off"
                yield Failed(error.kind, str(error))
            else:
                self._answerer = "extractive-fallback"
                yield from self._quote(evidence, trace)

    def _quote(self, evidence: Sequence[Evidence], trace: Trace) -> Generator[Delta]:
        numbers: dict[int, None] = {}
        for line, number in extract(evidence, trace.fused, _targets(trace)):
            yield Delta(("\n\n" if numbers else "") + f"{line} [{number}]")
            numbers[number] = None
        self._cited = tuple(sorted(numbers))

    def _write(
        self, model: ChatModel, trace: Trace, evidence: Sequence[Evidence], history: Sequence[Turn]
    ) -> Generator[Delta]:
        messages = build_messages(
            trace.question, evidence, history, language=self._language, bundle_title=self._bundle_title
        )
        markers = MarkerStream({item.number for item in evidence})
        opening = ""
        declines: bool | None = None
        with closing(model.stream(messages)) as pieces:
            for piece in pieces:
                if declines is None:
                    opening += piece
                    declines = reads_as_no_answer(opening)
                    if declines:
                        yield self._decline()
                        return
                    piece = opening if declines is False else ""
                yield from self._pass_on(markers, markers.feed(piece))
        if declines is None and opening.strip():
            yield from self._pass_on(markers, markers.feed(opening))
        yield from self._pass_on(markers, markers.finish())

    def _pass_on(self, markers: MarkerStream, parts: Sequence[Part]) -> Generator[Delta]:
        text = "".join(f"[{part.number}]" if isinstance(part, Marker) else part.content for part in parts)
        self._cited, self._unknown = markers.cited, markers.unknown
        if text:
            yield Delta(text)

    def _decline(self) -> Delta:
        self._status = "declined"
        return Delta(refusal("declined", self._language))


def _targets(trace: Trace) -> tuple[str, ...]:
    """Return the cards that a comparison sets against each other; empty when names tell of none."""
    if trace.targets:
        best = {target.numbers[0] for target in trace.targets if target.numbers}
        return tuple(item.card.card_id for item in trace.evidence if item.number in best)
    names = trace.names
    return names.cards if names is not None and names.query_type == "comparison" and len(names.cards) > 1 else ()
