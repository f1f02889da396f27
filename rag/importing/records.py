"""Reads one line of JSON as an article or a dialogue."""

import json
from dataclasses import dataclass
from typing import Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from rag.importing.escaping import one_line, paragraphs
from rag.importing.turns import Turn, names_speaker, turns_of_lines, turns_of_pairs, turns_of_text

Key = str | int | None


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells a record from the others of its source; empty where the record does not say."""

    split: str
    index: str
    session: str
    dialogue: str


@dataclass(frozen=True, slots=True)
class Wording:
    """How people put it, where the record says; it goes into the card, so that importing again keeps it."""

    topic: str = ""
    aliases: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    """What people ask near the record and it does not answer."""


@dataclass(frozen=True, slots=True)
class Article:
    """A question with its answer, or a policy with its text."""

    type: Literal["FAQ", "Policy"]
    identity: Identity
    title: str
    summary: str
    """May be empty."""
    evidence: tuple[str, ...]
    """Paragraphs, a line each, at least one."""
    url: str
    categories: tuple[str, ...]
    fictional: bool
    wording: Wording = Wording()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Two sides talking."""

    identity: Identity
    turns: tuple[Turn, ...]
    summary: str
    url: str
    categories: tuple[str, ...]
    fictional: bool
    wording: Wording = Wording()


Record = Article | Dialogue


class _Turn(BaseModel):
    role: str = Field(validation_alias=AliasChoices("role", "speaker", "from", "sender"))
    text: str = Field(validation_alias=AliasChoices("content", "text", "utterance", "value"))


_Turns = str | list[_Turn] | list[tuple[str, str]] | list[str]


class _Line(BaseModel):
    """A line as written; keys that are not ours are left alone."""

    model_config = ConfigDict(extra="ignore")

    type: str = ""
    split: Key = None
    index: Key = Field(None, validation_alias=AliasChoices("index", "idx"))
    session: Key = Field(None, validation_alias=AliasChoices("session", "session_id"))
    dialogue_id: Key = Field(None, validation_alias=AliasChoices("dialogue_id", "dialog_id"))
    dialogue: _Turns | int | None = Field(None, validation_alias=AliasChoices("dialogue", "dialog"))
    turns: _Turns | None = Field(
        None, validation_alias=AliasChoices("turns", "messages", "conversation", "dialogue_text")
    )
    title: str | None = None
    summary: str | None = None
    evidence_text: str | list[str] | None = None
    url: str | None = None
    policy_categories: str | list[str] | None = None
    fictional: bool = False
    topic: str | None = None
    aliases: str | list[str] | None = None
    phrases: str | list[str] | None = None
    unanswered: str | list[str] | None = None


def read_record(text: str) -> Record:
    """Return the record of one line.

    `dialogue` holds the turns, or the dialogue's number where `turns` holds them. An article is a FAQ when `type`
    says so or, without `type`, when its title ends in a question mark; else a policy.

    Raises:
        ValueError: the line is no JSON object, or neither an article nor a dialogue. The message names the key.
    """
    try:
        raw = json.loads(text)
    except RecursionError as exc:
        raise ValueError("the JSON is nested too deeply") from exc
    except json.JSONDecodeError as exc:
        raise ValueError(f"no JSON: {exc.msg} at column {exc.colno}") from exc
    if not isinstance(raw, dict):
        raise ValueError("the line holds no JSON object {…}")
    try:
        line = _Line.model_validate(raw)
    except ValidationError as exc:
        first = exc.errors()[0]
        raise ValueError(f"{first['loc'][0]!s}: {first['msg']}") from exc
    number = _number(line)
    said = line.turns if line.turns is not None or number is line.dialogue else line.dialogue
    if said is None or isinstance(said, int):
        return _article(line, number)
    turns = _turns(said)
    if not turns:
        raise ValueError("the dialogue has no words")
    return Dialogue(
        _identity(line, number),
        turns,
        one_line(line.summary or ""),
        (line.url or "").strip(),
        _texts(line.policy_categories),
        line.fictional,
        _wording(line),
    )


def _article(line: _Line, number: Key) -> Article:
    title, summary = one_line(line.title or ""), one_line(line.summary or "")
    written = line.evidence_text if isinstance(line.evidence_text, list) else [line.evidence_text or ""]
    evidence = tuple(paragraph for text in written for paragraph in paragraphs(text)) or tuple(filter(None, [summary]))
    if not title:
        raise ValueError("neither a `title` nor a `dialogue` is there")
    if not evidence:
        raise ValueError("both `evidence_text` and `summary` are empty")
    said, asks = line.type.strip().lower(), title.endswith(("?", "？"))
    return Article(
        "FAQ" if said == "faq" or (asks and not said) else "Policy",
        _identity(line, number),
        title,
        summary,
        evidence,
        (line.url or "").strip(),
        _texts(line.policy_categories),
        line.fictional,
        _wording(line),
    )


def _number(line: _Line) -> Key:
    """The dialogue's number; `dialogue` holds it when it holds no one's words and something else does."""
    if isinstance(line.dialogue, int):
        return line.dialogue
    elsewhere = line.turns is not None or line.evidence_text is not None
    if isinstance(line.dialogue, str) and elsewhere and not names_speaker(line.dialogue):
        return line.dialogue
    return line.dialogue_id


def _turns(said: _Turns) -> tuple[Turn, ...]:
    if isinstance(said, str):
        return turns_of_text(said)
    lines = [turn for turn in said if isinstance(turn, str)]
    if lines:
        return turns_of_lines(lines)
    pairs = [(turn.role, turn.text) if isinstance(turn, _Turn) else (turn[0], turn[1]) for turn in said]
    return turns_of_pairs(pairs)


def _identity(line: _Line, dialogue: Key) -> Identity:
    parts = ("" if part is None else one_line(str(part)) for part in (line.split, line.index, line.session, dialogue))
    return Identity(*parts)


def _wording(line: _Line) -> Wording:
    return Wording(one_line(line.topic or ""), _texts(line.aliases), _texts(line.phrases), _texts(line.unanswered))


def _texts(written: str | list[str] | None) -> tuple[str, ...]:
    found = [written] if isinstance(written, str) else written or []
    return tuple(dict.fromkeys(filter(None, map(one_line, found))))
