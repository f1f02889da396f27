"""Says beside a confidence how judged questions of about this confidence fared."""

from pathlib import Path

import streamlit as st

from pages.components.evaluation.sources import file_stamp, report_path
from pages.components.evaluation_words import evaluation_words
from pages.components.language import current_language
from rag.errors import ConfigError
from rag.evaluation.metrics import Interval
from rag.evaluation.reliability import band_of, fared, judged_for
from rag.evaluation.report import read_cases
from rag.types import Trace


def fared_words(trace: Trace) -> str:
    """Return one sentence, or nothing where there is no report."""
    stamp = file_stamp(report_path())
    if not stamp:
        return ""
    low, high = band_of(trace.confidence.value)
    judged, found = _fared(str(report_path()), stamp, low, trace.bundles)
    if not judged:
        return ""
    ew = evaluation_words(current_language())
    bounds = {"low": f"{low:.1f}", "high": f"{high:.1f}"}
    if found is None:
        return ew.fared_few.format(**bounds)
    return ew.fared.format(
        **bounds,
        count=found.count,
        right=round(found.mean * found.count),
        from_share=f"{found.low:.0%}",
        to_share=f"{found.high:.0%}",
    )


@st.cache_data(max_entries=64, show_spinner=False)
def _fared(path: str, stamp: int, low: float, bundles: tuple[str, ...]) -> tuple[bool, Interval | None]:
    """Whether there is a report that can be read, and what it says of the band that begins at `low`."""
    try:
        cases = read_cases(Path(path))
    except ConfigError:  # the evaluation page says so; an answer does without
        return False, None
    return True, fared(judged_for(cases, bundles), low)
