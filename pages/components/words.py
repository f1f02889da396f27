"""Every word of the screens, in three languages; the type checker holds that none is missing."""

from dataclasses import dataclass
from typing import Literal

from rag.types import Band, Ending, Language, Status, TrustTier


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language. Braces are filled in by the pages."""

    language_name: str
    language: str
    tagline: str
    intro: str
    chat: str
    corpus: str
    ask_from: str
    all_bundles: str
    input: str
    new_conversation: str
    try_one: str
    cards_count: str
    searching: str
    writing: str
    stop: str
    sources: str
    further: str
    nearest: str
    more_text: str
    quoted: str
    whole_card: str
    official_page: str
    official_site: str
    no_official_page: str
    open_card: str
    stale: str
    stale_since: str
    fictional: str
    confidence: str
    confidence_help: str
    not_checked: str
    by_model: str
    by_quotes: str
    by_fallback: str
    uncited: str
    cause: str
    unknown_markers: str
    retry: str
    carried: str
    ask_alone: str
    unknown_agency: str
    left_open: str
    compared: tuple[str, str, str]
    """Headings of a comparison: the card, its words, its marker."""
    rate: str
    rate_reason: str
    rate_thanks: str
    rate_send: str
    reasons: tuple[str, str, str, str]
    cut: str
    building: str
    building_wait: str
    build_steps: dict[str, str]
    build_left: str
    cannot_start: str
    no_conversation: str
    card_missing: str
    leg_silent: str
    contact: str
    trust: dict[TrustTier, str]
    bands: dict[Band, str]
    endings: dict[Ending, str]
    failures: dict[str, str]
    """By the kind of a `ModelError`, and `embedder`."""
    refusals: dict[Status, str]
    lacking: str
    kinds: dict[str, str]
    """What the cards do not state, by the name of its kind."""


LanguageChoice = Literal["en", "ko", "zh"]


def words(language: Language) -> Words:
    """Return the words of a language."""
    from pages.components.words_en import EN
    from pages.components.words_ko import KO
    from pages.components.words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
