"""Draws where one card's scores come from: tokens side by side, each token's part, the nearest vector."""

import streamlit as st

from pages.components.inspection.marked_table import Piece, draw_marked_table
from pages.components.inspection.source import CARD, CARD_KEY
from pages.components.inspection.table import sum_words
from pages.components.inspector_words import InspectorWords
from pages.components.ready import engine
from pages.components.safe import safe
from rag.inspection.arithmetic import fused_sum, reciprocal_sum, rrf_ranks
from rag.inspection.explaining import Explanation, Nearness
from rag.inspection.matching import Word
from rag.types import Trace

LISTED = 3000
"""Cards that a list in the page can hold; of more, those that were found are listed and others typed."""


def pick_card(trace: Trace, iw: InspectorWords) -> str | None:
    """Draw the choice of a card and return its id; None while nothing is chosen or the id is unknown."""
    cards = engine().index().cards
    found = [hit.card_id for hit in trace.fused]
    if len(cards.ids) <= LISTED:
        titles = {str(row[0]): str(row[1]) for row in cards.query("select card_id, title from card")}
        options = list(dict.fromkeys((*(one for one in found if one in titles), *cards.ids)))
    else:
        titles = {one: card.title for one in found if (card := cards.get(one)) is not None}
        options = list(titles)
    card_id = st.selectbox(
        iw.pick,
        options,
        index=None,
        key=CARD_KEY,
        help=iw.pick_help,
        format_func=lambda one: f"{titles[one]} · {one}" if one in titles else str(one),
        accept_new_options=True,
        on_change=_keep_in_address,
    )
    if card_id is None:
        return None
    if card_id not in cards.row_of:
        st.warning(iw.no_such_card.format(card=safe(card_id)))
        return None
    return card_id


def draw_explanation(card_id: str, trace: Trace, explained: Explanation, iw: InspectorWords) -> None:
    """Draw the scores of a card with the sums behind them."""
    st.markdown(f"**{iw.why_score}**")
    hit = next((hit for hit in trace.fused if hit.card_id == card_id), None)
    if hit is not None:
        rank = rrf_ranks(trace)[card_id]
        st.text(f"{iw.rrf_arithmetic.format(rank=rank)}: {sum_words(reciprocal_sum(hit, trace), iw)}")
        st.text(f"{iw.fused_arithmetic.format(rank=hit.rank)}: {sum_words(fused_sum(hit, trace), iw)}")
    _draw_nearness(explained.nearness, iw)
    _draw_words(explained, iw)
    _draw_parts(explained, iw)


def _draw_nearness(near: Nearness | None, iw: InspectorWords) -> None:
    if near is None:
        st.write(iw.near_none)
        return
    words = iw.near_phrase if near.view else iw.near_whole
    facts = {"cosine": f"{near.cosine:.4f}", "whole": f"{near.whole:.4f}", "count": near.views, "number": near.view}
    st.markdown(words.format(**facts))
    if near.view:
        st.text(f"“{near.text}”")


def _draw_words(explained: Explanation, iw: InspectorWords) -> None:
    words = explained.words
    matching = [one for one in words.card if words.shared.intersection(one.word.tokens)]
    head = [iw.columns["raw"], iw.columns["normalised"], iw.columns["token"]]
    with st.expander(iw.words_heading, expanded=True, key="inspector.words"):
        left, right = st.columns(2)
        with left:
            rows = [_word(word, words.shared, iw) for word in words.question]
            draw_marked_table("inspector.words.question", iw.question_words, head, rows)
        with right:
            rows = [[*_word(one.word, words.shared, iw), [Piece(iw.fields[one.field])]] for one in matching]
            draw_marked_table("inspector.words.card", iw.card_words, [*head, iw.columns["field"]], rows)
            st.caption(iw.other_words.format(count=len(words.card) - len(matching)))
        st.caption(iw.marks_help)


def _draw_parts(explained: Explanation, iw: InspectorWords) -> None:
    head = [iw.columns["token"], iw.columns["holding"], iw.columns["frequency"], iw.columns["bm25_part"]]
    rows = [
        [
            [Piece(part.token, part.frequency > 0)],
            [Piece(str(part.holding))],
            [Piece(str(part.frequency))],
            [Piece(f"{part.score:.3f}")],
        ]
        for part in explained.parts
    ]
    draw_marked_table("inspector.parts", iw.token_parts, head, rows)
    st.caption(iw.bm25_total.format(total=f"{explained.bm25:.3f}"))


def _word(word: Word, shared: frozenset[str], iw: InspectorWords) -> list[list[Piece]]:
    tokens = [Piece(token, token in shared) for token in word.tokens] or [Piece(iw.no_tokens)]
    return [[Piece(word.raw)], [Piece(word.normalised)], tokens]


def _keep_in_address() -> None:
    chosen = st.session_state[CARD_KEY]
    if chosen:
        st.query_params[CARD] = chosen
    else:
        st.query_params.pop(CARD, None)
