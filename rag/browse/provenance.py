"""Reads where a card says it comes from: who wrote it, who checked it, on what sources (OKF v0.2, section 5)."""

import json
from dataclasses import dataclass

from rag.cards.urls import safe_link


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who did something when, both as written; empty when not said."""

    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of `sources`; empty fields are not said."""

    id: str
    title: str
    resource: str
    link: str | None
    """`resource` when it may be clicked."""
    author: str
    last_modified: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """All of it, tolerantly: what has another shape than OKF's is left out here and stands among the findings."""

    generated: Stamp | None
    verified: tuple[Stamp, ...]
    sources: tuple[Source, ...]


def read_provenance(frontmatter: str) -> Provenance:
    """Read it from a card's `frontmatter`, a JSON object."""
    fields = json.loads(frontmatter)
    generated = fields.get("generated")
    return Provenance(
        generated=_stamp(generated) if isinstance(generated, dict) else None,
        verified=tuple(map(_stamp, _maps(fields.get("verified")))),
        sources=tuple(map(_source, _maps(fields.get("sources")))),
    )


def _maps(value: object) -> list[dict[str, object]]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict)]


def _stamp(value: dict[str, object]) -> Stamp:
    return Stamp(_text(value.get("by")), _text(value.get("at")))


def _source(value: dict[str, object]) -> Source:
    resource = _text(value.get("resource"))
    return Source(
        id=_text(value.get("id")),
        title=_text(value.get("title")),
        resource=resource,
        link=safe_link(resource),
        author=_text(value.get("author")),
        last_modified=_text(value.get("last_modified")),
    )


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
