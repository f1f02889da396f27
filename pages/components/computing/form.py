"""Draws a computation's form from the inputs its card takes; what is sent becomes the next question."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from pages.components.computing.fields import draw_field, field_text
from pages.components.computing.words import ComputingWords, computing_words
from pages.components.conversation import compute_next
from pages.components.language import current_language
from pages.components.safe import safe
from rag.computation_types import Computation, Wanted
from rag.compute.labels import labels
from rag.computed.telling import inputs_line, problems_of, title_of
from rag.history.records import StoredMessage

SPOUSE = "spouse_"
"""Inputs of this prefix count only for who has one, and stand folded."""


def draw_form(found: Computation, message: StoredMessage) -> None:
    """Draw the form of a stored answer; it starts from what was given and never computes by itself."""
    cw, language = computing_words(current_language()), current_language()
    for problem in problems_of(found, language):
        st.warning(safe(problem), icon=":material/edit:")
    place = _place(message)
    with st.form(f"{place}.form", enter_to_submit=False):
        own = [one for one in found.wanted if not one.name.startswith(SPOUSE)]
        _draw_fields([one for one in own if one.required], found, place)
        _draw_fields([one for one in own if not one.required], found, place)
        spouse = [one for one in found.wanted if one.name.startswith(SPOUSE)]
        if spouse:
            with st.expander(cw.spouse, key=f"{place}.spouse"):
                _draw_fields(spouse, found, place)
        missing = st.session_state.get(f"{place}.missing", ())
        if missing:
            st.warning(_still_needed(missing, cw), icon=":material/edit:")
        st.form_submit_button(
            cw.compute,
            key=f"{place}.send",
            type="primary",
            icon=":material/calculate:",
            on_click=_send,
            args=(found, place, message.bundle),
        )
        st.caption(cw.form_hint)


def _draw_fields(wanted: Sequence[Wanted], found: Computation, place: str) -> None:
    """Draw inputs in the card's order, two abreast where the screen has room; levels and yes-or-no stand alone."""
    for alone, run in groupby(wanted, key=lambda one: one.type in ("levels", "boolean")):
        members = list(run)
        step = 1 if alone else 2
        for pair in (members[at : at + step] for at in range(0, len(members), step)):
            for column, one in zip(st.columns(step), pair, strict=False):
                with column:
                    draw_field(one, found.given.get(one.name, one.default), f"{place}.{one.name}")


def _send(found: Computation, place: str, bundle: str) -> None:
    """Ask for the computation in the next run, or say in the form what is still needed."""
    texts = {one.name: field_text(one, f"{place}.{one.name}") for one in found.wanted}
    given = {one.name: texts[one.name] for one in found.wanted if texts[one.name] not in ("", one.default)}
    given |= {one.name: texts[one.name] for one in found.wanted if one.required and texts[one.name]}
    missing = tuple(one.name for one in found.wanted if one.required and not texts[one.name])
    st.session_state[f"{place}.missing"] = missing
    if not missing:
        language = current_language()
        asked = f"{title_of(found, language)} · {inputs_line(found, given, language)}"
        compute_next(asked, bundle, found.card_id, given)


def _still_needed(missing: Sequence[str], cw: ComputingWords) -> str:
    names = labels(current_language())
    return cw.still_needed.format(inputs=", ".join(safe(names.input(name)) for name in missing))


def _place(message: StoredMessage) -> str:
    return f"chat.compute.{message.id}"
