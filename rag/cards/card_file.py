"""Reads one card file: from bytes to a card, or to the reason why it is none."""

import hashlib
import json
import posixpath
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rag.cards.contract_findings import check_contract
from rag.cards.fields import Fields
from rag.cards.findings import Finding, Severity, quote
from rag.cards.frontmatter import Split, parse, split
from rag.cards.link_findings import check_links
from rag.cards.links import BundleFiles
from rag.cards.provenance import check_sources, read_trust
from rag.cards.reserved import is_readme_like
from rag.cards.script import guess_language
from rag.cards.source_text import decode
from rag.cards.suspicion import check_text
from rag.cards.urls import safe_link
from rag.cards.walk import is_markdown
from rag.types import Card, Language

MAX_TITLE_CHARS = 300
"""A longer title is a text in the wrong field; it is kept and reported."""

_LANGUAGES: Mapping[str, Language] = {"en": "en", "ko": "ko", "zh": "zh"}
_UNSAFE = re.compile(r"(?:https?|javascript|vbscript|data|file|blob|about):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file stands, and what its bundle says about it."""

    path: str
    """Below the corpus folder, spelled as on disk."""
    inner: str
    """Below the bundle, NFC."""
    bundle: str
    files: BundleFiles
    language: Language | None
    """The bundle's, when settings name one."""
    untyped: Severity
    """How grave a file without a `type` is: an error up to OKF 0.2, a warning from 0.3."""

    @property
    def card_id(self) -> str:
        """Bundle name, a slash, and the OKF concept id, NFC."""
        return concept_id(self.bundle, self.inner)


@dataclass(frozen=True, slots=True)
class CardFile:
    """What came of one file. A card's `links` are candidates: some may lead to files that are no cards."""

    card: Card | None
    findings: tuple[Finding, ...]


def concept_id(bundle: str, inner: str) -> str:
    """Return the card id of the file at `inner` (path below the bundle)."""
    return f"{bundle}/{unicodedata.normalize('NFC', inner)[: -len('.md')]}"


def read_card(raw: bytes, place: Place) -> CardFile:
    """Read a file that is neither reserved nor skipped. Never raises on its content."""
    text = decode(raw, place.path)
    if isinstance(text, Finding):
        return CardFile(None, (text,))
    parts = split(text)
    if parts.block is None:
        return CardFile(None, (_no_frontmatter(text, parts, place),))
    read = parse(parts.block, place.path)
    if isinstance(read, Finding):
        return CardFile(None, (read,))
    fields = Fields(read.fields, read.lines, place.path)
    if not fields.text("type"):
        message = "the frontmatter has no `type`" if parts.block.strip() else "the frontmatter is empty"
        remedy = "Add a `type:` line; it is the one field OKF requires."
        missing = Finding(place.path, read.lines.get("type", 1), "no-type", place.untyped, message, remedy)
        return CardFile(None, (*read.findings, *fields.findings, missing))
    targets, link_findings = check_links(
        parts.body, parts.body_line, path=place.path, inner=place.inner, files=place.files
    )
    card = replace(
        _build(fields, parts, place),
        links=tuple(concept_id(place.bundle, target) for target in targets if is_markdown(target)),
        content_hash=hashlib.sha256(raw).hexdigest(),
        frontmatter=json.dumps(read.fields, ensure_ascii=False),
    )
    found = (
        *read.findings,
        *fields.findings,
        *check_text(text, place.path),
        *link_findings,
        *check_contract(card, read.lines),
    )
    return CardFile(card, found)


def _no_frontmatter(text: str, parts: Split, place: Place) -> Finding:
    if parts.opened:
        message, remedy = "the frontmatter has no closing `---` line", "Add one after the last key."
        return Finding(place.path, 1, "unclosed-frontmatter", "error", message, remedy)
    if is_readme_like(posixpath.basename(place.path)):
        message, remedy = "read as a file about the repository, not as a card", "Nothing to do."
        return Finding(place.path, 0, "readme", "note", message, remedy)
    message = "there is no frontmatter" if text.strip() else "the file is empty"
    remedy = "Start the file with `---`, a `type:` line and `---`."
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if first and lines[first].rstrip() == "---":
        remedy = "Remove what stands before the first `---`; it must be line 1."
    return Finding(place.path, 1, "no-frontmatter", place.untyped, message, remedy)


def _build(fields: Fields, parts: Split, place: Place) -> Card:
    check_sources(fields, place.inner, place.files)
    title, description = _title(fields, place), _one_line(fields.text("description"))
    resource = fields.first_text("resource")
    stale_after = fields.instant("stale_after", fields.raw("stale_after"), "'stale_after'")
    return Card(
        card_id=place.card_id,
        bundle=place.bundle,
        path=place.path,
        type=_one_line(fields.text("type")),
        title=title,
        description=description,
        body=parts.body,
        body_line=parts.body_line,
        resource=resource or None,
        link=_link(resource, fields),
        language=_language(fields, place, f"{title}\n{description}\n{parts.body}"),
        topic=_one_line(fields.text("topic")) or _first_folder(place.inner),
        tags=fields.texts("tags", commas=True),
        aliases=_aliases(fields),
        phrases=fields.texts("phrases"),
        unanswered=fields.texts("unanswered"),
        status=_one_line(fields.text("status")) or "stable",
        trust=read_trust(fields),
        stale_after=stale_after.at if stale_after else None,
        fictional=fields.flag("fictional"),
        content_hash="",
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _title(fields: Fields, place: Place) -> str:
    title = _one_line(fields.text("title"))
    if len(title) > MAX_TITLE_CHARS:
        message = f"the title has {len(title)} characters"
        fields.report("title", "too-long", message, f"Keep it under {MAX_TITLE_CHARS}; move the rest to the body.")
    return title or posixpath.basename(place.inner)[: -len(".md")]


def _link(resource: str, fields: Fields) -> str | None:
    link = safe_link(resource)
    if link is None and _UNSAFE.match(resource):
        message = f"'resource' is no safe address and is not clickable: {quote(resource)}"
        remedy = "Write an http or https address with a host, without user name, spaces or invisible characters."
        fields.report("resource", "unsafe-resource", message, remedy)
    return link


def _language(fields: Fields, place: Place, text: str) -> Language:
    if place.language is not None:
        return place.language
    written = fields.text("language")
    known = _LANGUAGES.get(re.split("[-_]", written.lower())[0])
    if written and known is None:
        message = f"the language {quote(written)} is not known; it was guessed from the letters"
        fields.report("language", "bad-field", message, "Write en, ko or zh.")
    return known or guess_language(text)


def _aliases(fields: Fields) -> tuple[str, ...]:
    keys = ["aliases", *(key for key in fields.keys if key.endswith("_aliases"))]
    return tuple(dict.fromkeys(alias for key in keys for alias in fields.texts(key)))


def _first_folder(inner: str) -> str:
    return inner.split("/")[0] if "/" in inner else ""
