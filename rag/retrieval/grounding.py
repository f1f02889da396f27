"""Checks, before anything is written, that the evidence speaks to what was asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rag.cards.body import quotable_units
from rag.query.metadata import Target
from rag.reading import ComparedTarget, EvidenceCheck, FilterAttempt
from rag.retrieval.asked import kinds_asked, states
from rag.retrieval.narrowing import Narrowed
from rag.text.normalise import normalise
from rag.text.tokens import tokenise
from rag.types import Card, Confidence, Evidence, FusedHit

_JOINED = re.compile(
    r"(?P<one>[^\s,、?？!.]{2,})(?:(?:이?랑|과|와|하고) ?| 및 |和|与|以及|、)(?P<other>[^\s,、?？!.和与的]{2,})"
    r"|(?P<first>\w{3,}) and (?P<last>\w{3,})(?=[?!.]?$)"
)
_VERB = re.compile(r"(?:서|고|면|게|며|니|까|요|데|해|아|어|낸|된|한|할|던)$")
"""How a Korean verb or adjective ends: what it joins are clauses, not things."""

_PARTICLE = re.compile(r"(?<=[가-힣]{2})(?:은|는|이|가|을|를|의|도|에|로|으로)$")


@dataclass(frozen=True, slots=True)
class Grounded:
    """What a question is answered from."""

    narrowed: Narrowed
    evidence: tuple[Evidence, ...]
    check: EvidenceCheck
    targets: tuple[ComparedTarget, ...] = ()

    @property
    def enough(self) -> bool:
        """Tell whether an answer may be tried."""
        return self.check.status != "insufficient_evidence"


@dataclass(frozen=True, slots=True)
class Asking:
    """What the evidence is checked against."""

    question: str
    """As asked."""
    targets: tuple[Target, ...]
    """What a comparison names; empty for other questions."""
    comparing: bool
    anchor_year: int
    """For two-digit years."""


def ground(
    asking: Asking,
    stages: Sequence[Narrowed],
    *,
    present: Callable[[Sequence[FusedHit]], tuple[Evidence, ...]],
    cards: Callable[[str], Card | None],
    passes: Callable[[tuple[Evidence, ...]], bool],
) -> tuple[Grounded, tuple[FilterAttempt, ...]]:
    """Return the evidence of the narrowest stage that speaks to the question, and every stage tried.

    A wider stage after a failed check brings only cards that state what the narrower one lacks, and counts only
    where its evidence passes. Where no stage is enough, the first that presents anything stays, its check failed.

    Args:
        asking: What is asked.
        stages: From `narrowings`.
        present: Chooses evidence from hits.
        cards: Looks a card up.
        passes: Tells whether evidence reaches the threshold.
    """
    tried: list[FilterAttempt] = []
    best: Grounded | None = None
    lacking: tuple[str, ...] = ()
    for narrowed in stages:
        if lacking and narrowed is not stages[-1]:
            continue  # another project of the agency does not state what this one lacks
        hits = [hit for hit in narrowed.hits if not lacking or _speaks(cards(hit.card_id), lacking, asking.anchor_year)]
        evidence = present(hits)
        found = _checked(asking, narrowed, evidence)
        reason = found.check.reason if not found.enough else ""
        if not reason and lacking and not passes(evidence):
            reason = "What states it is not near enough to the question."
        tried.append(
            FilterAttempt(narrowed.stage, narrowed.filters, len(hits), len(evidence), (reason,) if reason else ())
        )
        if not reason:
            return found, tuple(tried)
        if best is None or not best.evidence:
            best = found
        lacking = lacking or found.check.missing
    assert best is not None, "there is always a relaxed stage"
    return best, tuple(tried)


def weighed(grounded: Grounded, each: Sequence[Confidence], threshold: float) -> tuple[Grounded, Confidence]:
    """Return a comparison without the things whose own proof is weak, and how sure the rest is.

    Where only some of the things compared reach the threshold, it is a comparison in part, and what is left out is
    no evidence. Where none does, the best of them says how sure it is.

    Args:
        grounded: With targets.
        each: How sure the best card of each target is, in their order.
        threshold: Below it the proof is weak.
    """
    strong = [
        bool(target.numbers) and sure.value >= threshold for target, sure in zip(grounded.targets, each, strict=True)
    ]
    if not any(strong):
        return grounded, max(each, key=lambda sure: sure.value)
    least = min((sure for sure, holds in zip(each, strong, strict=True) if holds), key=lambda sure: sure.value)
    if all(strong):
        return grounded, least
    targets = tuple(
        target if holds else replace(target, numbers=()) for target, holds in zip(grounded.targets, strong, strict=True)
    )
    check = _in_part(grounded.check.asked, [target.name for target in targets if not target.numbers])
    kept = {number for target in targets for number in target.numbers}
    weak = {number for target in grounded.targets for number in target.numbers} - kept
    evidence = tuple(replace(item, role="further") if item.number in weak else item for item in grounded.evidence)
    return replace(grounded, targets=targets, check=check, evidence=evidence), least


def _checked(asking: Asking, narrowed: Narrowed, evidence: tuple[Evidence, ...]) -> Grounded:
    named = narrowed.stage != "relaxed"
    asked = kinds_asked(asking.question, named=named)
    if not evidence:
        check = EvidenceCheck("insufficient_evidence", asked, (), "No card can be presented.")
        return Grounded(narrowed, evidence, check)
    if len(asking.targets) > 1:
        return _compared(asking, narrowed, evidence, asked)
    citable = [item for item in evidence if item.role == "evidence"][: 1 if named else None]
    missing = tuple(
        kind for kind in asked if not any(_speaks(item.card, (kind,), asking.anchor_year) for item in citable)
    )
    if missing:
        reason = f"No evidence states what is asked for: {', '.join(missing)}."
        return Grounded(narrowed, evidence, EvidenceCheck("insufficient_evidence", asked, missing, reason))
    untouched = () if asking.comparing else _untouched(asking.question, citable)
    if untouched:
        reason = f"The evidence says nothing of: {', '.join(untouched)}."
        return Grounded(narrowed, evidence, EvidenceCheck("partial_topic_grounding", asked, untouched, reason))
    return Grounded(narrowed, evidence, EvidenceCheck("verified", asked, (), "The evidence speaks to what is asked."))


def _compared(asking: Asking, narrowed: Narrowed, evidence: tuple[Evidence, ...], asked: tuple[str, ...]) -> Grounded:
    compared = tuple(
        ComparedTarget(
            target.name,
            tuple(
                item.number
                for item in evidence
                if item.role == "evidence"
                and item.card.card_id in target.cards
                and _speaks(item.card, asked, asking.anchor_year)
            ),
        )
        for target in asking.targets
    )
    missing = tuple(target.name for target in compared if not target.numbers)
    if len(missing) == len(compared):
        reason = "No evidence speaks of any of the things compared."
        check = EvidenceCheck("insufficient_evidence", asked, missing, reason)
    elif missing:
        check = _in_part(asked, missing)
    else:
        check = EvidenceCheck("verified", asked, (), "The evidence speaks of everything compared.")
    return Grounded(narrowed, evidence, check, compared)


def _in_part(asked: tuple[str, ...], missing: Sequence[str]) -> EvidenceCheck:
    return EvidenceCheck("partial_comparison", asked, tuple(missing), f"No evidence speaks of: {', '.join(missing)}.")


def _speaks(card: Card | None, kinds: Sequence[str], anchor_year: int) -> bool:
    if card is None or not kinds:  # where no kind is asked for nothing need be read
        return card is not None
    text = "\n".join(quotable_units(card.body))
    return all(states(text, kind, anchor_year=anchor_year) for kind in kinds)


def _untouched(question: str, citable: Sequence[Evidence]) -> tuple[str, ...]:
    """Return the words joined to one that the evidence holds (보안과 드론) of which it holds less than half."""
    pairs = [joined for joined in _JOINED.finditer(normalise(question)) if not _VERB.search(joined.group())]
    if not pairs:
        return ()
    held = set(tokenise("\n".join(_searched(item.card) for item in citable)))
    found: dict[str, None] = {}
    for joined in pairs:
        words = [_PARTICLE.sub("", word) for word in joined.groups() if word]
        tokens = [set(tokenise(word)) for word in words]
        if all(tokens) and any(part <= held for part in tokens):
            found.update(
                (word, None) for word, part in zip(words, tokens, strict=True) if 2 * len(part & held) < len(part)
            )
    return tuple(found)


def _searched(card: Card) -> str:
    return "\n".join((card.title, *card.aliases, *card.phrases, card.body))
