"""Draws how steady the ranks are when the same thing is asked in other forms."""

import pandas as pd
import streamlit as st

from pages.components.inspection.ask_again import asking
from pages.components.inspection.on_demand import on_demand
from pages.components.inspection.source import Inspected
from pages.components.inspector_words import InspectorWords
from pages.components.safe import safe
from rag.config import Settings
from rag.inspection.probing import Steadiness, Variant, steadiness, variants
from rag.inspection.why_not import Attempt

Probed = tuple[tuple[Variant, Steadiness], ...]


def draw_probes(found: Inspected, settings: Settings, iw: InspectorWords) -> None:
    """Draw the forms of the question with what each changes."""
    with st.expander(iw.probe_heading, key="inspector.probes"):
        st.caption(iw.probe_help)
        own = st.text_input(iw.paraphrase, key="inspector.paraphrase", max_chars=settings.limits.question_chars)
        about = (found.trace.question, found.bundle, found.trace.index_version, found.trace.settings_hash, own)
        probed = on_demand(
            "inspector.probe", iw.probe_run, about, lambda: _probe(found, settings, own), help=iw.probe_help
        )
        if probed is not None:
            _draw_steadiness(probed, iw)


def _probe(found: Inspected, settings: Settings, own: str) -> Probed:
    forms = variants(found.trace.question)
    if own.strip():
        forms = (*forms, Variant("paraphrase", own))
    ask = asking(found, settings)
    return tuple((form, steadiness(found.trace, ask(Attempt(form.text, found.bundle)))) for form in forms)


def _draw_steadiness(probed: Probed, iw: InspectorWords) -> None:
    steady = [one for _, one in probed]
    st.markdown(
        iw.probe_result.format(
            count=len(steady),
            kept=sum(one.top_kept for one in steady),
            flipped=sum(one.flipped for one in steady),
        )
    )
    rows = [
        {
            iw.columns["form"]: iw.disguises[form.disguise],
            iw.columns["question"]: safe(form.text),
            iw.columns["top_kept"]: iw.yes if one.top_kept else iw.no,
            iw.columns["overlap"]: f"{one.overlap:.0%}",
            iw.columns["top_rank"]: str(one.original_top_rank or iw.absent),
            iw.columns["verdict"]: iw.statuses[one.after],
            iw.columns["confidence"]: f"{one.confidence_change:+.2f}",
        }
        for form, one in probed
    ]
    if rows:
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
