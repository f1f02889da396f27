"""Which agency, project or title a question names, however it is spelled, and which cards that leaves."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from rag.text.normalise import normalise

Field = Literal["agency", "project", "title"]

STRICT = 0.90
"""From here on a name counts as given."""

REDUCED = 0.70
"""From here on a name is likely meant."""

SHORT = 3
"""A Latin name of up to this many letters, or any name of up to two characters, counts as a whole word only."""

FUZZY_LENGTH = 5
"""Shorter names are near too many others to be matched by spelling."""

FUZZY_FLOOR = 85
"""Least partial ratio (0..100) that counts as a misspelling: one character in seven. At 80 통계포털 finds 통계정보."""

WHOLE_WORD_SCORE = 0.75
"""A short name is often part of other names: likely, never certain."""

ALL_WORDS_SCORE = 0.85
"""Every word of a name, apart from each other."""

_GLUE = re.compile(r"[\s\-_·.,()\[\]{}<>/'\"“”‘’「」『』]+")
_GLUE_BETWEEN = r"[\s\-_·.,()]*"
_LATIN = re.compile(r"[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a name, made ready to be looked for."""

    written: str
    compact: str
    words: tuple[str, ...]
    """Its words in compact form, each of two characters or more."""
    pattern: re.Pattern[str]
    """Finds it under `normalise`, spaces and hyphens ignored, never inside a Latin word or a number."""
    short: bool
    exact: bool
    """It tells itself from its siblings by a single letter, so no other spelling of it counts."""


def spelling(written: str) -> Spelling | None:
    """Return a name made ready, or None when nothing of it is left to look for."""
    core = compact(written)
    if not core:
        return None
    before = r"(?<![a-z0-9])" if _LATIN.match(core[0]) else ""
    after = r"(?![a-z0-9])" if _LATIN.match(core[-1]) else ""
    pattern = re.compile(before + _GLUE_BETWEEN.join(map(re.escape, core)) + after)
    words = tuple(compact(word) for word in normalise(written).split())
    short = len(core) <= 2 or (core.isascii() and len(core) <= SHORT)
    exact = any(len(run) == 1 for run in re.findall("[a-z]+", normalise(written)))
    return Spelling(written, core, tuple(word for word in words if len(word) > 1), pattern, short, exact)


@dataclass(frozen=True, slots=True)
class Named:
    """Something a card is about, with every spelling that is known."""

    field: Field
    name: str
    bundle: str
    forms: tuple[Spelling, ...]
    card_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name that a question may give."""

    field: Field
    name: str
    score: float
    """In [0, 1]: 1 is a known spelling found whole."""
    reason: str
    """The spelling and how it was found, for traces."""
    matched: str
    """The compact text that was found."""
    card_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the names in a question decide."""

    candidates: tuple[Candidate, ...]
    """Best first."""
    stage: Literal["strict", "reduced", "relaxed"]
    cards: tuple[str, ...]
    """Cards that remain; empty when nothing was named (relaxed)."""
    barred: tuple[str, ...]
    """Cards of other agencies than the one named; never evidence."""
    unknown: str
    """An agency that is named and known to no card; empty otherwise."""


NOTHING = Resolution((), "relaxed", (), (), "")


def compact(text: str) -> str:
    """Return text under `normalise` without spaces, hyphens and punctuation."""
    return _GLUE.sub("", normalise(text))


def resolve(question: str, names: Sequence[Named], *, agency_pattern: str = "", compares: bool = False) -> Resolution:
    """Return which cards the names in a question leave.

    Args:
        question: As searched.
        names: Of the searched bundles.
        agency_pattern: What looks like an agency in this bundle, as a regular expression; one that no card knows
            bars every card of an agency.
        compares: The question compares: naming one agency does not bar the others.
    """
    if not names:
        return NOTHING
    asked = _asked(question)
    found = [candidate for name in names if (candidate := _match(name, asked)) is not None]
    kept = sorted(_without_parts(found), key=lambda c: (-c.score, -len(c.matched), c.field, c.name))
    agencies = _best(kept, ("agency",))
    projects = _best(kept, ("project", "title"))
    with_agency = {card_id for name in names if name.field == "agency" for card_id in name.card_ids}
    unknown = "" if agencies else _unknown_agency(question, agency_pattern)
    if unknown:
        return Resolution(tuple(kept), "relaxed", (), tuple(sorted(with_agency)), unknown)
    cards, sure = _cards(agencies, projects)
    own = {card_id for found_name in agencies for card_id in found_name.card_ids}
    barred = with_agency - own if agencies and not compares else set()
    stage: Literal["strict", "reduced", "relaxed"] = (
        "strict" if cards and sure >= STRICT else "reduced" if cards and sure >= REDUCED else "relaxed"
    )
    return Resolution(tuple(kept), stage, tuple(sorted(cards)) if stage != "relaxed" else (), tuple(sorted(barred)), "")


