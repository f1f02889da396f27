"""The words around a computation, in three languages; inputs and factors have theirs in `rag.compute.labels`."""

from dataclasses import dataclass

from rag.types import Language


@dataclass(frozen=True, slots=True)
class ComputingWords:
    """The words of one language."""

    result: str
    expired: str
    inputs_used: str
    read_by_model: str
    factors: tuple[str, str, str, str]
    """Headings of the breakdown: factor, points, the most there is, source."""
    groups: dict[str, str]
    total: str
    levers: str
    levers_columns: tuple[str, str, str]
    """Headings: the change, what it gives, the new total."""
    all_levers: str
    lever_failed: str
    receipt: str
    executor: str
    inputs: str
    rules: str
    at: str
    digest: str
    attester: str
    change: str
    offer: str
    offer_hint: str
    form_hint: str
    required: str
    still_needed: str
    compute: str
    choose: str
    spouse: str
    date: str
    time: str
    contract: str
    contract_hint: str
    left_out: str
    runtime: str
    unfit: str


def computing_words(language: Language) -> ComputingWords:
    """Return the words of a language."""
    from pages.components.computing.words_en import EN
    from pages.components.computing.words_ko import KO
    from pages.components.computing.words_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
