import pytest

from rag.retrieval.verdict import judge
from rag.types import Confidence, Evidence, Status
from tests.fakes.corpus import make_card

EVIDENCE = (Evidence(1, make_card("town/fees/permit"), 1.0, ("A fact.",), "A fact.", "evidence", False),)


@pytest.mark.parametrize(
    ("tokens", "evidence", "value", "status"),
    [
        ((), EVIDENCE, 1.0, "empty_question"),
        ((), (), 0.0, "empty_question"),
        (("fee",), (), 1.0, "no_candidate"),
        (("fee",), EVIDENCE, 0.499, "low_confidence"),
        (("fee",), EVIDENCE, 0.5, "answerable"),
        (("fee",), EVIDENCE, 1.0, "answerable"),
    ],
)
def test_the_gate_passes_only_a_question_with_evidence_at_or_over_the_threshold(
    tokens: tuple[str, ...], evidence: tuple[Evidence, ...], value: float, status: Status
) -> None:
    verdict = judge(tokens, evidence, Confidence(value, "medium", ()), threshold=0.5)
    assert (verdict.status, verdict.threshold, verdict.passed) == (status, 0.5, status == "answerable")


def test_the_reason_names_confidence_and_threshold() -> None:
    refused = judge(("fee",), EVIDENCE, Confidence(0.25, "low", ()), threshold=0.5)
    assert refused.reason == "Confidence 0.250 is below the threshold 0.500."
