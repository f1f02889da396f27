"""One control for each setting: its range and step from the settings' fields, its meaning, and what it rules out."""

from collections.abc import Sequence

import streamlit as st

from pages.components.ready import engine
from pages.components.safe import safe
from pages.components.session_settings import set_override
from pages.components.thresholds_effect import shown_confidence
from pages.components.thresholds_words import ThresholdsWords
from rag.config import Settings
from rag.tuning.overrides import Value
from rag.tuning.reachability import Finding
from rag.tuning.tunables import Group, Tunable, groups, tunables, value_of

REFUSED = "thresholds.refused"
"""Session state: (key, why) of the value that was just put in and does not fit the others."""


def draw_controls(saved: Settings, tried: Settings, found: Sequence[Finding], words: ThresholdsWords) -> None:
    """Draw the groups as a switch and the controls of the chosen one; a group with a warning is marked."""
    warned = {key for finding in found if finding.severity == "warning" for key in finding.keys}
    marked = {tunable.group for tunable in tunables() if tunable.key in warned}

    def name_of(group: Group) -> str:
        return f"{':orange[:material/warning:] ' if group in marked else ''}{words.groups[group]}"

    chosen = st.segmented_control(
        words.controls,
        groups(),
        default=groups()[0],
        required=True,
        format_func=name_of,
        key="thresholds.group",
        persist_state="session",
    )
    refused: tuple[str, str] = st.session_state.pop(REFUSED, ("", ""))
    for tunable in tunables():
        if tunable.group == chosen:
            _draw_control(tunable, value_of(tried, tunable.key), words)
            if refused[0] == tunable.key:
                st.error(f"{words.does_not_fit}\n\n{safe(refused[1])}", icon=":material/block:")
            _draw_meaning(tunable, value_of(saved, tunable.key), value_of(tried, tunable.key), words)
            _draw_findings([finding for finding in found if tunable.key in finding.keys], words)


def shown_value(value: Value, words: ThresholdsWords) -> str:
    """Return a setting's value as the screen writes it."""
    return words.choices.get(value, value) if isinstance(value, str) else f"{value:.10g}"


def _draw_control(tunable: Tunable, value: Value, words: ThresholdsWords) -> None:
    key, name, limits = f"thresholds.{tunable.key}", words.tunables[tunable.key].name, tunable.allowed
    if st.session_state.get(key) != value:
        st.session_state[key] = value
    if limits.kind == "choice":
        st.segmented_control(
            name,
            limits.choices,
            required=True,
            format_func=lambda choice: words.choices[choice],
            key=key,
            on_change=_take,
            args=(tunable, key),
        )
        return
    number = int if limits.kind == "whole" else float
    draw = st.slider if tunable.slides else st.number_input
    draw(
        name,
        min_value=number(limits.low),
        max_value=number(limits.high),
        step=number(tunable.step),
        format="%d" if limits.kind == "whole" else "%.4g",  # a fitted value between two steps is shown as it is
        key=key,
        on_change=_take,
        args=(tunable, key),
    )


def _take(tunable: Tunable, key: str) -> None:
    problem = set_override(tunable.key, tunable.rounded(st.session_state[key]))
    if problem:
        st.session_state[REFUSED] = (tunable.key, problem)


def _draw_meaning(tunable: Tunable, saved: Value, tried: Value, words: ThresholdsWords) -> None:
    explained, limits = words.tunables[tunable.key], tunable.allowed
    parts = [explained.meaning]
    if limits.kind != "choice":
        bounds = words.range.format(low=f"{limits.low:g}", high=f"{limits.high:.10g}")
        parts.insert(0, f"{bounds} ({explained.unit})")
    if saved != tried:
        parts.insert(0, f"**{words.saved_is.format(value=shown_value(saved, words))}**")
    st.caption(" · ".join(parts))


def _sentence(finding: Finding, words: ThresholdsWords) -> str:
    shown: dict[str, float | str] = dict(finding.numbers)
    if "most" in finding.numbers:
        shown["most"] = shown_confidence(finding.numbers["most"])
    text = words.findings[finding.kind].format(**shown)
    if not finding.bundles:
        return text
    names = engine().settings.bundles
    titles = [names[name].label if name in names else name for name in finding.bundles]
    return f"{words.only_in.format(bundles=safe(', '.join(titles)))} {text}"


def _draw_findings(found: Sequence[Finding], words: ThresholdsWords) -> None:
    for finding in found:
        text = _sentence(finding, words)
        if finding.severity == "warning":
            st.warning(text, icon=":material/warning:")
        else:
            st.caption(f":material/info: {text}")
