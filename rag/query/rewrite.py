"""Tells a request to say the last answer again in other words: shorter, simpler, more politely, in another language."""

import re

from rag.text.normalise import normalise

MOST_CHARS = 160
"""A longer message brings matter of its own."""

# English: an order at the start of a clause, what it is about, how it should sound.
_EN_LEAD = (
    r"(?:^|[.,;:!]\s*|\band\s+|\bbut\s+)(?:(?:please|pls|now|ok|okay|hey|hmm|just|sorry|so|then|well)[, ]+)*"
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |maybe |just |also )*"
    r"|i(?:'d| would) like you to |i want you to |would you mind |(?:please|pls) )?"
)
_EN_ABOUT = (
    r"(?:it|that|this|them|everything|all (?:of )?(?:it|that|this)|the above|what you (?:just )?(?:said|wrote)"
    r"|(?:your|the|that|this) (?:(?:last|previous|latest|whole|above) )?(?:answers?|repl(?:y|ies)|response|message"
    r"|explanation|text))"
)
_EN_STYLE = (
    r"(?:(?:much |a (?:bit|little) |even |in )?(?:more |less )?(?:shorter|simpler|simply|briefly|brief|short|politely"
    r"|polite|formally|formal"
    r"|informally|nicely|clearer|clearly|concise|concisely|friendlier|easier|casual|casually)"
    r"|(?:in|into|as|to) (?:(?:one|two|three|a|a few|fewer|\d) (?:single )?(?:short )?(?:sentences?|lines?|words?"
    r"|paragraphs?|lists?|bullets?|bullet points?|tables?|email)"
    r"|(?:plain|simple|easy|other|fewer|different|bullet|proper|good) ?(?:points?|english|words|language|terms"
    r"|korean|chinese)?"
    r"|(?:english|korean|chinese|french|spanish|japanese|german))|again|once more|differently|another way"
    r"|like i'?m (?:five|5))"
)
_EN_PURE = r"(?:summari[sz]e|shorten|rephrase|reword|rewrite|paraphrase|simplify|translate|condense|repeat|proofread)"
_EN_WEAK = r"(?:say|write|put|explain|phrase|word|make|give|tell|turn|keep|express)(?: me)?"
_EN = re.compile(
    rf"{_EN_LEAD}(?:{_EN_PURE}(?: {_EN_ABOUT}(?![a-z])|(?: {_EN_STYLE})?(?: please| pls)?\W*$)"
    rf"|(?:give|write|make|send)(?: me)? an? (?:shorter|simpler|clearer|summary)|sum (?:it|that|this) up\b"
    rf"|{_EN_WEAK} {_EN_ABOUT} (?:sound )?{_EN_STYLE}(?![a-z]))"
    rf"|^(?:(?:that's |it's |that is |this is )?(?:way |far |much )?too (?:long|complicated|formal|hard)\W+)?"
    rf"(?:{_EN_STYLE}|tl;?dr|(?:a )?(?:shorter|simpler) (?:version|answer)|(?:a )?summary)(?: please| pls)?\W*$"
)
_EN_FACT = re.compile(
    r"\b(?:how (?:much|many|long)|when|where|who|why|which|fee|cost|deadline|what (?:is|are|about|does|do|if))\b"
)

# Korean and Chinese: a verb of rewriting, or a way to sound with any verb of saying; nothing else but what points back.
_KO_PLEASE = (
    r" ?(?:줘요?|주세요|주십시오|주실래요|주실 ?수 ?있(?:나요|어요|을까요|습니까)|줄래요?|줄 ?수 ?있(?:어요?|나요"
    r"|니|을까요?)"
    r"|주라|달라|봐요?|봐 ?줘요?|부탁(?:해요?|드려요|드립니다|드릴게요|합니다)|바랍니다|주시겠어요"
    r"|주시면 ?(?:좋겠어요|감사하겠습니다))"
)
_KO_PURE = re.compile(
    rf"(?:(?:요약|정리|축약|번역|의역)(?: ?좀)?(?:해)?|줄여(?:서)?|다시 ?(?:한 ?번 ?)?(?:써|적어|말해|말씀해|설명해"
    rf"|얘기해))(?: ?좀)?{_KO_PLEASE}"
)
_KO_WEAK = re.compile(
    rf"(?:바꿔|바꾸어|고쳐|다듬어|옮겨|써|적어|말해|말씀해|설명해|얘기해|알려|만들어|풀어|해)(?:서)?(?: ?(?:좀|써"
    rf"|말해))?{_KO_PLEASE}"
)
_KO_STYLE = re.compile(
    r"(?:한|두|세|[1-9]) ?(?:줄|문장|마디)(?:으?로|만)?|(?:더|좀|조금|아주)? ?(?:짧게|간단하?히|간단하게|간략하?게"
    r"|간략히|쉽게|공손하?게|공손히|정중하?게|정중히"
    r"|친절하게|부드럽게|편하게)|쉬운 ?(?:말|단어)로|(?:요점|핵심|결론)만|격식 ?(?:체|있게)(?:로)?|(?:존댓말|반말"
    r"|높임말|구어체|문어체)로"
    r"|(?:영어|한국어|한글|중국어|일본어|우리말)로|표(?:로| ?말고)|목록(?:으로| ?말고)|다른 ?말로|풀어서"
)
_KO_BACK = re.compile(
    r"방금(?: ?전)?|아까|조금 ?전|지금까지|위(?:의|에|에서)? ?(?=내용|답|글|설명)|그거|그걸|이거|이걸|그 ?(?:내용"
    r"|말)|이 ?(?:내용|말)"
    r"|(?:마지막|지난|이전|앞(?:의|선)?) ?설명|답변(?!서|자)|대답|답(?!변|안)|말(?:한|씀하신|해 ?준) ?(?:거|것|내용)?"
)
_KO_REST = re.compile(
    r"너무|문장|글|표현|좀|조금|더|다시|한 ?번|길어(?:요|서)?|길다|어려워(?:요|서)?|어렵(?:네요|다)"
    r"|복잡해(?:요|서)?|이해가"
    r"|안 ?(?:돼요|가요|되네요)|(?:을|를|은|는|이|가|도|만|로|요)(?=\s|$)"
)
_KO_FACT = re.compile(r"얼마|언제|어디|며칠|무엇|무슨|누구|왜|수수료|기한|전화")

