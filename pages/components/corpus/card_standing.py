"""Draws how far a card may be relied on: badges, original, who wrote and checked it, findings."""

from collections.abc import Sequence

import streamlit as st

from pages.components.corpus.screen import Screen
from pages.components.corpus_words import CorpusWords
from pages.components.safe import host, label, safe
from pages.components.words import Words
from rag.browse.provenance import Provenance, Source, Stamp
from rag.browse.selection import SOON_STALE
from rag.cards.findings import Finding
from rag.types import Card


def draw_badges(card: Card, screen: Screen) -> None:
    """Draw type, trust and warnings."""
    w, c, now = screen.w, screen.c, screen.now
    with st.container(horizontal=True, gap="xsmall"):
        st.badge(label(card.type, 40), color="blue")
        st.badge(w.trust[card.trust], color="green" if card.trust == "human-reviewed" else "gray")
        if card.status != "stable":
            st.badge(label(c.status.get(card.status, card.status), 30), color="orange")
        if card.stale(now):
            st.badge(w.stale, icon=":material/event_busy:", color="orange")
        elif card.stale_after is not None and card.stale(now + SOON_STALE):
            st.badge(c.soon.format(date=card.stale_after.date().isoformat()), icon=":material/schedule:", color="gray")
        if card.fictional:
            st.badge(w.fictional, color="violet")


def draw_resource(card: Card, w: Words, c: CorpusWords) -> None:
    """Draw where the original is: a link that names its host, or the text when it is no safe address."""
    if card.link:
        st.link_button(w.official_page.format(host=host(card.link)), card.link, icon=":material/open_in_new:")
    elif card.resource:
        st.caption(c.resource_plain)
        st.code(card.resource, language=None, wrap_lines=True)


def draw_provenance(provenance: Provenance, c: CorpusWords) -> None:
    """Draw who wrote the card, who checked it, and its sources."""
    _draw_stamps(c.generated, (provenance.generated,) if provenance.generated else (), c)
    _draw_stamps(c.verified, provenance.verified, c)
    if provenance.sources:
        st.markdown(f"**{c.sources}**")
        for source in provenance.sources:
            st.markdown(_source(source))


def draw_findings(findings: Sequence[Finding], c: CorpusWords) -> None:
    """Draw what is wrong with the card's file."""
    if not findings:
        return
    with st.container(border=True, gap="xsmall"):
        st.markdown(f":material/report: **{c.findings}**")
        for finding in findings:
            place = f"{c.line.format(line=finding.line)} · " if finding.line else ""
            st.caption(f"{place}{c.severity[finding.severity]} · {c.kinds[finding.kind]}")
            st.text(f"{finding.message}. {finding.remedy}")


def _draw_stamps(title: str, stamps: Sequence[Stamp], c: CorpusWords) -> None:
    said = [f"{safe(stamp.by) or c.not_said} · {safe(stamp.at) or c.not_said}" for stamp in stamps]
    st.markdown(f"**{title}**: {'; '.join(said) or c.not_said}")


def _source(source: Source) -> str:
    name = label(source.title or source.id or source.resource, 200)
    if source.link:
        name = f"[{name}](<{source.link.replace('&', '&amp;')}>) :gray[({host(source.link)})]"
    elif source.resource and source.title:
        name += f" · {safe(source.resource)}"
    rest = filter(None, (safe(source.author), safe(source.last_modified)))
    return "- " + " · ".join([name, *rest])
