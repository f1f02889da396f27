"""How one question finds its cards: every stage, every rank, and what would change them."""

from datetime import UTC, datetime

import streamlit as st

from pages.components.inspection.chart import draw_chart
from pages.components.inspection.exact import draw_exact
from pages.components.inspection.one_card import draw_explanation, pick_card
from pages.components.inspection.probes import draw_probes
from pages.components.inspection.prompt import draw_prompt
from pages.components.inspection.sides import draw_sides
from pages.components.inspection.source import draw_question_form, draw_source, inspected
from pages.components.inspection.strip import draw_confidence, draw_stages
from pages.components.inspection.table import draw_candidates
from pages.components.inspection.understood import draw_understood
from pages.components.inspection.why_not import draw_placing, draw_smallest_change
from pages.components.inspector_words import inspector_words
from pages.components.language import current_language, current_words
from pages.components.ready import engine
from rag.inspection.candidates import candidates, stored_cards
from rag.inspection.explaining import explain
from rag.inspection.placing import place
from rag.types import UNSEARCHED

st.set_page_config(layout="wide")
w, iw = current_words(), inspector_words(current_language())
st.title(iw.page, anchor=False)
st.caption(iw.intro)
form = st.container()
found = inspected(iw)
with form:
    draw_question_form(found, iw, w)

if found is not None:
    trace, index = found.trace, engine().index()
    draw_source(found, iw)
    draw_stages(trace, iw)
    if trace.verdict.status in UNSEARCHED:
        st.info(iw.nothing_searched)
        st.stop()
    known = index.cards.get if found.index_open else stored_cards(trace)
    draw_understood(trace, known, iw)
    draw_confidence(trace, iw)

    rows = candidates(trace, known, now=datetime.now(UTC))
    if rows:
        draw_candidates(rows, iw, w)

    st.subheader(iw.card_heading, anchor=False)
    if not found.index_open:
        st.caption(iw.needs_index)
    elif trace.applied is None:
        st.caption(iw.no_arithmetic)
    else:
        card_id = pick_card(trace, iw)
        card = index.cards.get(card_id) if card_id else None
        if card is not None:
            spoke = trace.vector.note in ("", "no-candidates")
            vector = engine().embedder.embed_question(trace.normalised) if spoke else None
            placing = place(card.card_id, trace, trace.applied, index, vector)
            draw_placing(placing, trace, trace.applied, iw)
            draw_smallest_change(card, placing, found, iw, w)
            draw_explanation(card.card_id, trace, explain(card, trace, trace.applied, index, vector), iw)

    cited = found.message.cited if found.message else ()
    draw_chart(trace, cited, {row.hit.card_id: row.card for row in rows if row.card}, iw)
    draw_prompt(found, iw)
    if found.settings is not None and found.index_open:
        draw_sides(found, found.settings, iw)
        draw_probes(found, found.settings, iw)
    draw_exact(found, iw)
