"""Draws one card whole: what it is, where it comes from, what it says, what is around it, its file."""

import streamlit as st

from pages.components.corpus.address import close_card
from pages.components.corpus.card_body import draw_body
from pages.components.corpus.card_relations import draw_relations
from pages.components.corpus.card_standing import draw_badges, draw_findings, draw_provenance, draw_resource
from pages.components.corpus.contract import draw_contract
from pages.components.corpus.screen import Screen
from pages.components.corpus_words import CorpusWords
from pages.components.ready import history
from pages.components.safe import safe
from rag.browse.card_lines import findings_about
from rag.browse.provenance import read_provenance
from rag.browse.raw_file import read_raw
from rag.types import Card


def draw_card(card: Card, screen: Screen) -> None:
    """Draw a card of the version that serves."""
    c = screen.c
    st.button(c.back, key="corpus.back", icon=":material/arrow_back:", type="tertiary", on_click=close_card)
    st.subheader(safe(card.title), anchor=False)
    draw_badges(card, screen)
    st.caption(safe(card.path))
    if card.description:
        st.markdown(safe(card.description))
    draw_resource(card, screen.w, c)
    draw_findings(findings_about(screen.found.cards, card.path), c)
    with st.container(border=True):
        draw_body(card, c)
    draw_contract(card)
    st.caption(c.used.format(count=history().used_in_answers(card.card_id)))
    with st.expander(c.provenance, key="corpus.provenance", icon=":material/history_edu:"):
        draw_provenance(read_provenance(card.frontmatter), c)
        _draw_names(card, c)
    draw_relations(card, screen)
    _draw_raw(card, screen)


def _draw_names(card: Card, c: CorpusWords) -> None:
    for title, values in ((c.tags, card.tags), (c.aliases, card.aliases), (c.phrases, card.phrases)):
        if values:
            st.markdown(f"**{title}**: {safe(' · '.join(values))}")
    if card.topic:
        st.markdown(f"**{c.topic}**: {safe(card.topic)}")
    if card.stale_after:
        st.markdown(f"**{c.valid_until}**: {card.stale_after.isoformat()}")


def _draw_raw(card: Card, screen: Screen) -> None:
    c = screen.c
    expander = st.expander(c.raw, key="corpus.raw", icon=":material/draft:", on_change="rerun")
    if not expander.open:
        return
    with expander:
        raw = read_raw(screen.settings.corpus.path, card.path, content_hash=card.content_hash)
        if raw.state == "gone":
            st.warning(c.raw_gone)
            return
        if raw.state == "changed":
            st.warning(c.raw_changed)
        st.code(raw.text, language=None, line_numbers=True, wrap_lines=True)
