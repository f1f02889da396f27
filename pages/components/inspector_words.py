"""Every word of the retrieval inspector, in three languages; the type checker holds that none is missing."""

from dataclasses import dataclass
from typing import Literal

from rag.inspection.matching import Field
from rag.inspection.placing import LegFate
from rag.inspection.probing import Disguise
from rag.inspection.stages import Decision, StageName
from rag.inspection.standing import Standing
from rag.types import Language, Status

Column = Literal[
    "fused_rank",
    "card",
    "context",
    "bm25_rank",
    "bm25_score",
    "vector_rank",
    "vector_score",
    "rrf_rank",
    "rrf_sum",
    "fused_sum",
    "trust",
    "stale",
    "part",
    "amount",
    "coefficient",
    "product",
    "raw",
    "normalised",
    "token",
    "field",
    "holding",
    "frequency",
    "bm25_part",
    "rank_a",
    "rank_b",
    "moved",
    "presented_a",
    "presented_b",
    "form",
    "question",
    "top_kept",
    "overlap",
    "top_rank",
    "verdict",
    "confidence",
    "exact",
    "approximate",
]


@dataclass(frozen=True, slots=True)
class InspectorWords:
    """The words of one language. Braces are filled in by the page."""

    page: str
    intro: str
    question: str
    bundle: str
    inspect: str
    inspect_answer: str
    versions: str
    begin: str
    from_answer: str
    unknown_answer: str
    no_trace: str
    unknown_bundle: str
    old_index: str
    old_settings: str
    ask_again: str
    nothing_searched: str
    stages_heading: str
    stages: dict[StageName, str]
    counts: dict[StageName, str]
    decisions: dict[Decision, str]
    topic_found: str
    milliseconds: str
    confidence_heading: str
    confidence_parts: dict[str, str]
    confidence_sum: str
    open_question: str
    confidence_none: str
    table_heading: str
    table_help: str
    columns: dict[Column, str]
    standings: dict[Standing, str]
    yes: str
    no: str
    card_unknown: str
    at_most: str
    no_arithmetic: str
    card_heading: str
    pick: str
    pick_help: str
    no_such_card: str
    needs_index: str
    why_score: str
    rrf_arithmetic: str
    fused_arithmetic: str
    words_heading: str
    question_words: str
    card_words: str
    marks_help: str
    other_words: str
    fields: dict[Field, str]
    no_tokens: str
    token_parts: str
    bm25_total: str
    near_whole: str
    near_phrase: str
    near_none: str
    why_not_heading: str
    legs: dict[Literal["lexical", "vector"], str]
    leg_fates: dict[LegFate, str]
    fused_place: str
    not_fused: str
    dropped: dict[Standing, str]
    find: str
    find_help: str
    goal_presented: str
    goal_evidence: str
    smallest: str
    other_changes: str
    change: str
    change_bundle: str
    word_changes: str
    no_change: str
    runs: str
    runs_ended: str
    settings: dict[str, str]
    values: dict[str, str]
    chart_heading: str
    chart_alt: str
    chart_rank: str
    chart_table: str
    steps: dict[Literal["bm25", "vector", "fused", "cited", "citable"], str]
    absent: str
    prompt_heading: str
    prompt_size: str
    prompt_none: str
    roles: dict[Literal["system", "user", "assistant"], str]
    exact_heading: str
    exact_help: str
    exact_run: str
    exact_result: str
    sides_heading: str
    sides_help: str
    side_b: str
    sides_same: str
    sides_verdict: str
    sides_kept: str
    probe_heading: str
    probe_help: str
    paraphrase: str
    probe_run: str
    probe_result: str
    disguises: dict[Disguise, str]
    statuses: dict[Status, str]


def inspector_words(language: Language) -> InspectorWords:
    """Return the words of a language."""
    from pages.components.inspector_words_en import EN
    from pages.components.inspector_words_ko import KO
    from pages.components.inspector_words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
