"""Which agency, project or title a question names, however it is spelled, and which cards that leaves."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rag.query.spellings import ALL_WORDS_SCORE, Asked, Spelling, alike, asked, compact, likeness, spelling
from rag.reading import Stage

Field = Literal["agency", "project", "title"]


@dataclass(frozen=True, slots=True)
class NameRule:
    """From which score on a name counts."""

    strict: float = 0.90
    """From here on a name counts as given."""
    reduced: float = 0.70
    """From here on a name is likely meant."""
    close: float = 0.05
    """Names of one kind that score less than this below the best may be meant as well."""


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
    carried: bool = False
    """Named by the earlier question that was carried into this one."""

    @property
    def is_agency(self) -> bool:
        """Tell an agency from a project or title."""
        return self.field == "agency"


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the names in a question decide."""

    candidates: tuple[Candidate, ...]
    """Best first."""
    stage: Stage
    cards: tuple[str, ...]
    """Cards that remain; empty when nothing was named (relaxed)."""
    barred: tuple[str, ...]
    """Cards of other agencies than the one named; never evidence."""
    unknown: str
    """An agency that is named and known to no card; empty otherwise."""
    targets: tuple["Target", ...] = ()
    """What a comparison sets against each other, in the order named; empty for other questions."""
    elsewhere: frozenset[str] = frozenset()
    """Cards about something else that has a name; never evidence where a wider search has to do."""
    of_agency: frozenset[str] = frozenset()
    """Cards of the agencies that are named."""
    project_of: Mapping[str, str] = field(default_factory=dict)
    """The project of each remaining card: several cards of one project are no ambiguity."""


@dataclass(frozen=True, slots=True)
class Target:
    """One thing a comparison names."""

    name: str
    """As the cards write it; as the question does where no card knows it."""
    cards: tuple[str, ...]
    """Empty where no card knows it."""
    matched: tuple[str, ...] = ()
    """The compact texts of the question that name it."""


NOTHING = Resolution((), "relaxed", (), (), "")


def resolve(
    question: str,
    names: Sequence[Named],
    *,
    rule: NameRule = NameRule(),
    own: Sequence[Candidate] | None = None,
    earlier: Sequence[Candidate] = (),
    agency_pattern: str = "",
    compares: bool = False,
) -> Resolution:
    """Return which cards the names in a question leave.

    Args:
        question: As asked.
        names: Of the searched bundles.
        rule: From which score on a name counts.
        own: The names it gives, where they are known already.
        earlier: What the conversation is about, see `conversation_names`; it lends what the question lacks.
        agency_pattern: What looks like an agency in this bundle, as a regular expression; one that no card knows
            bars every card of an agency.
        compares: The question compares: naming one agency does not bar those of projects it names, too.
    """
    if not names:
        return NOTHING
    own_names = names_in(question, names, rule) if own is None else own
    kept = _compared_with(own_names, earlier) if compares else _with_carried(own_names, earlier)
    with_agency = {card_id for name in names if name.field == "agency" for card_id in name.card_ids}
    unknown = _unknown_agencies(question, agency_pattern, kept)
    if unknown and not (compares and any(candidate.is_agency for candidate in kept)):
        targets = _unknown_targets(unknown) if compares else ()
        return Resolution(kept, "relaxed", (), tuple(sorted(with_agency)), unknown[0], targets)
    if not compares:
        kept = _nearest(kept, rule)
    cards, sure = _compared_cards(kept) if compares else _cards(kept, rule)
    targets = _targets(question, kept, cards, unknown) if compares else ()
    one_agency = _one_agency(kept)
    if compares and len(targets) < 2 and one_agency and (projects := _its_projects(one_agency, kept, names)):
        targets, cards = projects, {card_id for target in projects for card_id in target.cards}
    settled = not compares or len(targets) > 1 or (one_agency is not None and len(kept) > 1)
    of_agency = {card_id for candidate in kept if candidate.is_agency for card_id in candidate.card_ids}
    stage: Stage = (
        "strict" if cards and sure >= rule.strict else "reduced" if cards and sure >= rule.reduced else "relaxed"
    )
    return Resolution(
        candidates=kept,
        stage=stage,
        cards=tuple(sorted(cards)) if stage != "relaxed" else (),
        barred=tuple(sorted(with_agency - of_agency)) if of_agency and settled else (),
        unknown=unknown[0] if unknown else "",
        targets=targets,
        elsewhere=frozenset(card_id for name in names for card_id in name.card_ids) - cards if cards else frozenset(),
        of_agency=frozenset(of_agency),
        project_of={
            card_id: name.name for name in names if name.field == "project" for card_id in cards & set(name.card_ids)
        },
    )


