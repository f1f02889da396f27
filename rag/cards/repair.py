"""Mends the most frequent fault of real frontmatter: `title: A: B` without quotes."""

import re

_KEY_LINE = re.compile(r"(?P<key>[^\W\d][\w.-]*)(?P<gap>:[ \t]+)(?P<value>[^\s'\"|>\[{&*!%@`#].*)")
_COLON = re.compile(r":(\s|$)")


def quote_colons(block: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Put top-level plain values that hold `: ` in single quotes, with their indented continuation lines.

    Returns:
        The mended block, and (key, line index from 0) of each value mended.
    """
    lines = block.split("\n")
    mended: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        match = _KEY_LINE.fullmatch(line.rstrip())
        if match is None or not _COLON.search(match["value"]):
            continue
        last = _last_continuation(lines, number)
        lines[number] = f"{match['key']}{match['gap']}'" + match["value"].replace("'", "''")
        for follower in range(number + 1, last + 1):
            lines[follower] = lines[follower].replace("'", "''")
        lines[last] = lines[last].rstrip() + "'"
        mended.append((match["key"], number))
    return "\n".join(lines), tuple(mended)


def _last_continuation(lines: list[str], number: int) -> int:
    while number + 1 < len(lines) and lines[number + 1].startswith(" ") and lines[number + 1].strip():
        number += 1
    return number
