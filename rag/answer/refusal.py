"""What is said instead of an answer, in the language of the bundle or of the question."""

from collections.abc import Mapping, Sequence
from typing import Literal

from rag.types import Language, Status

_WORDS: Mapping[Language, Mapping[Status, str]] = {
    "en": {
        "empty_question": "Nothing was asked yet. Please write your question in a few words.",
        "no_candidate": "I don't know: no card shares anything with this question. The official site can help.",
        "low_confidence": (
            "I don't know: the cards I have do not prove an answer to this question well enough. "
            "The nearest cards and the official site are below."
        ),
        "insufficient_evidence": (
            "The cards do not state what is asked for. The nearest cards and the official site are below."
        ),
        "context_clarification": "Which one do you mean? Please choose, or ask with its name.",
        "metadata_ambiguity_clarification": "Several cards fit the names in this question. Which one do you mean?",
        "ambiguous": "This could mean several things. Which of these do you mean?",
        "declined": "The cards I found do not hold the answer. They and the official site are below.",
        "model_failure": "The answer could not be written. The cards that were found are below.",
        "referred": "I cannot look that up. The official channel below can.",
    },
    "ko": {
        "empty_question": "아직 질문이 없습니다. 궁금한 점을 몇 마디로 적어 주세요.",
        "no_candidate": "답할 수 없습니다. 이 질문과 겹치는 카드가 없습니다. 공식 누리집을 확인해 주세요.",
        "low_confidence": (
            "답할 수 없습니다. 가지고 있는 카드로는 이 질문의 답을 충분히 뒷받침하지 못합니다. "
            "가장 가까운 카드와 공식 누리집을 아래에 적었습니다."
        ),
        "insufficient_evidence": (
            "카드에는 물어보신 내용이 적혀 있지 않습니다. 가장 가까운 카드와 공식 누리집을 아래에 적었습니다."
        ),
        "context_clarification": "어느 것을 말씀하시나요? 아래에서 고르거나 이름을 넣어 다시 물어 주세요.",
        "metadata_ambiguity_clarification": "질문에 나온 이름에 맞는 카드가 여럿입니다. 어느 것을 묻는 것인가요?",
        "ambiguous": "여러 뜻으로 읽힙니다. 아래 가운데 어느 것을 묻는 것인가요?",
        "declined": "찾은 카드에는 답이 들어 있지 않습니다. 카드와 공식 누리집을 아래에 적었습니다.",
        "model_failure": "답변을 작성하지 못했습니다. 찾은 카드는 아래에 있습니다.",
        "referred": "제가 조회할 수 없는 내용입니다. 아래 공식 창구에 문의해 주세요.",
    },
    "zh": {
        "empty_question": "还没有收到问题。请用几句话写下您想问的事。",
        "no_candidate": "无法回答：没有与这个问题相关的卡片。请查看官方网站。",
        "low_confidence": "无法回答：现有卡片不足以证明这个问题的答案。最接近的卡片和官方网站列在下面。",
        "insufficient_evidence": "卡片中没有写明您问的内容。最接近的卡片和官方网站列在下面。",
        "context_clarification": "您指的是哪一个？请在下面选择，或写明名称再问一次。",
        "metadata_ambiguity_clarification": "有多张卡片符合问题中的名称。您指的是哪一张？",
        "ambiguous": "这个问题可能有几种意思。您指的是下面哪一个？",
        "declined": "找到的卡片中没有答案。卡片和官方网站列在下面。",
        "model_failure": "未能写出答案。找到的卡片列在下面。",
        "referred": "这一项我无法查询，请联系下面的官方渠道。",
    },
}


_REFERRED: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "parcel": (
            "Sorry, I cannot look up a parcel: I only have cards with rules, no tracking data. "
            "Please ask through the official channel below. Numbers are not kept."
        ),
        "quote": (
            "Sorry, I cannot quote a price for sending something: it depends on carrier, route and weight. "
            "Please ask through the official channel below."
        ),
        "case": (
            "Sorry, I cannot see anyone's application or personal data. Please ask the office through the official "
            "channel below, and do not write case or identity numbers here."
        ),
    },
    "ko": {
        "parcel": (
            "죄송하지만 우편물이 어디 있는지는 조회할 수 없습니다. 저는 규정이 적힌 카드만 가지고 있습니다. "
            "아래 공식 창구에서 조회해 주세요. 번호는 저장하지 않습니다."
        ),
        "quote": (
            "죄송하지만 운송 요금은 견적해 드릴 수 없습니다. 업체와 구간, 무게에 따라 다르므로 "
            "아래 공식 창구에 문의해 주세요."
        ),
        "case": (
            "죄송하지만 개인의 신청 내용이나 진행 상황은 볼 수 없습니다. 아래 공식 창구에 문의해 주시고, "
            "접수번호나 신분증 번호는 여기에 적지 마세요."
        ),
    },
    "zh": {
        "parcel": (
            "抱歉，我无法查询邮件或快递的位置：我只有写着规定的卡片，没有物流数据。"
            "请通过下面的官方渠道查询。单号不会保存。"
        ),
        "quote": "抱歉，我无法报运费：价格取决于公司、路线和重量。请通过下面的官方渠道询价。",
        "case": (
            "抱歉，我看不到任何人的申请或个人信息。请通过下面的官方渠道询问办理机关，不要在这里填写受理号或证件号。"
        ),
    },
}


def referred(kind: Literal["parcel", "quote", "case"], language: Language) -> str:
    """Return the sentences for what only an office can look up."""
    return _REFERRED[language][kind]


_PARTIAL: Mapping[Language, str] = {
    "en": "The cards say nothing about: {missing}.",
    "ko": "카드에 없는 내용: {missing}",
    "zh": "卡片中没有关于以下内容的说明：{missing}。",
}


def partial_note(missing: Sequence[str], language: Language) -> str:
    """Return the sentence that closes an answer which leaves something out; it names what."""
    return _PARTIAL[language].format(missing=", ".join(missing))


def refusal(status: Status, language: Language) -> str:
    """Return the sentence for a status under which a search answers nothing."""
    return _WORDS[language][status]
