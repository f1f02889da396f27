"""Reads a corpus folder: its bundles, their cards, and a finding for everything that is wrong."""

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rag.cards.card_file import Place, read_card
from rag.cards.fields import Fields
from rag.cards.findings import Finding, Severity
from rag.cards.frontmatter import parse
from rag.cards.link_findings import check_links
from rag.cards.links import BundleFiles
from rag.cards.reserved import RESERVED, ReservedFile, is_readme_like, read_reserved
from rag.cards.source_text import MAX_FILE_BYTES, decode
from rag.cards.walk import Skipped, Tree, is_markdown, walk
from rag.types import Card, Language

NOT_COVERED = "not-covered.yaml"
"""An asset of ours in a bundle's root: `unanswered:` and a list of questions."""

_CONCEPTS_MAY_LACK_TYPE = (0, 3)
"""From OKF 0.3 (section 3.2) a file without `type` is no concept instead of a broken one."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One OKF bundle."""

    name: str
    """Its folder's name, NFC."""
    path: str
    """POSIX path below the corpus folder; empty when the corpus folder itself is the bundle."""
    okf_version: str | None
    """As declared by the root index; None when it declares none."""
    cards: tuple[Card, ...]
    """Sorted by card id."""
    assets: int
    """How many files are not markdown."""
    unanswered: tuple[str, ...] = ()
    """Questions near the bundle's subject that none of its cards answers, from `not-covered.yaml` in its root."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything below a corpus folder."""

    root: Path
    bundles: tuple[Bundle, ...]
    """Sorted by name."""
    findings: tuple[Finding, ...]
    """Sorted by path and line."""
    skipped: tuple[Skipped, ...]
    """Sorted by path."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all bundles, sorted by card id inside each bundle."""
        return tuple(card for bundle in self.bundles for card in bundle.cards)


def read_corpus(root: Path, languages: Mapping[str, Language]) -> Corpus:
    """Read every card below `root`; one bad file becomes a finding and hides no other.

    `root` is one bundle when it directly holds markdown; otherwise each child folder that holds markdown is
    one. README-like files alone do not make it a bundle when a child declares `okf_version`. `languages` maps
    bundle names to the language of all their cards; other cards name it or are guessed from their script.

    Raises:
        CorpusError: `root` is missing, no folder, or cannot be listed.
    """
    resolved = root.resolve()
    tree = walk(resolved)
    readers = [_BundleReader(resolved, top, files, languages) for top, files in _partition(resolved, tree)]
    bundles = sorted((reader.read() for reader in readers), key=lambda bundle: (bundle.name, bundle.path))
    findings = [*tree.findings, *(finding for reader in readers for finding in reader.findings)]
    skipped = [*tree.skipped, *(skip for reader in readers for skip in reader.skipped)]
    return Corpus(
        resolved,
        tuple(bundles),
        tuple(sorted(findings, key=lambda finding: (finding.path, finding.line, finding.kind))),
        tuple(sorted(skipped, key=lambda skip: skip.path)),
    )


def _partition(root: Path, tree: Tree) -> list[tuple[str, list[str]]]:
    """Return (folder, files) of each bundle; the folder is empty for the corpus folder itself."""
    children: dict[str, list[str]] = {}
    direct = []
    for path in tree.files:
        top, slash, _ = path.partition("/")
        if slash:
            children.setdefault(top, []).append(path)
        elif is_markdown(path):
            direct.append(path)
    bundles = [(top, files) for top, files in children.items() if any(map(is_markdown, files))]
    only_readmes = bool(direct) and all(map(is_readme_like, direct))
    if direct and not (only_readmes and any(_declares_version(root, top) for top, _ in bundles)):
        return [("", tree.files)]
    tree.skipped += [Skipped(path, "beside the bundles, about the repository") for path in direct]
    return bundles


def _declares_version(root: Path, top: str) -> bool:
    raw = _read(root, f"{top}/index.md")
    text = raw if isinstance(raw, Finding) else decode(raw, top)
    if isinstance(text, Finding):
        return False
    return read_reserved(text, top, name="index.md", is_root=True).okf_version is not None


def _read(root: Path, path: str) -> bytes | Finding:
    try:
        with (root / path).open("rb") as file:
            too_large = os.fstat(file.fileno()).st_size > MAX_FILE_BYTES
            raw = b"" if too_large else file.read()
    except OSError as exc:
        message = f"it cannot be read: {exc.strerror or exc}"
        return Finding(path, 0, "unreadable", "error", message, "Check that it exists and its permissions.")
    if too_large:
        message = f"the file is larger than {MAX_FILE_BYTES} bytes"
        return Finding(path, 0, "too-long", "error", message, "Split it: a card is one fact.")
    return raw


