"""What a reader sees of a page under test: its texts in order, as a browser would show them."""

import html
from collections.abc import Iterator

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element, Expander, LinkButton, Node, PageLink

from rag.answer.neutralise import JOINER

_TEXTS = frozenset({"markdown", "caption", "title", "header", "subheader", "text", "code", "info", "warning", "error"})
_LABELLED = frozenset({"button", "pills", "button_group", "link_button", "page_link", "progress"})


def plain(markdown: str) -> str:
    """Return the text that markdown of ours shows: references resolved, joiners and our own marks left out."""
    text = html.unescape(markdown).replace(JOINER, "").replace("\\[", "[").replace("\\]", "]")
    return text.replace("  \n", "\n").replace("**", "")


def seen(place: AppTest | Node) -> list[str]:
    """Return the texts of a page's main part, or of a node, in order, titles of expanders included."""
    return list(_texts(place.main if isinstance(place, AppTest) else place))


def links(place: AppTest | Node) -> list[str]:
    """Return the addresses of link buttons in order."""
    node = place.main if isinstance(place, AppTest) else place
    return [found.proto.url for found in _nodes(node) if isinstance(found, LinkButton)]


def page_links(place: AppTest | Node) -> list[str]:
    """Return page and query of each link to a page of the app, in order."""
    node = place.main if isinstance(place, AppTest) else place
    return [f"{found.proto.page}?{found.proto.query_string}" for found in _nodes(node) if isinstance(found, PageLink)]


def expander(app: AppTest, title: str) -> Expander:
    """Return the last expander whose title begins with some text."""
    return [found for found in app.expander if plain(found.label).startswith(title)][-1]


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Block):
        for child in node.children.values():
            yield from _nodes(child)


def _texts(node: Node) -> Iterator[str]:
    for found in _nodes(node):
        if isinstance(found, Expander):
            yield plain(found.label)
        elif isinstance(found, Element) and found.type in _TEXTS:
            yield plain(str(found.value))
        elif isinstance(found, Element) and found.type in _LABELLED:
            yield plain(str(getattr(found.proto, "label", "")))
