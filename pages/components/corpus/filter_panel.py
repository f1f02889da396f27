"""Draws what the cards are filtered by; every choice is written into the address."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.components.corpus.address import apply_filters, current_filters
from pages.components.corpus.screen import Screen
from pages.components.corpus_words import CorpusWords
from pages.components.safe import label
from pages.components.words import Words
from rag.browse.filters import FACETS, MAX_TEXT_CHARS, Facet, Filters
from rag.browse.selection import FolderCount, Selection

TEXT = "corpus.find"

MAX_OPTIONS = 200
"""Values of a facet that are offered, most frequent first; a rarer tag is found with the text filter."""

MAX_FOLDERS = 24
"""Folders shown at once; more than this is no list to read."""

FEW = 6
"""Up to so many values all stand as buttons with their counts; more go into a list to choose from."""


def draw_text_filter(filters: Filters, c: CorpusWords) -> None:
    """Draw the text filter."""
    st.session_state[TEXT] = filters.text
    st.text_input(
        c.find,
        key=TEXT,
        type="search",
        placeholder=c.find_hint,
        max_chars=MAX_TEXT_CHARS,
        on_change=_take_text,
    )


def draw_folders(filters: Filters, folders: Sequence[FolderCount], screen: Screen) -> None:
    """Draw the way up from the chosen folder, and the folders in it with the cards that pass."""
    with st.container(key="corpus-folders", gap="xsmall"):
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            _draw_crumbs(filters.folder, screen)
        with st.container(horizontal=True, gap="xsmall"):
            for folder in folders[:MAX_FOLDERS]:
                _draw_folder(folder, folder.name if filters.folder else screen.folder_title(folder.path))
        if len(folders) > MAX_FOLDERS:
            st.caption(screen.c.more_folders.format(count=len(folders) - MAX_FOLDERS))


def draw_facets(filters: Filters, selection: Selection, screen: Screen) -> None:
    """Draw the facets, folded; each value with the cards it would leave."""
    c = screen.c
    title = c.filters_active.format(count=filters.active) if filters.active else c.filters
    with st.expander(title, key="corpus.facets", icon=":material/filter_list:"):
        for facet in FACETS:
            if selection.counts[facet]:
                _draw_facet(facet, selection, filters, screen)
        if filters.active or filters.text or filters.folder:
            st.button(
                c.clear,
                key="corpus.clear",
                icon=":material/filter_list_off:",
                on_click=apply_filters,
                args=(Filters(),),
            )


def facet_words(facet: Facet, value: str, w: Words, c: CorpusWords) -> str:
    """Return what a facet's value is called on the screen; what cards name themselves stays as written."""
    names: dict[Facet, Mapping[str, str]] = {
        "trust": {str(tier): name for tier, name in w.trust.items()},
        "validity": {str(validity): name for validity, name in c.validity.items()},
        "resource": {str(kind): name for kind, name in c.resources.items()},
        "finding": {str(kind): name for kind, name in c.kinds.items()},
        "status": c.status,
    }
    return names.get(facet, {}).get(value, value)


def _draw_facet(facet: Facet, selection: Selection, filters: Filters, screen: Screen) -> None:
    c = screen.c
    key = f"corpus.facet.{facet}"
    counts = dict(selection.counts[facet][:MAX_OPTIONS])
    chosen = filters.chosen.get(facet, ())
    counts |= {value: dict(selection.counts[facet])[value] for value in chosen}

    def name(value: str) -> str:
        return f"{facet_words(facet, value, screen.w, c)} · {counts[value]:,}"

    st.session_state[key] = list(chosen)
    if len(counts) <= FEW:
        st.pills(
            c.facets[facet],
            list(counts),
            selection_mode="multi",
            key=key,
            format_func=lambda value: label(name(value), 60),
            on_change=_take_facet,
            args=(facet,),
        )
    else:
        st.multiselect(
            c.facets[facet],
            list(counts),
            key=key,
            format_func=name,
            placeholder=c.any_value,
            on_change=_take_facet,
            args=(facet,),
        )


def _draw_folder(folder: FolderCount, name: str) -> None:
    st.button(
        f"{label(name, 60)} · {folder.cards:,}",
        key=f"corpus.folder.{folder.path}",
        icon=":material/folder:",
        type="tertiary",
        on_click=_go_to,
        args=(folder.path,),
    )


def _draw_crumbs(folder: str, screen: Screen) -> None:
    parts = folder.split("/") if folder else []
    steps = [("", screen.c.whole_corpus)] + [
        ("/".join(parts[: depth + 1]), screen.folder_title(name) if depth == 0 else name)
        for depth, name in enumerate(parts)
    ]
    for path, name in steps[:-1]:
        st.button(label(name, 40), key=f"corpus.crumb.{path}", type="tertiary", on_click=_go_to, args=(path,))
        st.caption("›", width="content")
    st.markdown(f"**{label(steps[-1][1], 60)}**", width="content")


def _take_text() -> None:
    filters = current_filters()
    apply_filters(Filters(str(st.session_state[TEXT]), filters.folder, filters.chosen))


def _take_facet(facet: Facet) -> None:
    apply_filters(current_filters().choose(facet, st.session_state[f"corpus.facet.{facet}"]))


def _go_to(folder: str) -> None:
    filters = current_filters()
    apply_filters(Filters(filters.text, folder, filters.chosen))
