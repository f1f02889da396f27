"""The words of the evaluation screen, in three languages; the type checker holds that none is missing."""

from dataclasses import dataclass

from rag.evaluation.measures import MeasureName
from rag.evaluation.outcomes import Cause, Outcome
from rag.types import Language


@dataclass(frozen=True, slots=True)
class Measured:
    """What a share is called, and of what it is one."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class EvaluationWords:
    """The words of one language. Braces are filled in by the page."""

    page: str
    intro: str
    nothing_yet: str
    bad_labels: str
    bad_report: str
    from_report: str
    from_run: str
    other_index: str
    other_settings: str
    measure: str
    measure_again: str
    measuring: str
    left: str
    stop: str
    measures: dict[MeasureName, Measured]
    interval: str
    unknown: str
    since_report: str
    bundles_heading: str
    bundles_help: str
    bundle: str
    all_bundles: str
    questions: str
    changes_heading: str
    changes_none: str
    ranking_flips: str
    verdict_flips: str
    noise: str
    no_noise: str
    flipped_ranking: str
    flipped_verdict: str
    better: str
    worse: str
    threshold_heading: str
    threshold_help: str
    threshold: str
    threshold_try: str
    outcome: str
    at_saved: str
    at_chosen: str
    difference: str
    outcomes: dict[Outcome, str]
    turned: str
    turned_none: str
    turn: str
    risk_heading: str
    risk_help: str
    risk_here: str
    risk_none: str
    coverage: str
    risk: str
    spread_heading: str
    spread_help: str
    spread_alt: str
    confidence: str
    count: str
    covered: str
    not_covered: str
    saved_rule: str
    chosen_rule: str
    failures_heading: str
    failures_help: str
    failures_none: str
    causes: dict[Cause, str]
    causes_help: dict[Cause, str]
    expected: str
    found: str
    nothing_found: str
    sure: str
    two_heading: str
    two_help: str
    side_b: str
    side_tried: str
    side_none: str
    compare: str
    side_a_column: str
    side_b_column: str
    measure_column: str
    fared: str
    fared_few: str


def evaluation_words(language: Language) -> EvaluationWords:
    """Return the words of a language."""
    from pages.components.evaluation_words_en import EN
    from pages.components.evaluation_words_ko import KO
    from pages.components.evaluation_words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
