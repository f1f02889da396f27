"""Parses card bodies: CommonMark with tables and footnotes."""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_DEFINITION = re.compile(r"\[\^[^\s\[\]]+\]:[ \t]*")
_REFERENCE = re.compile(r"\[\^[^\s\[\]]+\]")


def parse(body: str) -> list[Token]:
    """Return the tokens of `body`.

    Footnotes give `footnote_open`, `inline`, `footnote_close` for a definition and `footnote_ref` for a
    reference, defined or not: OKF v0.2 joins a reference to `sources[].id`, not to a definition. The `info` of
    `footnote_open` and `footnote_ref` is the label.
    """
    return _parser().parse(body)


@cache
def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.block.ruler.before(
        "reference", "footnote", _footnote, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    markdown.inline.ruler.before("link", "footnote_ref", _footnote_ref)
    return markdown


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    first = state.getLines(start, start + 1, state.blkIndent, False).strip()
    match = None if state.is_code_block(start) else _DEFINITION.match(first)
    if match is None:
        return False
    if silent:
        return True
    line = start + 1
    while line < end and not state.isEmpty(line) and state.sCount[line] > state.blkIndent:
        line += 1
    more = state.getLines(start + 1, line, state.blkIndent, False)
    state.line = line
    opening = state.push("footnote_open", "", 1)
    opening.map, opening.info = [start, line], match[0].rstrip()[2:-2]
    inline = state.push("inline", "", 0)
    inline.content = f"{first[match.end() :]}\n{more}".strip()
    inline.map = [start, line]
    inline.children = []
    state.push("footnote_close", "", -1)
    return True


def _footnote_ref(state: StateInline, silent: bool) -> bool:
    match = _REFERENCE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("footnote_ref", "", 0).info = match[0][2:-1]
    state.pos = match.end()
    return True
