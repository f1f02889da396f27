"""Draws the stages of a question as a strip, and the confidence with its parts."""

import pandas as pd
import streamlit as st

from pages.components.inspector_words import InspectorWords
from pages.components.safe import safe
from rag.inspection.arithmetic import confidence_products
from rag.inspection.stages import Stage, stages
from rag.types import Trace

BOX = 164
"""Pixels: two boxes stand beside each other on a phone, five on a desk screen."""


def draw_stages(trace: Trace, iw: InspectorWords) -> None:
    """Draw one box a stage: its name, its count, what was decided, its time."""
    st.subheader(iw.stages_heading, anchor=False)
    with st.container(horizontal=True, gap="small", key="inspector-stages"):
        for stage in stages(trace):
            _draw_stage(stage, iw)


def _draw_stage(stage: Stage, iw: InspectorWords) -> None:
    with st.container(border=True, width=BOX, gap="xsmall", key=f"inspector-stage-{stage.name}"):
        st.markdown(f"**{iw.stages[stage.name]}**  \n{iw.counts[stage.name].format(count=stage.count)}")
        lines = [iw.decisions[stage.decision]]
        if stage.name == "topic":
            lines.extend(iw.topic_found.format(topic=safe(topic)) for topic in stage.detail)
        elif stage.name == "trust":
            lines.extend(safe(moved) for moved in stage.detail)
        if stage.ms is not None:
            lines.append(iw.milliseconds.format(ms=f"{stage.ms:.1f}"))
        st.caption("  \n".join(lines))


def draw_confidence(trace: Trace, iw: InspectorWords) -> None:
    """Draw the parts of the confidence as products, and their sum."""
    with st.expander(iw.confidence_heading, key="inspector.confidence"):
        products = confidence_products(trace.confidence)
        if not products:
            st.write(iw.confidence_none)
            return
        st.table(
            pd.DataFrame(
                {
                    iw.columns["part"]: [iw.confidence_parts.get(one.name, safe(one.name)) for one in products],
                    iw.columns["amount"]: [f"{one.amount:.4f}" for one in products],
                    iw.columns["coefficient"]: [f"{one.coefficient:.2f}" for one in products],
                    iw.columns["product"]: [f"{one.value:.3f}" for one in products],
                }
            ),
            border="horizontal",
            hide_index=True,
        )
        st.caption(
            iw.confidence_sum.format(
                logit=f"{sum(one.value for one in products):.3f}",
                value=f"{trace.confidence.value:.3f}",
                threshold=f"{trace.verdict.threshold:.2f}",
            )
        )
        if trace.open_question:
            st.caption(iw.open_question)
            st.text(trace.open_question)
