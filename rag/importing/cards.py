"""Writes a record as the text of an OKF card: masked, unverified, every word of it inert."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import yaml

from rag.cards.dialogue import DIALOGUE, SIDES
from rag.cards.script import guess_language
from rag.cards.urls import safe_link
from rag.importing.escaping import escape, escape_paragraph
from rag.importing.masking import mask, reaches_person
from rag.importing.records import Article, Dialogue, Record, Wording
from rag.types import Language

PRODUCER = "touchstone-import/1"
TITLE_CHARS = 80
"""A longer first question is cut: titles stand in lists, a line each."""

DESCRIPTION_CHARS = 300
"""A longer summary is cut; OKF wants one sentence, and the evidence stands whole below it."""

SLUG_CHARS = 100
"""File names stay far below the 255 bytes a disk allows."""

_TURNS: Mapping[Language, str] = {
    "zh": "客户与客服的对话，共{}轮。",
    "ko": "고객과 상담원의 대화, {}차례.",
    "en": "A dialogue of customer and agent, {} turns.",
}
_FOLDERS = {DIALOGUE: "dialogues", "FAQ": "faq", "Policy": "policies"}


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card to be written."""

    path: str
    """Below the bundle; lower-case ASCII letters, digits and hyphens, one folder."""
    head: Mapping[str, object]
    """The frontmatter but for when and whence it was imported."""
    body: str
    unsafe_url: str
    """An address that was not kept because it is not safe to click; empty when there is none."""


def slug(text: str) -> str:
    """Return `text` as lower-case ASCII letters, digits and single hyphens; may be empty."""
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")


def make_card(record: Record, language: Language | None) -> NewCard:
    """Return the card of a record; without `language` it is guessed from the letters.

    The path comes from split, index, session and dialogue and nothing else, so it outlives a changed text. A
    record without any of them is named after its address and title, or after its turns.
    """
    kind = DIALOGUE if isinstance(record, Dialogue) else record.type
    language = language or guess_language(_sample(record))
    title, body = _dialogue(record, language) if isinstance(record, Dialogue) else _article(record, language)
    described = mask(record.summary, language)
    if isinstance(record, Dialogue) and not described:
        described = _TURNS[language].format(len(record.turns))
    link = record.url if safe_link(record.url) else ""
    name = _name(record)
    head: dict[str, object] = {"type": kind, "title": title}
    head |= {"description": _cut(described, DESCRIPTION_CHARS)} if described else {}
    head |= {"resource": link} if link else {}
    head |= {"tags": [mask(tag, language) for tag in record.categories]} if record.categories else {}
    head |= {"language": language}
    head |= _wording(record.wording, language)
    head |= {"fictional": True} if record.fictional else {}
    head |= {"sources": [{"id": "record", "resource": link or f"imported record {name}"}]}
    unsafe = "" if link else record.url
    return NewCard(f"{_FOLDERS[kind]}/{name}.md", head, body, unsafe)


def render(card: NewCard, *, source: str, line: int, at: str) -> str:
    """Return the file's text. `imported.hash` is that of `fingerprint`.

    Args:
        card: The card.
        source: Name of the file that was imported.
        line: Its line, from 1.
        at: ISO 8601 with an offset.
    """
    head = dict(card.head) | {
        "generated": {"by": PRODUCER, "at": at},
        "imported": {"from": source, "line": line, "hash": ""},
    }
    block = yaml.dump(head, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=1_000_000)
    text = f"---\n{block}---\n\n{card.body}\n"
    return text.replace("\n  hash: ''\n", f"\n  hash: {fingerprint(text)}\n", 1)


def fingerprint(text: str) -> str:
    """Return the sha256 over a file's text with its own hash left out; CRLF counts as LF."""
    return hashlib.sha256(_HASH.sub("\n  hash: ''\n", text.replace("\r\n", "\n"), count=1).encode()).hexdigest()


def recorded_hash(text: str) -> str:
    """Return the hash that the import wrote into the file's text; empty when no import wrote it."""
    found = _HASH.search(text.replace("\r\n", "\n"))
    return found[1] if found else ""


def lasting(text: str) -> str:
    """Return the file's text without its time and place of import: what must differ to call it changed."""
    head, fence, body = text.replace("\r\n", "\n").partition("\n---\n")
    return _PASSING.sub("", head) + fence + body


_HASH = re.compile(r"\n  hash: ([0-9a-f]{64}|'')\n")
_PASSING = re.compile(r"^  (?:at|from|line|hash): .*$", re.MULTILINE)


def _wording(wording: Wording, language: Language) -> dict[str, object]:
    lists = {"aliases": wording.aliases, "phrases": wording.phrases, "unanswered": wording.unanswered}
    topic = {"topic": wording.topic} if wording.topic else {}
    return topic | {key: [mask(text, language) for text in texts] for key, texts in lists.items() if texts}


def _dialogue(record: Dialogue, language: Language) -> tuple[str, str]:
    said = [(turn.speaker, mask(turn.text, language)) for turn in record.turns]
    title = next((text for speaker, text in said if speaker == "customer"), said[0][1])
    words = SIDES[language]
    return _cut(title, TITLE_CHARS), "\n".join(f"- **{words[speaker]}**: {escape(text)}" for speaker, text in said)


def _article(record: Article, language: Language) -> tuple[str, str]:
    body = "\n\n".join(escape_paragraph(mask(line, language)) for line in record.evidence)
    return _cut(mask(record.title, language), DESCRIPTION_CHARS), body


def _sample(record: Record) -> str:
    if isinstance(record, Dialogue):
        return "\n".join(turn.text for turn in record.turns)
    return "\n".join((record.title, *record.evidence))


def _name(record: Record) -> str:
    """A letter before each part keeps (index 1, session 2) and (index 12) apart; a hash what a slug would lose.

    A part that is a telephone number or the like stands only in the hash.
    """
    parts = asdict(record.identity)
    given = [f"{name[0] if name != 'split' else ''}{value}" for name, value in parts.items() if value]
    if not given:
        own = (
            [f"{turn.speaker} {turn.text}" for turn in record.turns]
            if isinstance(record, Dialogue)
            else [record.url, record.title]
        )
        return _digest(own)
    name = "-".join(slug(part) for part in given if not reaches_person(part))
    lossless = name == "-".join(given) and len(name) <= SLUG_CHARS and name not in ("index", "log")
    return name if lossless else f"{name[:SLUG_CHARS].strip('-')}-{_digest(given)}".lstrip("-")


def _digest(parts: list[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
