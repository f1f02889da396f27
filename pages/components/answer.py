"""Draws a stored question or answer: words, confidence, citations with their proof, closing, rating."""

from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.citation import draw_citation, draw_further
from pages.components.comparison import compared_in, draw_comparison
from pages.components.computing.answer import draw_computation, draw_offer, is_computation
from pages.components.conversation import ask_next
from pages.components.evaluation.reliability import fared_words
from pages.components.in_view import keep_in_view
from pages.components.inspection.link import draw_inspect_link
from pages.components.language import current_language
from pages.components.rating import draw_rating
from pages.components.ready import engine, history
from pages.components.safe import host, label, safe
from pages.components.words import Words
from rag.answer.closing import closing_of
from rag.answer.refusal import partial_note
from rag.history.records import Rating, StoredMessage
from rag.history.trace_json import trace_from_json
from rag.pipeline import ALL
from rag.types import ANSWERED, ASKED_BACK, UNSEARCHED, Closing, Status, Trace

MEANT = 0.7
"""Cards that score at least this share of the best one are offered when a question has several meanings."""

UNWEIGHED: frozenset[Status] = frozenset(
    (
        "empty_question",
        "no_candidate",
        "insufficient_evidence",
        "context_clarification",
        "metadata_ambiguity_clarification",
        "referred",
    )
)
"""Statuses that confidence did not decide: beside them its number would mislead."""


def draw_question(text: str, *, just_asked: bool = False) -> None:
    """Draw what was asked; the window scrolls to a question that was asked just now."""
    with st.chat_message("user", avatar=":material/person:"):
        st.markdown(safe(text))
        if just_asked:
            keep_in_view()


def answer_bubble() -> DeltaGenerator:
    """Return the place where one answer is drawn."""
    return st.chat_message("assistant", avatar=":material/verified:")


def trace_of(message: StoredMessage) -> Trace | None:
    """Return what was decided for an answer; None when it broke off before that was stored."""
    return trace_from_json(message.trace_json) if message.trace_json else None


def _question_of(message: StoredMessage) -> StoredMessage | None:
    return history().message(message.question_id) if message.question_id else None


def draw_kind(w: Words, *, grounded: bool, beside: bool = False) -> None:
    """Say above an answer that it is not grounded, in colour and words; beside another, which one is grounded."""
    if not grounded:
        st.badge(w.not_grounded, icon=":material/warning:", color="orange")
        st.caption(w.not_grounded_means)
    elif beside:
        st.badge(w.from_cards, icon=":material/verified:", color="green")


def draw_answer(
    message: StoredMessage,
    w: Words,
    *,
    ratings: Mapping[str, Rating],
    text_drawn: bool = False,
    beside: bool = False,
) -> None:
    """Draw an answer or a refusal exactly as it was shown; call it inside an `answer_bubble`.

    Args:
        message: From the store.
        w: The words of the screen.
        ratings: The conversation's ratings, by message id.
        text_drawn: The text was streamed just now and stands on the page already, below what `draw_kind` draws.
        beside: Another answer to the same question stands beside it.
    """
    trace = trace_of(message)
    if trace is not None and is_computation(trace):
        draw_computation(message, trace, w)
        _draw_end(message, ratings, w)
        return
    if not text_drawn:
        draw_kind(w, grounded=message.use_rag, beside=beside)
        _draw_text(message, trace, w)
    with st.container(key=f"answer-{message.id}"):
        _draw_state(message, trace, w)
        if message.status in ASKED_BACK:
            _draw_choices(message, w)
        evidence = [citation for citation in message.citations if citation.role == "evidence"]
        others = [citation for citation in message.citations if citation.role == "further"]
        refused = message.status is not None and message.status not in ANSWERED | UNSEARCHED
        shown = [citation for citation in evidence if not message.cited or citation.number in message.cited]
        shown = [] if refused else shown
        if shown:
            st.markdown(f"**{w.sources}**")
            for citation in shown:
                draw_citation(citation, message.id, w)
        rest = [citation for citation in evidence if citation not in shown] + others
        if rest:
            draw_further(w.nearest if refused else w.further, rest, message.id, w)
        if trace is not None and not refused:
            draw_offer(message, trace)
        _draw_end(message, ratings, w)


def _draw_end(message: StoredMessage, ratings: Mapping[str, Rating], w: Words) -> None:
    _draw_closing(message, w)
    if message.status != "direct":
        draw_rating(message.id, ratings, w)
    if message.status not in UNSEARCHED:
        draw_inspect_link(message)


def _draw_text(message: StoredMessage, trace: Trace | None, w: Words) -> None:
    targets = compared_in(message, trace)
    if targets:
        draw_comparison(targets, w)
        if trace is not None and trace.check is not None and trace.check.status == "partial_comparison":
            st.markdown(safe(partial_note(trace.check.missing, trace.language)))
    else:
        st.markdown(safe(message.text))


