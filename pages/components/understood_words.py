"""The words that tell how a question was read: what it carries, its amounts and dates, the names in it."""

from dataclasses import dataclass

from rag.inspection.naming import How
from rag.reading import Grounding, QueryType, Stage
from rag.types import Language


@dataclass(frozen=True, slots=True)
class UnderstoodWords:
    """The words of one language. Braces are filled in by the page."""

    heading: str
    query_types: dict[QueryType, str]
    carry: str
    carried: str
    searched: str
    values: str
    not_recorded: str
    unknown: str
    too_close: str
    names_table: tuple[str, str, str, str]
    """Headings: the name, its score, the spelling, how it was found."""
    how: dict[How, str]
    cards: str
    cards_table: tuple[str, str]
    """Headings: the card, what became of it."""
    left: str
    barred: str
    plan: str
    lent: str
    attempts: str
    attempts_table: tuple[str, str, str, str, str]
    """Headings: the stage, its names, cards left, cards presented, why it was not enough (as traces say it)."""
    stages: dict[Stage, str]
    check: str
    checks: dict[Grounding, str]


def understood_words(language: Language) -> UnderstoodWords:
    """Return the words of a language."""
    return {"en": _EN, "ko": _KO, "zh": _ZH}[language]


_EN = UnderstoodWords(
    heading="How the question was read",
    query_types={
        "single": "Read as a single question.",
        "follow_up": "Read as a follow-up.",
        "comparison": "Read as a comparison.",
    },
    carry="Carry over: {decision}.",
    carried="The earlier question:",
    searched="The text that was searched:",
    values="With the value behind each amount and date:",
    not_recorded="The names in this question were not recorded: the answer is of an earlier release.",
    unknown="No card is about the agency {agency}.",
    too_close="Several named cards are too close to call.",
    names_table=("Name", "Score", "Spelling", "How it was found"),
    how={
        "found": "word for word",
        "whole-word": "as a word of its own",
        "all-words": "all its words, apart",
        "alike": "spelled alike ({likeness} of 100)",
    },
    cards="Named cards: {left}. Barred, as of other agencies: {barred}.",
    cards_table=("Card", "Names"),
    left="named",
    barred="barred",
    plan="Planned: {cards} cards.",
    lent="The conversation lent: {names}.",
    attempts="Stages of the search by names",
    attempts_table=("Stage", "Names", "Cards left", "Presented", "Why it was not enough"),
    stages={"strict": "strict", "reduced": "likely names", "relaxed": "no filter"},
    check="Evidence check: {status}",
    checks={
        "verified": "it speaks to what is asked",
        "partial_topic_grounding": "it speaks to a part of what is asked; nothing on {missing}",
        "partial_comparison": "it speaks of some of the things compared; nothing on {missing}",
        "insufficient_evidence": "it does not state what is asked: {missing}",
        "context_clarification": "asked back, for the conversation was about several things",
        "metadata_ambiguity_clarification": "asked back, for several cards fit the names",
    },
)

_KO = UnderstoodWords(
    heading="질문을 어떻게 읽었나요?",
    query_types={
        "single": "한 가지를 묻는 질문으로 읽었습니다.",
        "follow_up": "앞 질문에 이어지는 질문으로 읽었습니다.",
        "comparison": "비교하는 질문으로 읽었습니다.",
    },
    carry="이어받기: {decision}.",
    carried="앞 질문:",
    searched="실제로 찾은 글:",
    values="금액과 날짜의 값을 붙이면:",
    not_recorded="이전 버전의 답변이라 질문에 나온 이름이 기록되지 않았습니다.",
    unknown="‘{agency}’에 관한 카드는 없습니다.",
    too_close="이름이 나온 여러 카드를 가릴 수 없습니다.",
    names_table=("이름", "점수", "표기", "찾은 방법"),
    how={
        "found": "그대로 나옴",
        "whole-word": "한 낱말로 나옴",
        "all-words": "모든 낱말이 따로 나옴",
        "alike": "비슷한 표기 (100점 중 {likeness}점)",
    },
    cards="이름이 나온 카드 {left}장, 다른 기관이라 막은 카드 {barred}장",
    cards_table=("카드", "이름"),
    left="나옴",
    barred="막음",
    plan="카드 {cards}장을 보여 줄 계획입니다.",
    lent="대화에서 이어받은 이름: {names}",
    attempts="이름으로 좁힌 단계",
    attempts_table=("단계", "이름", "남은 카드", "보여 준 카드", "부족한 까닭"),
    stages={"strict": "확실한 이름", "reduced": "유력한 이름", "relaxed": "거르지 않음"},
    check="근거 확인: {status}",
    checks={
        "verified": "물어본 내용을 담고 있습니다",
        "partial_topic_grounding": "물어본 내용의 일부만 담고 있습니다. 없는 것: {missing}",
        "partial_comparison": "비교할 대상의 일부만 담고 있습니다. 없는 것: {missing}",
        "insufficient_evidence": "물어본 내용이 적혀 있지 않습니다: {missing}",
        "context_clarification": "대화에 나온 대상이 여럿이라 되물었습니다",
        "metadata_ambiguity_clarification": "이름에 맞는 카드가 여럿이라 되물었습니다",
    },
)

_ZH = UnderstoodWords(
    heading="问题是怎样理解的",
    query_types={
        "single": "理解为单一的问题。",
        "follow_up": "理解为承接上文的问题。",
        "comparison": "理解为比较。",
    },
    carry="承接上文：{decision}。",
    carried="之前的问题：",
    searched="实际检索的文字：",
    values="附上金额和日期的数值：",
    not_recorded="这是旧版本的回答，没有记录问题中的名称。",
    unknown="没有关于机构“{agency}”的卡片。",
    too_close="点名的几张卡片难以区分。",
    names_table=("名称", "得分", "写法", "如何找到"),
    how={
        "found": "原样出现",
        "whole-word": "作为单独的词出现",
        "all-words": "各词分别出现",
        "alike": "写法相近（满分 100，得 {likeness}）",
    },
    cards="点名的卡片 {left} 张；因属于其他机构而排除 {barred} 张。",
    cards_table=("卡片", "名称"),
    left="点名",
    barred="排除",
    plan="计划展示 {cards} 张卡片。",
    lent="承接自对话的名称：{names}。",
    attempts="按名称筛选的各阶段",
    attempts_table=("阶段", "名称", "剩余卡片", "展示", "为何不够"),
    stages={"strict": "确定的名称", "reduced": "可能的名称", "relaxed": "不筛选"},
    check="证据核对：{status}",
    checks={
        "verified": "说明了所问的内容",
        "partial_topic_grounding": "只说明了一部分；缺少：{missing}",
        "partial_comparison": "只说明了部分比较对象；缺少：{missing}",
        "insufficient_evidence": "没有写明所问的内容：{missing}",
        "context_clarification": "对话涉及多个对象，已反问",
        "metadata_ambiguity_clarification": "有多张卡片符合名称，已反问",
    },
)
