"""The address holds all that the corpus page shows: a link, a reload and the back button give the same screen."""

from typing import Literal, get_args

import streamlit as st

from rag.browse.filters import PARAMETERS, Filters, from_parameters, to_parameters
from rag.browse.health import CHECKS, Check

View = Literal["cards", "health", "index"]
VIEWS: tuple[View, ...] = get_args(View)

CARD = "card"
VIEW = "view"
PAGE = "page"
CHECK = "check"


def current_filters() -> Filters:
    """Return the filters in the address."""
    return from_parameters({name: st.query_params.get_all(name) for name in PARAMETERS})


def apply_filters(filters: Filters) -> None:
    """Write other filters, back on the first page of the list."""
    written = to_parameters(filters)
    for name in PARAMETERS:
        if name in written:
            st.query_params[name] = written[name]
        else:
            st.query_params.pop(name, None)
    st.query_params.pop(PAGE, None)


def current_card() -> str:
    """Return the id of the open card, or nothing."""
    return str(st.query_params.get(CARD, ""))


def open_card(card_id: str) -> None:
    """Open a card beside the list, from whatever view."""
    st.query_params[CARD] = card_id
    st.query_params.pop(VIEW, None)


def close_card() -> None:
    """Leave the card; the list stays as it was."""
    st.query_params.pop(CARD, None)


def current_view() -> View:
    """Return the view in the address, else the cards."""
    wanted = st.query_params.get(VIEW, "")
    return next((view for view in VIEWS if view == wanted), "cards")


def open_view(view: View) -> None:
    """Switch to a view."""
    st.query_params.pop(PAGE, None)
    if view == "cards":
        st.query_params.pop(VIEW, None)
    else:
        st.query_params[VIEW] = view


def current_check() -> Check | None:
    """Return the health check in the address."""
    wanted = st.query_params.get(CHECK, "")
    return next((check for check in CHECKS if check == wanted), None)


def open_check(check: Check) -> None:
    """Show the entries of a health check."""
    st.query_params[CHECK] = check
    st.query_params.pop(PAGE, None)


def current_page(pages: int) -> int:
    """Return the page of the list in the address, between 1 and `pages`."""
    wanted = str(st.query_params.get(PAGE, "1"))
    page = int(wanted) if wanted.isdecimal() and len(wanted) < 9 else 1
    return max(1, min(page, pages))


def turn_to(page: int) -> None:
    """Show another page of the list."""
    st.query_params[PAGE] = str(page)
