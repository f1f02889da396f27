"""The words of the thresholds screen, in three languages; the type checker holds that none is missing."""

from dataclasses import dataclass

from rag.tuning.effect import Move
from rag.tuning.reachability import FindingKind
from rag.tuning.tunables import Group
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Explained:
    """What a setting is called, what it is counted in, and what it does."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ThresholdsWords:
    """The words of one language. Braces are filled in by the page."""

    page: str
    title: str
    intro: str
    question: str
    question_hint: str
    try_sample: str
    saved_side: str
    tried_side: str
    would_answer: str
    would_refuse: str
    confidence: str
    nothing_found: str
    further: str
    moves: dict[Move, str]
    controls: str
    groups: dict[Group, str]
    tunables: dict[str, Explained]
    choices: dict[str, str]
    only_in: str
    range: str
    does_not_fit: str
    saved_is: str
    findings: dict[FindingKind, str]
    changes: str
    nothing_tried: str
    undo: str
    undo_all: str
    who: str
    who_help: str
    unknown: str
    save: str
    saved: str
    not_saved: str
    changed_underneath: str
    seen: str
    not_in_force: str
    tried_not_in_force: str
    log: str
    log_empty: str
    reverts: str
    revert: str
    reverted: str
    overtaken: str
    broken_off: str
    older: str
    trying: str


def thresholds_words(language: Language) -> ThresholdsWords:
    """Return the words of a language."""
    from pages.components.thresholds_words_en import EN
    from pages.components.thresholds_words_ko import KO
    from pages.components.thresholds_words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