class _BundleReader:
    """Reads the files of one bundle and keeps what is to be said about them."""

    def __init__(self, root: Path, top: str, paths: Sequence[str], languages: Mapping[str, Language]) -> None:
        self._root = root
        self._top = top
        self._name = unicodedata.normalize("NFC", top or root.name)
        self._language = languages.get(self._name)
        self._inner = {path: unicodedata.normalize("NFC", path[len(top) :].lstrip("/")) for path in paths}
        self._files = BundleFiles(self._inner.values())
        self.findings: list[Finding] = []
        self.skipped: list[Skipped] = []

    def read(self) -> Bundle:
        """Read everything once, the root index first: its version decides how grave a missing type is."""
        root_index = next((path for path, inner in self._inner.items() if inner == "index.md"), None)
        index = self._read_reserved(root_index, "index.md") if root_index else None
        version = index.okf_version if index else None
        cards: dict[str, Card] = {}
        for card in self._read_cards(version):
            if card.card_id in cards:
                message = f"the card id {card.card_id!r} is taken by {cards[card.card_id].path!r}"
                remedy = "Rename the file; names that differ only in Unicode form or in .MD are one name."
                self.findings.append(Finding(card.path, 0, "duplicate-id", "error", message, remedy))
            else:
                cards[card.card_id] = card
        return Bundle(
            self._name,
            self._top,
            version,
            tuple(_keep_links(cards[card_id], cards) for card_id in sorted(cards)),
            sum(not is_markdown(path) for path in self._inner),
            self._read_unanswered(),
        )

    def _read_cards(self, version: str | None) -> Iterator[Card]:
        untyped: Severity = "warning" if _parse_version(version) >= _CONCEPTS_MAY_LACK_TYPE else "error"
        for path, inner in self._inner.items():
            name = inner.rpartition("/")[2]
            if not is_markdown(path):
                continue
            if name in RESERVED:
                self.skipped.append(Skipped(path, f"reserved: {name} is never a card"))
                if inner != "index.md":
                    self._read_reserved(path, inner)
                continue
            if name.lower() in RESERVED:
                self.findings.append(_near_reserved(path, name))
            raw = _read(self._root, path)
            if isinstance(raw, Finding):
                self.findings.append(raw)
                continue
            place = Place(path, inner, self._name, self._files, self._language, untyped)
            file = read_card(raw, place)
            self.findings += file.findings
            if any(finding.kind == "readme" for finding in file.findings):
                self.skipped.append(Skipped(path, "about the repository, without frontmatter"))
            if file.card is not None:
                yield file.card

    def _read_unanswered(self) -> tuple[str, ...]:
        path = next((path for path, inner in self._inner.items() if inner == NOT_COVERED), None)
        if path is None:
            return ()
        raw = _read(self._root, path)
        text = raw if isinstance(raw, Finding) else decode(raw, path)
        read = text if isinstance(text, Finding) else parse(text, path)
        if isinstance(read, Finding):
            self.findings.append(read)
            return ()
        fields = Fields(read.fields, read.lines, path)
        unanswered = fields.texts("unanswered")
        self.findings += (*read.findings, *fields.findings)
        return unanswered

    def _read_reserved(self, path: str, inner: str) -> ReservedFile | None:
        raw = _read(self._root, path)
        text = raw if isinstance(raw, Finding) else decode(raw, path)
        if isinstance(text, Finding):
            self.findings.append(text)
            return None
        name = inner.rpartition("/")[2]
        file = read_reserved(text, path, name=name, is_root="/" not in inner)
        self.findings += file.findings
        _, wrong = check_links(file.body, file.body_line, path=path, inner=inner, files=self._files)
        self.findings += wrong
        return file


def _keep_links(card: Card, cards: Mapping[str, Card]) -> Card:
    kept = tuple(link for link in card.links if link in cards)
    return card if kept == card.links else replace(card, links=kept)


def _parse_version(version: str | None) -> tuple[int, ...]:
    parts = (version or "").split(".")
    return tuple(int(part) for part in parts) if all(part.isdecimal() for part in parts) else ()


def _near_reserved(path: str, name: str) -> Finding:
    message = f"{name} is read as a card, but is the reserved {name.lower()} on disks that ignore case"
    return Finding(path, 0, "reserved-case", "warning", message, f"Rename it, or write {name.lower()}.")
