"""Finds the links of a body and resolves them against the files a bundle is known to hold."""

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from markdown_it.token import Token

from rag.cards.markdown import parse

MAX_TARGET_CHARS = 1000
"""Longest target looked up; no file system holds a longer path in practice."""

Outcome = Literal["file", "folder", "outside", "same", "wrong-case", "broken", "escapes"]
"""outside: another scheme or host. same: a fragment of the file itself. escapes: above the bundle's root."""

_MAY_LINK = re.compile(r"\]\((?!<?(?:https?://|mailto:|#))|\[\[|\[(?!\^)[^\[\]]+\]:")
"""Whether parsing can find anything but links to other sites."""

_REACHES_OVER_BLANK_LINES = re.compile(r"```|~~~|<|^(?: {4}| {0,3}\t)|\[(?!\^)[^\[\]]+\]:", re.MULTILINE)
"""Fences, HTML, indented lines and link definitions: what lets one paragraph decide how another is read."""

_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_PATH_END = re.compile(r"[?#]")


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it stands in a body."""

    target: str
    """As markdown-it normalises it; percent-encoded for a markdown link, as written for a wikilink."""
    line: int
    wiki: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a target leads."""

    outcome: Outcome
    path: str = ""
    """Path below the bundle for `file` and `folder`; the likely one for `wrong-case`; else empty."""


def find_links(body: str, first_line: int) -> Iterator[Link]:
    """Yield links and wikilinks in reading order, none from code; lines count from `first_line`.

    A body whose links all lead to other sites may give none. Reference links count where they are used,
    links in footnotes where the footnote stands. Images are not links.
    """
    if not _MAY_LINK.search(body):
        return
    for token in parse(_blank_out(body)):
        if token.type == "inline" and token.map:
            yield from _inline_links(token.children or [], first_line + token.map[0])


def _blank_out(body: str) -> str:
    """Return `body` with paragraphs that hold no link emptied, line for line.

    Parsing is most of the time it takes to read a large corpus, and most paragraphs link nowhere.
    """
    if _REACHES_OVER_BLANK_LINES.search(body):
        return body
    chunks = body.split("\n\n")
    return "\n\n".join(chunk if _MAY_LINK.search(chunk) else "\n" * chunk.count("\n") for chunk in chunks)


def _inline_links(children: Iterable[Token], line: int) -> Iterator[Link]:
    for child in children:
        if child.type == "link_open":
            yield Link(str(child.attrs.get("href", "")), line)
        elif child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "text":
            for match in _WIKILINK.finditer(child.content):
                yield Link(match[1], line, wiki=True)


class BundleFiles:
    """The files of one bundle by path. Answers from memory; the disk is not touched."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._files = {unicodedata.normalize("NFC", path) for path in paths}
        self._folders = {""}
        for path in self._files:
            while (path := posixpath.dirname(path)) and path not in self._folders:
                self._folders.add(path)
        self._folded = {path.casefold(): path for path in sorted(self._files, reverse=True)}
        self._names: dict[str, list[str]] = {}
        for path in self._files:
            if path.lower().endswith(".md"):
                self._names.setdefault(posixpath.basename(path)[:-3].casefold(), []).append(path)

    def resolve(self, target: str, base: str) -> Resolution:
        """Resolve `target` from the file `base` (path below the bundle); `/x.md` counts from the bundle.

        A folder leads to its `index.md` when there is one; a path without extension may leave out `.md`.
        """
        if _SCHEME.match(target):
            return Resolution("outside")
        path = _PATH_END.split(target, maxsplit=1)[0]
        if not path:
            return Resolution("same")
        if len(path) > MAX_TARGET_CHARS:
            return Resolution("broken")
        path = unicodedata.normalize("NFC", unquote(path))
        folder = "" if path.startswith("/") else posixpath.dirname(base)
        inner = _inside(folder, path)
        return Resolution("escapes") if inner is None else self._look_up(inner)

    def named(self, name: str) -> tuple[str, ...]:
        """Return the markdown files whose path or bare name is `name` (a wikilink's target), sorted."""
        wanted = unicodedata.normalize("NFC", name.split("|")[0].split("#")[0]).strip().removesuffix(".md")
        if f"{wanted}.md" in self._files:
            return (f"{wanted}.md",)
        return tuple(sorted(self._names.get(wanted.casefold(), ())))

    def _look_up(self, inner: str) -> Resolution:
        index = posixpath.join(inner, "index.md")
        if inner in self._folders:
            return Resolution("file", index) if index in self._files else Resolution("folder", inner)
        for path in (inner, inner + ".md"):
            if path in self._files:
                return Resolution("file", path)
        for path in (inner, inner + ".md", index):
            if likely := self._folded.get(path.casefold()):
                return Resolution("wrong-case", likely)
        return Resolution("broken")


def _inside(folder: str, path: str) -> str | None:
    parts = [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
