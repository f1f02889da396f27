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

FUZZY_FLOOR = 86
"""Least partial ratio (0..100) that counts as a misspelling; at 80 "통계포털" finds "통계정보"."""

_GLUE = re.compile(r"[\s\-_·.,()\[\]{}<>/'\"“”‘’「」『』]+")
_LATIN = re.compile(r"[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Named:
    """Something a card is about, with every spelling that is known."""

    field: Field
    name: str
    bundle: str
    forms: tuple[str, ...]
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


def resolve(question: str, names: Sequence[Named], *, agency_pattern: str = "") -> Resolution:
    """Return which cards the names in a question leave.

    Args:
        question: As searched.
        names: Of the searched bundles.
        agency_pattern: What looks like an agency in this bundle, as a regular expression; one that no card knows
            bars every card of an agency.
    """
    if not names:
        return NOTHING
    found = [candidate for name in names if (candidate := _match(name, question)) is not None]
    kept = sorted(_without_parts(found), key=lambda c: (-c.score, -len(c.matched), c.field, c.name))
    agencies = _best(kept, ("agency",))
    projects = _best(kept, ("project", "title"))
    with_agency = {card_id for name in names if name.field == "agency" for card_id in name.card_ids}
    unknown = "" if agencies else _unknown_agency(question, agency_pattern)
    if unknown:
        return Resolution(tuple(kept), "relaxed", (), tuple(sorted(with_agency)), unknown)
    cards, sure = _cards(agencies, projects)
    barred = with_agency - {card_id for found_name in agencies for card_id in found_name.card_ids} if agencies else set()
    stage: Literal["strict", "reduced", "relaxed"] = (
        "strict" if cards and sure >= STRICT else "reduced" if cards and sure >= REDUCED else "relaxed"
    )
    return Resolution(
        tuple(kept), stage, tuple(sorted(cards)) if stage != "relaxed" else (), tuple(sorted(barred)), ""
    )


def _match(name: Named, question: str) -> Candidate | None:
    best: Candidate | None = None
    for form in name.forms:
        score, how, matched = _score(form, question)
        if score >= REDUCED and (best is None or (score, len(matched)) > (best.score, len(best.matched))):
            best = Candidate(name.field, name.name, score, f"{form}: {how}", matched, name.card_ids)
    return best


def _score(form: str, question: str) -> tuple[float, str, str]:
    wanted, text = compact(form), compact(question)
    if not wanted:
        return 0.0, "", ""
    if _is_short(wanted):
        return (1.0, "whole word", wanted) if wanted in _words(question) else (0.0, "", "")
    at = text.find(wanted)
    while at >= 0:
        if not _inside_a_word(text, at, at + len(wanted)):
            return 1.0, "found", wanted
        at = text.find(wanted, at + 1)
    words = [compact(word) for word in normalise(form).split()]
    held = [word for word in words if len(word) > 1 and word in text]
    if len(words) > 1 and len(held) == len(words):
        return 0.92, "all its words", "".join(held)
    if len(wanted) >= FUZZY_LENGTH:
        ratio = fuzz.partial_ratio(wanted, text) if len(text) >= len(wanted) else fuzz.ratio(wanted, text)
        if ratio >= FUZZY_FLOOR:
            return REDUCED + (ratio - FUZZY_FLOOR) / (100 - FUZZY_FLOOR) * 0.19, f"spelled alike ({ratio:.0f})", wanted
    return 0.0, "", ""


def _is_short(wanted: str) -> bool:
    return len(wanted) <= 2 or (len(wanted) <= SHORT and _LATIN.fullmatch(wanted[0]) is not None and wanted.isascii())


def _words(question: str) -> set[str]:
    """Return the words of a question, Latin and other scripts apart: a particle does not hide a name."""
    return set(re.findall(r"[a-z0-9]+|[^\W\da-z_]+", normalise(question)))


def _inside_a_word(text: str, start: int, end: int) -> bool:
    """Tell whether a span cuts a Latin word or a number in two."""
    before = start > 0 and _LATIN.match(text[start - 1]) is not None and _LATIN.match(text[start]) is not None
    after = end < len(text) and _LATIN.match(text[end]) is not None and _LATIN.match(text[end - 1]) is not None
    return before or after


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
        Named(field, name, bundle, tuple(forms[bundle, field, name]), tuple(cards[bundle, field, name]))
        for bundle, field, name in forms
    )


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
