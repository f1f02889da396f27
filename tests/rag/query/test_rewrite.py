import time

import pytest

from rag.query.rewrite import asks_to_rewrite

WANTED = [
    "say that more politely",
    "Say that more politely, please.",
    "summarise your last answer",
    "Could you summarize that?",
    "shorten it",
    "translate that into Korean",
    "Translate your last answer",
    "can you put that in one sentence",
    "too long, make it simpler for my mum please",
    "in one sentence please",
    "tl;dr",
    "say it again",
    "방금 답 너무 길어요 한 줄로 줄여줘",
    "아까 말한 거 할머니도 알아듣게 쉽게 다시 써주세요",
    "표 말고 두 문장으로 짧게 정리해줘",
    "방금 설명 보고서에 쓸 수 있게 격식체로 바꿔줘",
    "마지막 답변 요약해줘",
    "더 공손하게 말해줘",
    "영어로 번역해 주세요",
    "다시 말해줘",
    "能不能讲短一点",
    "太官方了，用大白话再说一遍",
    "请总结一下你的上一个回答",
    "说得更礼貌一点",
    "把刚才的回答翻译成英文",
    "换个说法",
]

ASKED = [
    "What does a parking permit cost?",
    "Can I translate it myself?",
    "translate my documents",
    "How do I translate my documents?",
    "put my name on it",
    "explain that",
    "simple question: how much is it",
    "summary of the fees for a visa",
    "summarise it and tell me when it is due",
    "여권 발급 절차 정리해줘",
    "여권 발급 절차 쉽게 설명해줘",
    "여권 영문 이름 바꿔줘",
    "서류 번역해줘",
    "답변서 번역해 주실 수 있나요",
    "사진을 더 작게 줄여도 되나요",
    "주소 옮겨줘",
    "아까 말한 수수료 얼마라고요 다시 말해줘",
    "다시 발급받고 싶은데요",
    "总结一下包裹赔偿规定",
    "信件怎么翻译",
    "把地址改短一点可以吗",
    "再寄一次要多少钱",
    "",
    " ",
    "😀",
    "\ud800",
]


@pytest.mark.parametrize("message", WANTED)
def test_a_wish_for_other_words_is_told(message: str) -> None:
    assert asks_to_rewrite(message)


@pytest.mark.parametrize("message", ASKED)
def test_a_question_with_such_words_is_none(message: str) -> None:
    assert not asks_to_rewrite(message)


@pytest.mark.parametrize("piece", ["please ", "can you ", "make it ", "짧게 ", "再说", "to one ", "much more "])
def test_any_message_is_read_at_once(piece: str) -> None:
    started = time.perf_counter()
    asks_to_rewrite((piece * 160)[:158] + "!q")
    asks_to_rewrite(piece * 20_000)
    assert time.perf_counter() - started < 0.5
