"""A table whose cells can hold marked words: coloured and underlined, which no markdown of Streamlit's can do."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_STYLE = """
table { width: 100%; border-collapse: collapse; color: var(--st-text-color); font: inherit; font-size: 0.875rem; }
caption { text-align: left; font-weight: 600; font-size: 1rem; padding-bottom: 0.25rem; }
th { font-weight: 400; opacity: 0.7; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.5rem 0.3rem 0; overflow-wrap: anywhere;
  border-bottom: 1px solid var(--st-border-color); }
td:nth-child(4) { white-space: nowrap; }
mark { background: none; color: var(--st-green-text-color); font-weight: 600;
  text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; }
"""

_SCRIPT = """
export default ({ data, parentElement }) => {
  const make = (name, ...children) => {
    const made = document.createElement(name);
    made.append(...children);
    return made;
  };
  const piece = ({ text, marked }) => (marked ? make("mark", text) : text);
  const cell = (pieces) => make("td", ...pieces.flatMap((one, at) => (at ? [" ", piece(one)] : [piece(one)])));
  const head = make("thead", make("tr", ...data.head.map((name) => make("th", name))));
  const body = make("tbody", ...data.rows.map((row) => make("tr", ...row.map(cell))));
  parentElement.querySelector(".table").replaceChildren(make("table", make("caption", data.caption), head, body));
};
"""
"""Text reaches the page as text nodes only: nothing in it can become markup."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text in a cell."""

    text: str
    marked: bool = False


def draw_marked_table(key: str, caption: str, head: Sequence[str], rows: Sequence[Sequence[Sequence[Piece]]]) -> None:
    """Draw a table.

    Args:
        key: Of the element.
        caption: Its heading, which is also its accessible name.
        head: Names of the columns.
        rows: Cells by row; a cell's pieces stand with a blank between them.
    """
    cells = [[[{"text": one.text, "marked": one.marked} for one in cell] for cell in row] for row in rows]
    _component()(key=key, data={"caption": caption, "head": list(head), "rows": cells})


@cache
def _component() -> "ComponentRenderer":
    return st.components.v2.component(
        "touchstone_marked_table", html='<div class="table"></div>', css=_STYLE, js=_SCRIPT
    )
