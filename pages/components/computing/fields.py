"""One widget for each type of input, and its value as the text a computation reads."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import streamlit as st

from pages.components.computing.words import ComputingWords, computing_words
from pages.components.language import current_language
from pages.components.safe import safe
from rag.computation_types import Wanted
from rag.compute.labels import Labels, labels
from rag.query.places import OFFERED, place_name

_FIRST, _LAST = date(1900, 1, 1), date(2200, 12, 31)

LEVEL_WIDTH_PX = 112
"""Two of them fit beside each other into a form on a screen of 390 pixels."""


def draw_field(wanted: Wanted, start: str, key: str) -> None:
    """Draw the widget of one input.

    Args:
        wanted: The input.
        start: Text it starts from; what does not fit is left out.
        key: Of the widget; several widgets of one input add a suffix.
    """
    names, cw = labels(current_language()), computing_words(current_language())
    label = safe(names.input(wanted.name)) + (f" · {cw.required}" if wanted.required else "")
    hint = names.helps.get(wanted.name)
    match wanted.type:
        case "integer":
            low, high = _whole(wanted.low), _whole(wanted.high)
            value = _whole(start)
            if value is not None and not (value if low is None else low) <= value <= (value if high is None else high):
                value = None
            st.number_input(label, low, high, value, step=1, key=key, help=hint, placeholder="–")
        case "boolean":
            st.checkbox(label, value=start == "yes", key=key, help=hint)
        case "choice":
            st.selectbox(
                label,
                wanted.choices,
                index=wanted.choices.index(start) if start in wanted.choices else None,
                key=key,
                help=hint,
                format_func=names.choice,
                placeholder=cw.choose,
            )
        case "date":
            _date_input(wanted, start, label, key, hint)
        case "datetime":
            _moment(start, label, key, cw)
        case "levels":
            _levels(wanted, start, label, key, names)
        case "zone":
            offered = OFFERED if start in OFFERED or not start else (start, *OFFERED)
            st.selectbox(
                label,
                offered,
                index=offered.index(start) if start else None,
                key=key,
                format_func=_zone_label,
                placeholder=cw.choose,
            )


def field_text(wanted: Wanted, key: str) -> str:
    """Return what the widget of an input holds, as text; empty when it holds nothing."""
    state = st.session_state
    match wanted.type:
        case "boolean":
            return "yes" if state.get(key) else "no"
        case "levels":
            found = [state.get(f"{key}.{number}") for number in range(4)]
            return "" if None in found else ",".join(map(str, found))
        case "datetime":
            day, at = state.get(f"{key}.date"), state.get(f"{key}.time")
            if not isinstance(day, date) or not isinstance(at, time):
                return ""
            return datetime.combine(day, at).isoformat(timespec="minutes")
        case _:
            value = state.get(key)
            return "" if value is None else str(value)


def _levels(wanted: Wanted, start: str, label: str, key: str, names: Labels) -> None:
    low, high = _whole(wanted.low) or 0, _whole(wanted.high) or 12
    given = start.split(",") if start else []
    given = given * 4 if len(given) == 1 else given
    levels = list(range(low, high + 1))
    st.markdown(label)
    with st.container(horizontal=True, gap="small"):  # four abreast, and two on a phone
        for number, ability in enumerate(names.abilities):
            text = given[number] if len(given) == 4 else ""
            st.selectbox(
                ability.capitalize(),
                levels,
                index=int(text) - low if text.isdecimal() and low <= int(text) <= high else None,
                key=f"{key}.{number}",
                placeholder="–",
                width=LEVEL_WIDTH_PX,
            )


def _date_input(wanted: Wanted, start: str, label: str, key: str, hint: str | None) -> None:
    low, high = _day(wanted.low) or _FIRST, _day(wanted.high) or _LAST
    value = _day(start)
    value = value if value is not None and low <= value <= high else None
    st.date_input(label, value, low, high, key=key, help=hint, format="YYYY-MM-DD")


def _moment(start: str, label: str, key: str, cw: ComputingWords) -> None:
    try:
        moment = datetime.fromisoformat(start)
    except ValueError:
        moment = None
    day, at = st.columns(2)
    value = moment.date() if moment else None
    day.date_input(f"{label}: {cw.date}", value, _FIRST, _LAST, key=f"{key}.date", format="YYYY-MM-DD")
    at.time_input(f"{label}: {cw.time}", moment.time() if moment else None, key=f"{key}.time", step=60)


def _zone_label(zone: str) -> str:
    offset = datetime.now(UTC).astimezone(ZoneInfo(zone)).strftime("%z")
    return f"{place_name(zone, current_language())} (UTC{offset[:3]}:{offset[3:]})"


def _whole(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() else None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