def _match(name: Named, asked: "_Asked") -> Candidate | None:
    best: Candidate | None = None
    for form in name.forms:
        score, how, matched = _score(form, asked)
        if score >= REDUCED and (best is None or (score, len(matched)) > (best.score, len(best.matched))):
            best = Candidate(name.field, name.name, score, f"{form.written}: {how}", matched, name.card_ids)
    return best


@dataclass(frozen=True, slots=True)
class _Asked:
    normalised: str
    compact: str
    words: frozenset[str]
    """Latin and other scripts apart: a particle does not hide a name."""


def _asked(question: str) -> _Asked:
    text = normalise(question)
    return _Asked(text, compact(text), frozenset(re.findall(r"[a-z0-9]+|[^\W\da-z_]+", text)))


def _score(form: Spelling, asked: _Asked) -> tuple[float, str, str]:
    if form.short:
        return (WHOLE_WORD_SCORE, "whole word", form.compact) if form.compact in asked.words else (0.0, "", "")
    if form.pattern.search(asked.normalised):
        return 1.0, "found", form.compact
    if not form.exact and len(form.words) > 1 and all(word in asked.compact for word in form.words):
        return ALL_WORDS_SCORE, "all its words", "".join(form.words)
    if not form.exact and FUZZY_LENGTH <= len(form.compact) <= len(asked.compact):
        ratio = fuzz.partial_ratio(form.compact, asked.compact, score_cutoff=FUZZY_FLOOR)
        if FUZZY_FLOOR <= ratio < 100:
            share = (ratio - FUZZY_FLOOR) / (100 - FUZZY_FLOOR)
            return REDUCED + share * (STRICT - REDUCED - 0.01), f"spelled alike ({ratio:.0f})", form.compact
    return 0.0, "", ""


def _without_parts(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates whose text is not just part of a longer one of the same kind."""
    every = list(found)
    return [
        one
        for one in every
        if not any(
            (one.field == "agency") == (other.field == "agency")
            and one.matched != other.matched
            and one.matched in other.matched
            and other.score >= one.score - 0.1
            for other in every
        )
    ]


def _best(kept: Sequence[Candidate], fields: tuple[Field, ...]) -> list[Candidate]:
    return [candidate for candidate in kept if candidate.field in fields]


def _cards(agencies: Sequence[Candidate], projects: Sequence[Candidate]) -> tuple[set[str], float]:
    of_agencies = {card_id for found in agencies for card_id in found.card_ids}
    of_projects = {card_id for found in projects for card_id in found.card_ids}
    sure_agency = max((found.score for found in agencies), default=0.0)
    sure_project = max((found.score for found in projects), default=0.0)
    if agencies and projects:
        both = of_agencies & of_projects
        return (both, min(sure_agency, sure_project)) if both else (of_agencies, min(sure_agency, REDUCED))
    return (of_agencies, sure_agency) if agencies else (of_projects, sure_project)


def _unknown_agency(question: str, pattern: str) -> str:
    found = re.search(pattern, question) if pattern else None
    return found.group() if found else ""


def names_of(rows: Iterable[tuple[str, str, Mapping[str, object]]]) -> tuple[Named, ...]:
    """Return the names that cards carry.

    Args:
        rows: (card id, bundle, frontmatter) of each card.
    """
    forms: dict[tuple[str, Field, str], dict[str, None]] = {}
    cards: dict[tuple[str, Field, str], dict[str, None]] = {}
    for card_id, bundle, front in rows:
        for field, name, spellings in _names_in(front):
            key = (bundle, field, name)
            forms.setdefault(key, {}).update(dict.fromkeys(spellings))
            cards.setdefault(key, {})[card_id] = None
    return tuple(
        Named(field, name, bundle, _spellings(forms[bundle, field, name]), tuple(cards[bundle, field, name]))
        for bundle, field, name in forms
    )


def _spellings(written: Iterable[str]) -> tuple[Spelling, ...]:
    ready = (spelling(form) for form in written)
    return tuple(form for form in ready if form is not None)


def _names_in(front: Mapping[str, object]) -> Iterable[tuple[Field, str, list[str]]]:
    agency, project = str(front.get("agency") or ""), str(front.get("project") or "")
    if agency:
        yield "agency", agency, [agency, *_texts(front, "agency_aliases")]
    if project:
        # two agencies may run projects of one name: each keeps its own spellings
        yield "project", f"{project} / {agency}", [project, *_texts(front, "project_aliases")]
    titles = _texts(front, "title_aliases")
    if titles:
        yield "title", f"{front.get('title') or project} / {agency}", titles


def _texts(front: Mapping[str, object], key: str) -> list[str]:
    value = front.get(key)
    return [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else []
