"""Every word of the corpus browser, in three languages; the type checker holds that none is missing."""

from collections.abc import Mapping
from dataclasses import dataclass

from pages.components.words import LanguageChoice
from rag.browse.catalogue import ResourceKind
from rag.browse.filters import Facet
from rag.browse.health import Check
from rag.browse.selection import Validity
from rag.cards.findings import Kind, Severity


@dataclass(frozen=True, slots=True)
class CorpusWords:
    """The words of one language. Braces are filled in by the page."""

    view: str
    cards: str
    health: str
    index: str

    find: str
    find_hint: str
    filters: str
    filters_active: str
    clear: str
    whole_corpus: str
    more_folders: str
    any_value: str
    facets: Mapping[Facet, str]
    validity: Mapping[Validity, str]
    resources: Mapping[ResourceKind, str]
    none_found: str
    choose: str
    shown: str
    previous: str
    next: str

    back: str
    status: Mapping[str, str]
    soon: str
    findings: str
    resource_plain: str
    body_cut: str
    links_out: str
    cited_by: str
    and_more: str
    nearest: str
    nearest_help: str
    none: str
    used: str
    provenance: str
    generated: str
    verified: str
    sources: str
    not_said: str
    tags: str
    aliases: str
    phrases: str
    topic: str
    valid_until: str
    raw: str
    raw_changed: str
    raw_gone: str

    check: str
    checks: Mapping[Check, str]
    checks_help: Mapping[Check, str]
    healthy: str
    line: str
    kinds: Mapping[Kind, str]
    severity: Mapping[Severity, str]
    skip_reasons: Mapping[str, str]
    same_as: str
    near_to: str
    stale_from: str
    characters: str

    disk: str
    disk_help: str
    compare: str
    comparing: str
    as_of: str
    agree: str
    differ: str
    beside: str
    new: str
    changed: str
    deleted: str
    unchanged: str
    first_of: str
    build: str
    build_help: str
    building: str
    building_elsewhere: str
    built: str
    failed: str
    versions: str
    versions_help: str
    version: str
    built_at: str
    serving: str
    answers: str
    last_answer: str
    size: str
    unfit: str
    switch: str
    switch_to: str
    switched: str
    answers_of: str
    asked: str
    when: str
    no_answers: str


def corpus_words(language: LanguageChoice) -> CorpusWords:
    """Return the corpus browser's words of a language."""
    from pages.components.corpus_words_en import EN
    from pages.components.corpus_words_ko import KO
    from pages.components.corpus_words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
