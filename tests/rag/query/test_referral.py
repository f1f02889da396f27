import time

import pytest

from rag.query.referral import referral
from tests.rag.query.labelled import labelled


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("where is my parcel EE123456789KR", "parcel"),
        ("track my package", "parcel"),
        ("내 소포 어디쯤 왔어요", "parcel"),
        ("등기번호 1234567890123 조회해 주세요", "parcel"),
        ("查一下单号 LX123456789CN", "parcel"),
        ("我的快递到哪了", "parcel"),
        ("how much to ship 5 kg from Beijing to Seoul", "quote"),
        ("5kg 미국으로 보내면 요금이 얼마예요", "quote"),
        ("寄3公斤到韩国多少钱", "quote"),
        ("check my application status UCI 1234-5678", "case"),
        ("내 여권 신청 진행상황 알려줘", "case"),
        ("접수번호 20261130 결과 알려주세요", "case"),
        ("帮我查一下我的签证进度", "case"),
    ],
)
def test_what_only_an_office_can_look_up_is_told_in_three_languages(question: str, kind: str) -> None:
    assert referral(question) == kind


@pytest.mark.parametrize(
    "question",
    [
        "how do I track my parcel",
        "How can I check my application status?",
        "国内包裹多久之内可以去查",
        "没保价最多赔多少",
        "여권 신청 서류가 뭐예요",
        "What does a medical exam cost?",
    ],
)
def test_a_question_about_a_rule_is_none_of_these(question: str) -> None:
    assert referral(question) is None


def test_of_the_labelled_questions_only_those_are_captured_that_no_card_answers() -> None:
    captured = [(kind, question) for kind, question in labelled() if referral(question) is not None]
    assert {kind for kind, _ in captured} == {"near"}
    assert {question for _, question in captured} >= {
        "现在寄北京到广州多少钱",
        "能不能帮我查一下这个单号 LX123456789CN",
    }
    assert len(captured) < 6


@pytest.mark.parametrize("piece", ["where is my ", "寄到", "9", "status of my ", "[번호]", "내 "])
def test_an_endless_question_is_read_in_no_time(piece: str) -> None:
    begun = time.process_time()
    referral(piece * (2000 // len(piece)))
    assert time.process_time() - begun < 1.0
