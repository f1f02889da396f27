import time

import pytest

from rag.query.small_talk import SmallTalk, small_talk

SAID: list[tuple[str, SmallTalk]] = [
    ("Hello!", "greeting"),
    ("hiya", "greeting"),
    ("Hi there 👋", "greeting"),
    ("good morning, anybody there?", "greeting"),
    ("Hey, can you help me please?", "greeting"),
    ("What can I ask you?", "greeting"),
    ("안녕하세요~ 처음 써봐요", "greeting"),
    ("안녕하세요 입찰 처음 해보는 업체입니다", "greeting"),
    ("ㅎㅇ", "greeting"),
    ("ㅋㅋ 안녕하세요", "greeting"),
    ("질문 있습니다", "greeting"),
    ("你好呀", "greeting"),
    ("您好，我想问一下", "greeting"),
    ("在吗", "greeting"),
    ("有人在吗？", "greeting"),
    ("Thank you so much, that really helped!", "thanks"),
    ("ok, got it", "thanks"),
    ("덕분에 잘 해결됐어요 감사합니다 ㅎㅎ", "thanks"),
    ("네 알겠습니다 고맙습니다", "thanks"),
    ("谢谢啦，帮大忙了", "thanks"),
    ("好的，明白了", "thanks"),
    ("bye!", "goodbye"),
    ("See you tomorrow", "goodbye"),
    ("수고하세요", "goodbye"),
    ("안녕히 계세요", "goodbye"),
    ("再见", "goodbye"),
    ("ＨＥＬＬＯ", "greeting"),
    ("안\u200b녕하세요", "greeting"),
    ("\u1112\u1161\u110b\u1175", "greeting"),  # 하이, decomposed
]

ASKED = [
    "있나요?",
    "감사패 제작 용역 예산 얼마",
    "수고료 지급 기준",
    "thanks for nothing, where is my parcel",
    "greetings card postage price",
    "你好吗啡能寄吗",
    "谢绝收件怎么办",
    "好几天没到怎么办",
    "Hi, how much is a passport?",
    "hello can I work while my permit is renewed",
    "안녕하세요 여권 수수료 얼마예요",
    "안녕하세요 여권을 처음 신청하는데 무엇이 필요한가요",
    "你好，平信丢了怎么赔",
    "在吗？能退吗",
    "thanks, and the fee?",
    "감사합니다 그럼 기한은요?",
    "history",
    "네이버",
    "예산",
    "바이오인증",
    "好吃吗",
    "早上几点开门",
    "what is this form",
    "help with pr",
    "수고비 얼마",
    "행사 있어요",
]


@pytest.mark.parametrize(("message", "kind"), SAID)
def test_talk_is_told_by_its_kind(message: str, kind: SmallTalk) -> None:
    assert small_talk(message) == kind


@pytest.mark.parametrize("message", ASKED)
def test_a_message_that_asks_anything_is_no_talk_even_after_a_greeting(message: str) -> None:
    assert small_talk(message) is None


@pytest.mark.parametrize("message", ["", "  \n", "😀", "ㅋㅋㅋ", "???", "\u200b", "\ud800", "1234", "so very please"])
def test_a_message_without_a_phrase_is_no_talk(message: str) -> None:
    assert small_talk(message) is None


@pytest.mark.parametrize("message", ["hi " * 30_000, "안녕하세요" * 20_000, "ㅎ" * 60_000, "[" * 60_000])
def test_a_flood_of_greetings_is_no_talk_and_costs_nothing(message: str) -> None:
    started = time.perf_counter()
    assert small_talk(message) is None
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize("phrase", ["hi ", "안녕", "ㅎ", "好的", "네", "so ", "여보세요 "])
def test_a_message_of_greatest_length_is_read_at_once(phrase: str) -> None:
    message = (phrase * 120)[:115] + "zq"
    started = time.perf_counter()
    assert small_talk(message) is None
    assert time.perf_counter() - started < 0.2