def conversation_names(turns: Sequence[str], names: Sequence[Named], rule: NameRule) -> tuple[Candidate, ...]:
    """Return what a conversation is about after some questions, oldest first: a later name replaces one of its kind."""
    about: tuple[Candidate, ...] = ()
    for turn in turns:
        about = _with_carried(names_in(turn, names, rule), about)
    return tuple(replace(candidate, carried=True) for candidate in about)


def names_added(text: str, earlier: str, names: Sequence[Named], rule: NameRule) -> tuple[Candidate, ...]:
    """Return the names that a follow-up gives, alone or together with words of the earlier question.

    After one on a 콜센터, `2차는요` names its second stage.
    """
    before = {candidate.name for candidate in names_in(earlier, names, rule)} if earlier else set()
    together = names_in(f"{text} {earlier}", names, rule) if earlier else ()
    alone = names_in(text, names, rule)
    known = {candidate.name for candidate in alone}
    return (*alone, *(one for one in together if one.name not in before and one.name not in known))


def several_about(earlier: Sequence[Candidate], rule: NameRule) -> bool:
    """Tell whether a conversation is about more than one agency, or more than one project of one."""
    near = _nearest(earlier, rule)
    agencies = {candidate.name for candidate in near if candidate.is_agency}
    return len(agencies) > 1 or (not agencies and len({card for one in near for card in one.card_ids}) > 1)


def names_in(question: str, names: Sequence[Named], rule: NameRule) -> tuple[Candidate, ...]:
    """Return the names that a question gives, best first."""
    text = asked(question)
    every = [candidate for name in names if (candidate := _match(name, text, rule)) is not None]
    whole = {candidate.matched for candidate in every if candidate.score == 1}
    found = [one for one in every if not _alike_by_another(one, whole, text)]
    return tuple(sorted(_without_parts(found), key=lambda c: (-c.score, -len(c.matched), c.field, c.name)))


def _match(name: Named, question: Asked, rule: NameRule) -> Candidate | None:
    best: Candidate | None = None
    for form in name.forms:
        like = likeness(form, question)
        if like is None or like.score < rule.reduced:
            continue
        if best is None or (like.score, len(like.matched)) > (best.score, len(best.matched)):
            reason = f"{form.written}: {like.how}"
            best = Candidate(name.field, name.name, like.score, reason, like.matched, name.card_ids)
    return best


def _alike_by_another(one: Candidate, whole: Collection[str], text: Asked) -> bool:
    """Whether a misspelled name is alike only by the agency in it, as 별무리연구원 DX in `별무리연구원 사업`."""
    if one.score >= ALL_WORDS_SCORE:
        return False
    rests = (one.matched.replace(matched, "") for matched in whole if matched in one.matched)
    return any(rest not in text.compact and not alike(rest, text.compact) for rest in rests)


