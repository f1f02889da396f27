"""Draws what became of one card and, on demand, the smallest change that would bring it in."""

from collections.abc import Sequence

import streamlit as st

from pages.components.inspection.ask_again import asking, same_question
from pages.components.inspection.on_demand import on_demand
from pages.components.inspection.source import Inspected
from pages.components.inspector_words import InspectorWords
from pages.components.question_bar import bundle_label
from pages.components.ready import engine
from pages.components.safe import safe
from pages.components.words import Words
from rag.config import Settings
from rag.inspection.missing_words import missing_words
from rag.inspection.placing import LegPlace, Placing
from rag.inspection.why_not import BUNDLE, MAX_RUNS, WORD, Asked, Change, WhyNot, smallest_changes
from rag.types import Applied, Card, Trace

NEVER = ("deprecated", "empty")
"""Standings that no setting changes."""

WORDS_SHOWN = 5
"""Words that help, of those tried; the shortest."""


def draw_placing(placing: Placing, trace: Trace, applied: Applied, iw: InspectorWords) -> None:
    """Draw the card's rank in each leg, its fused rank, and the stage that dropped it."""
    st.markdown(f"**{iw.why_not_heading}**")
    fused = iw.not_fused
    if placing.fused_rank is not None:
        fused = iw.fused_place.format(rank=placing.fused_rank, of=len(trace.fused))
    lines = (
        f"{iw.legs['lexical']}: {_leg(placing.lexical, applied, iw)}",
        f"{iw.legs['vector']}: {_leg(placing.vector, applied, iw)}",
        fused,
    )
    st.markdown("\n".join(f"- {line}" for line in lines))
    dropped = iw.dropped[placing.standing].format(
        evidence=applied.evidence,
        top_k=applied.top_k,
        confidence=f"{trace.confidence.value:.2f}",
        threshold=f"{trace.verdict.threshold:.2f}",
    )
    st.markdown(f"**{dropped}**")


def draw_smallest_change(card: Card, placing: Placing, found: Inspected, iw: InspectorWords, w: Words) -> None:
    """Draw the button that searches, and what it found; nothing where no change could help or be tried."""
    trace, settings = found.trace, found.settings
    if settings is None or placing.standing in (*NEVER, "evidence"):
        return
    index = engine().index()

    def holding(tokens: Sequence[str]) -> list[int]:
        parts = index.lexical.explain(tokens, index.cards.row_of[card.card_id], bundles=trace.bundles)
        return [part.holding for part in parts]

    def search() -> WhyNot:
        asked = Asked(same_question(found), settings, asking(found, settings))
        return smallest_changes(card.card_id, asked, missing_words(card, trace.tokens, holding))

    about = (trace.question, found.bundle, trace.index_version, trace.settings_hash, card.card_id)
    found_changes = on_demand("inspector.find", iw.find, about, search, help=iw.find_help.format(runs=MAX_RUNS))
    if found_changes is not None:
        with st.container(border=True, key="inspector-changes"):
            _draw_changes(found_changes, settings, iw, w)


def _draw_changes(why: WhyNot, settings: Settings, iw: InspectorWords, w: Words) -> None:
    st.caption(iw.goal_presented if why.goal == "presented" else iw.goal_evidence)
    of_settings = [_change(change, settings, iw, w) for change in why.changes if change.key != WORD]
    of_words = [safe(str(change.after)) for change in why.changes if change.key == WORD]
    if of_settings:
        st.markdown(f"**{iw.smallest.format(change=of_settings[0])}**")
    if len(of_settings) > 1:
        st.markdown(f"{iw.other_changes}\n" + "\n".join(f"- {line}" for line in of_settings[1:]))
    if of_words:
        st.markdown(f"{iw.word_changes} " + ", ".join(f"**{word}**" for word in of_words[:WORDS_SHOWN]))
    if not why.changes:
        st.markdown(iw.no_change)
    st.caption((iw.runs if why.all_tried else iw.runs_ended).format(count=why.runs))


def _change(change: Change, settings: Settings, iw: InspectorWords, w: Words) -> str:
    if change.key == BUNDLE:
        return iw.change_bundle.format(bundle=safe(bundle_label(str(change.after), w, settings)))
    before, after = (iw.values.get(str(value), f"{value}") for value in (change.before, change.after))
    return iw.change.format(name=iw.settings[change.key], before=before, after=after)


def _leg(place: LegPlace, applied: Applied, iw: InspectorWords) -> str:
    score = "" if place.score is None else f"{place.score:.4g}"
    return iw.leg_fates[place.fate].format(rank=place.rank, of=place.of, score=score, limit=applied.candidates)