_ZH_PURE = re.compile(
    r"总结|概括|归纳|缩短|简化|精简|浓缩|改写|重写|润色|翻译|(?:换|改)(?:个|一个|种|一种)?(?:说法|方式)|再(?:说|讲"
    r"|解释|写|复述)(?:一)?(?:遍|次|下)"
    r"|重新(?:说|讲|写|组织|解释)|总結|翻譯|再說一遍"
)
_ZH_WEAK = re.compile(r"换(?:成|个)?|说法|说|讲|写|解释|说明|翻成|译成|改成|表达|整理|变|講|說|寫")
_ZH_STYLE = re.compile(
    r"(?:简|精)?短(?:一)?[点些]|简短|简单(?:一)?[点些]?|简洁(?:一)?[点些]?|说人话|通俗(?:易懂)?(?:一)?[点些]?"
    r"|(?:大)?白话"
    r"|(?:一|两|几|三|[1-9])句话?"
    r"|(?:礼貌|客气|正式|清楚|容易懂|好懂|口语)(?:一)?[点些]?|(?:用|成)?(?:英文|英语|中文|韩语|韩文|日语|繁体)|列表"
    r"|表格|要点"
    r"|(?:太|别|不要)(?:那么|这么)?(?:长|官方|复杂|啰嗦|难懂|正式|绕)"
)
_ZH_BACK = re.compile(
    r"刚才|刚刚|上面|上(?:一)?(?:条|个|次|段)|前面|以上|你(?:刚)?(?:说|讲|写)的|那段|这段|(?:这|那|上|你)(?:个|的"
    r"|条)?(?:回答|答案|答复|话|内容)|(?:回答|答案|答复|内容)"
)
_ZH_REST = re.compile(
    r"请|帮(?:我|忙)?|麻烦|能不能|可不可以|能否|可以|能|一下|一遍"
    r"|[吗吧呢啊把再用我你给的得地了就更多很那这听懂没成要都来还有点些]|看不懂|听不懂"
)


def asks_to_rewrite(message: str) -> bool:
    """Tell whether a message wants the last answer in other words and nothing else. Linear in its length."""
    text = normalise(message)
    if not text or len(text) > MOST_CHARS:
        return False
    return _english(text) or _korean(text) or _chinese(text)


def _english(text: str) -> bool:
    return _EN.search(text) is not None and _EN_FACT.search(text) is None


def _korean(text: str) -> bool:
    styled = _KO_STYLE.search(text) is not None
    if _KO_FACT.search(text):
        return False
    if not _KO_PURE.search(text) and not (styled and _KO_WEAK.search(text)):
        return styled and not _left(text, (_KO_BACK, _KO_STYLE, _KO_REST))
    return _KO_BACK.search(text) is not None or not _left(text, (_KO_PURE, _KO_STYLE, _KO_WEAK, _KO_REST))


def _chinese(text: str) -> bool:
    styled = _ZH_STYLE.search(text) is not None
    if not styled and not _ZH_PURE.search(text):
        return False
    return not _left(text, (_ZH_BACK, _ZH_PURE, _ZH_STYLE, _ZH_WEAK, _ZH_REST))


def _left(text: str, known: tuple[re.Pattern[str], ...]) -> str:
    """Return the letters that remain once all known pieces are taken out."""
    for pattern in known:
        text = pattern.sub(" ", text)
    return re.sub(r"[\W\d_]", "", text)
