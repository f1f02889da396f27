"""How well cards are found and questions refused: what changed, and where the threshold should be."""

import streamlit as st

from pages.components.evaluation.failing import draw_failures
from pages.components.evaluation.flips import draw_flips
from pages.components.evaluation.measuring import measure_wanted
from pages.components.evaluation.numbers import draw_bundles, draw_tiles
from pages.components.evaluation.source_bar import draw_source_bar, usable_labels, usable_report
from pages.components.evaluation.sources import measured
from pages.components.evaluation.threshold import draw_threshold
from pages.components.evaluation.two_settings import draw_two_settings
from pages.components.evaluation_words import evaluation_words
from pages.components.language import current_language
from pages.components.ready import engine
from rag.rules import logistic_of

ew, saved = evaluation_words(current_language()), engine().settings
st.title(ew.page, anchor=False)
st.caption(ew.intro)
labels, report = usable_labels(ew), usable_report(ew)
run = measured(saved, labels) if labels else None
shown = run or report
before = report.scores if run and report else ()

bar = draw_source_bar(shown, labels, ew)
if shown is not None:
    draw_tiles(shown.scores, before, ew)
    draw_bundles(shown.scores, before, ew)
    if run and report:
        st.subheader(ew.changes_heading, anchor=False)
        draw_flips("changes", report.cases, run.cases, ew)
    draw_threshold(shown.cases, logistic_of(saved), ew)
    draw_failures(shown.cases, ew)
if labels:
    other = draw_two_settings(labels, report, ew)
    bar = other if bar is None else bar
measure_wanted(bar, labels, ew)
