import pytest

from rag.discretion import kept
from rag.query.referral import referral


@pytest.mark.parametrize(
    ("question", "masked"),
    [
        ("where is my parcel EE123456789KR", "where is my parcel [number]"),
        ("查一下单号1234567890123", "查一下单号[单号]"),
        ("등기번호 1234567890123 조회해 주세요", "등기번호 [번호] 조회해 주세요"),
        ("check my application status UCI 1234-5678", "check my application status UCI [number]"),
        ("접수번호 20261130 결과 알려주세요", "접수번호 [번호] 결과 알려주세요"),
        (
            "my number is 900101-1234567, what is the status of my visa",
            "my number is [id number], what is the status of my visa",
        ),
    ],
)
def test_the_number_of_a_parcel_or_a_case_is_masked_and_the_question_still_understood(
    question: str, masked: str
) -> None:
    assert kept(question) == masked
    assert referral(masked) == referral(question)
    assert kept(masked) == masked


@pytest.mark.parametrize("question", ["공고번호 20261130123-00 사업 예산은?", "is 13757 enough for one person?", ""])
def test_any_other_question_is_kept_as_it_is(question: str) -> None:
    assert kept(question) == question