def _draw_state(message: StoredMessage, trace: Trace | None, w: Words) -> None:
    if message.ending and message.ending != "complete":
        cause = w.cause.format(cause=_cause(message, w)) if message.failure else ""
        said = " ".join(part for part in (w.endings[message.ending], cause, w.not_checked) if part)
        st.warning(said, icon=":material/warning:")
        question = _question_of(message)
        if question is not None:
            st.button(
                w.retry,
                key=f"chat.retry.{message.id}",
                icon=":material/refresh:",
                on_click=ask_next,
                args=(question.text, message.bundle),
            )
    if trace is None or message.status is None:
        return
    if message.status in UNSEARCHED:
        _draw_unjudged(message, trace, w)
        return
    words: list[str] = []
    if message.status in ANSWERED:
        words.append(_written_by(message, w))
    if message.status != "answerable":
        words.insert(0, f"**{w.refusals[message.status]}**")
    fared = ""
    if message.status not in UNWEIGHED:
        sure, fared = trace.confidence, fared_words(trace)
        words.append(
            w.confidence.format(
                word=w.bands[sure.band], value=f"{sure.value:.2f}", threshold=f"{trace.verdict.threshold:.2f}"
            )
        )
    st.caption(" · ".join(words), help="\n\n".join(part for part in (w.confidence_help, fared) if part))
    if message.unknown_markers:
        st.caption(w.unknown_markers.format(count=message.unknown_markers))
    if message.answerer == "model" and message.status in ANSWERED and not message.cited:
        st.warning(w.uncited, icon=":material/warning:")
    _draw_what_is_known(message, trace, w)
    if trace.carried:
        _draw_carried(message, trace.carried, w)
    if trace.cut:
        st.caption(w.cut.format(chars=len(trace.question)))
    if trace.lexical.note == "no-candidates" and message.citations:
        st.caption(w.leg_silent)


def _draw_unjudged(message: StoredMessage, trace: Trace, w: Words) -> None:
    """Say of an answer for which nothing was searched who wrote it."""
    if message.status == "direct":
        st.caption(w.direct_by_model if message.answerer == "model" else w.direct)
    elif message.use_sft:
        st.caption(w.fine_tuned_wrote)
    if message.unknown_markers:
        st.caption(w.unknown_markers.format(count=message.unknown_markers))
    if trace.cut:
        st.caption(w.cut.format(chars=len(trace.question)))


def _draw_what_is_known(message: StoredMessage, trace: Trace, w: Words) -> None:
    """Say more of a refusal than that proof is weak, where more is known."""
    if message.status is None or message.status in ANSWERED:
        return
    if trace.names is not None and trace.names.unknown:
        st.caption(w.unknown_agency.format(agency=safe(trace.names.unknown)))
    elif message.status == "insufficient_evidence" and trace.check is not None:
        st.caption(w.lacking.format(missing=safe(", ".join(w.kinds.get(kind, kind) for kind in trace.check.missing))))
    elif message.status == "low_confidence" and trace.open_question:
        # beside an unknown agency this would name the very agency that was not asked about
        st.caption(w.left_open.format(question=safe(trace.open_question)))


def _draw_choices(message: StoredMessage, w: Words) -> None:
    """Draw the cards that may be meant; a click asks the same question of that card alone."""
    question = _question_of(message)
    if question is None:
        return
    best = max((citation.score for citation in message.citations), default=0.0)
    for citation in message.citations:
        if citation.score < MEANT * best:
            continue
        st.button(
            label(citation.title),
            key=f"chat.choice.{message.id}.{citation.number}",
            icon=":material/subdirectory_arrow_right:",
            on_click=ask_next,
            args=(question.text, message.bundle, citation.card_id),
        )


def _draw_carried(message: StoredMessage, carried: str, w: Words) -> None:
    """Say which earlier question a follow-up was understood with, and offer to ask it without."""
    question = _question_of(message)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(w.carried.format(question=safe(carried)))
        if question is not None:
            st.button(
                w.ask_alone,
                key=f"chat.alone.{message.id}",
                icon=":material/close:",
                type="tertiary",
                on_click=ask_next,
                args=(question.text, message.bundle, "", True),
            )


def _written_by(message: StoredMessage, w: Words) -> str:
    if message.answerer == "model":
        return w.by_fine_tuned if message.use_sft else w.by_model
    if message.answerer == "extractive-fallback":
        return w.by_fallback.format(kind=_cause(message, w))
    return w.by_quotes


def _cause(message: StoredMessage, w: Words) -> str:
    return w.failures.get(message.failure) or safe(message.failure)


def _draw_closing(message: StoredMessage, w: Words) -> None:
    closing = message.closing or _closing_of_unfinished(message)
    if not closing.official_site:
        return
    with st.container(border=True):
        said = (safe(closing.disclaimer), f"{w.contact}: {safe(closing.contact)}")
        st.caption("\n\n".join(filter(None, said)))
        st.link_button(
            w.official_site.format(host=host(closing.official_site)),
            closing.official_site,
            icon=":material/open_in_new:",
            type="tertiary",
        )


def _closing_of_unfinished(message: StoredMessage) -> Closing:
    """Return the closing of an answer that broke off before its last event, when none was stored.

    Its best card's bundle gives it; none closes an answer that is not from cards.
    """
    if not message.use_rag:
        return Closing("", "", "")
    best = message.citations[0].card_id.partition("/")[0] if message.citations else ""
    bundles = engine().settings.bundles
    searched = tuple(bundles) if message.bundle == ALL else (message.bundle,)
    return closing_of(best, searched, language=current_language(), bundles=bundles)