def _without_parts(found: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates whose text is not just part of a longer one of the same kind."""
    every = list(found)
    return [
        one
        for one in every
        if not any(
            one.is_agency == other.is_agency
            and one.matched != other.matched
            and one.matched in other.matched
            and other.score >= one.score - 0.1
            for other in every
        )
    ]


def _with_carried(own: Sequence[Candidate], earlier: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the question's names, and of the kinds it lacks the earlier question's, where they fit together."""
    kinds = {candidate.is_agency for candidate in own}
    mine = {card_id for candidate in own for card_id in candidate.card_ids}
    lent = (one for one in earlier if one.is_agency not in kinds and (not mine or mine & set(one.card_ids)))
    return (*own, *lent)


def _compared_with(own: Sequence[Candidate], earlier: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return what is compared: what the question names, with what the talk is about where that is but one thing."""
    if len({candidate.name for candidate in own if candidate.is_agency}) > 1 or (own and not earlier):
        return tuple(own)
    named = {candidate.name for candidate in own}
    return (*own, *(candidate for candidate in earlier if candidate.name not in named))


def _nearest(kept: Sequence[Candidate], rule: NameRule) -> tuple[Candidate, ...]:
    """Return of each kind the names that are as good as the best."""
    best = {kind: max(c.score for c in kept if c.is_agency == kind) for kind in {c.is_agency for c in kept}}
    return tuple(one for one in kept if best[one.is_agency] - one.score < rule.close)


def _cards(kept: Sequence[Candidate], rule: NameRule) -> tuple[set[str], float]:
    agencies = [candidate for candidate in kept if candidate.is_agency]
    projects = [candidate for candidate in kept if not candidate.is_agency]
    of_agencies = {card_id for found in agencies for card_id in found.card_ids}
    of_projects = {card_id for found in projects for card_id in found.card_ids}
    sure_agency = max((found.score for found in agencies), default=0.0)
    sure_project = max((found.score for found in projects), default=0.0)
    if agencies and projects:
        both = of_agencies & of_projects
        # two names that meet in a card confirm each other
        sure = 1 - (1 - sure_agency) * (1 - sure_project)
        return (both, sure) if both else (of_agencies, min(sure_agency, rule.reduced))
    return (of_agencies, sure_agency) if agencies else (of_projects, sure_project)


def _compared_cards(kept: Sequence[Candidate]) -> tuple[set[str], float]:
    """Return the cards of all things compared: of an agency those of a project that is named, where it has one."""
    agencies = [candidate for candidate in kept if candidate.is_agency]
    of_projects = {card_id for candidate in kept if not candidate.is_agency for card_id in candidate.card_ids}
    sure = max((candidate.score for candidate in kept), default=0.0)
    if not agencies:
        return of_projects, sure
    return {card_id for one in agencies for card_id in (set(one.card_ids) & of_projects or one.card_ids)}, sure


def _targets(question: str, kept: Sequence[Candidate], cards: set[str], unknown: Sequence[str]) -> tuple[Target, ...]:
    """Return what is compared, in the order named: the agencies where there are several, else the projects.

    What no card knows comes last.
    """
    text = asked(question).compact
    # what is not found word for word comes after all that is
    in_order = sorted(kept, key=lambda one: text.find(one.matched) if one.matched in text else len(text))
    agencies = [candidate for candidate in in_order if candidate.is_agency]
    compared = agencies if len(agencies) + len(unknown) > 1 else [one for one in in_order if not one.is_agency]
    known = [_target(one.name, [card_id for card_id in one.card_ids if card_id in cards], kept) for one in compared]
    return (*(target for target in known if target.cards), *_unknown_targets(unknown))


def _unknown_targets(unknown: Sequence[str]) -> tuple[Target, ...]:
    return tuple(Target(name, (), (compact(name),)) for name in unknown)


def _target(name: str, cards: Sequence[str], kept: Sequence[Candidate]) -> Target:
    return Target(name, tuple(cards), tuple(one.matched for one in kept if set(cards) & set(one.card_ids)))


def _one_agency(kept: Sequence[Candidate]) -> Candidate | None:
    """Return the only agency that is named, where nothing of another is."""
    agencies = [candidate for candidate in kept if candidate.is_agency]
    if len(agencies) != 1 or any(not set(one.card_ids) <= set(agencies[0].card_ids) for one in kept):
        return None
    return agencies[0]


def _its_projects(agency: Candidate, kept: Sequence[Candidate], names: Sequence[Named]) -> tuple[Target, ...]:
    """Return both projects of an agency that has two; empty for any other."""
    own = [name for name in names if name.field == "project" and set(name.card_ids) <= set(agency.card_ids)]
    if len(own) != 2:
        return ()
    projects = [candidate for candidate in kept if not candidate.is_agency]
    return tuple(_target(name.name, name.card_ids, projects) for name in own)


def _unknown_agencies(question: str, pattern: str, kept: Sequence[Candidate]) -> tuple[str, ...]:
    """Return what looks like an agency and is no part of a name that was found."""
    if not pattern:
        return ()
    known = [candidate.matched for candidate in kept if not candidate.carried]
    looks = dict.fromkeys(match.group().strip() for match in re.finditer(pattern, question))
    return tuple(
        text for text in looks if not any(compact(text) in matched or matched in compact(text) for matched in known)
    )


def names_of(rows: Iterable[tuple[str, str, Mapping[str, object]]]) -> tuple[Named, ...]:
    """Return the names that cards carry.

    Args:
        rows: (card id, bundle, frontmatter) of each card.
    """
    forms: dict[tuple[str, Field, str], dict[str, None]] = {}
    cards: dict[tuple[str, Field, str], dict[str, None]] = {}
    for card_id, bundle, front in rows:
        for kind, name, spellings in _names_in(front):
            key = (bundle, kind, name)
            forms.setdefault(key, {}).update(dict.fromkeys(spellings))
            cards.setdefault(key, {})[card_id] = None
    return tuple(
        Named(kind, name, bundle, _spellings(forms[bundle, kind, name]), tuple(cards[bundle, kind, name]))
        for bundle, kind, name in forms
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
