"""Tells greetings, thanks and goodbyes, in three languages, from messages that ask something."""

import re
from typing import Literal

from rag.text.normalise import normalise

SmallTalk = Literal["greeting", "thanks", "goodbye"]

MOST_CHARS = 120
"""A longer message says more than a greeting, whatever it begins with."""

_BETWEEN = re.compile(r"[\W_]*")
"""What may stand between two phrases: blanks, punctuation, emoji."""

_GOODBYE = (
    r"(?:good)?bye(?: ?bye)?|see (?:you|ya)(?: (?:later|soon|around|tomorrow))?|cya|good ?night|take care"
    r"|have a (?:nice|good|great|lovely) (?:day|one|evening|weekend|night)|farewell"
    r"|안녕히 ?(?:계세요|계십시오|가세요|주무세요)"
    r"|수고 ?(?:하세요|하십시오|하셨어요|하셨습니다|많으셨습니다|해요|하셔요|염|요)?"
    r"|고생 ?(?:하셨어요|하셨습니다|하세요|많으셨습니다)|잘 ?(?:있어요|가요|가|자요|자)"
    r"|(?:다음에|나중에|내일) ?(?:또 ?)?(?:올게요|봐요|봬요|뵐게요|뵙겠습니다|만나요)"
    r"|또 ?(?:올게요|봐요|오겠습니다)|바이(?:바이)?|ㅂㅂ|ㅂㅇ|(?:그럼 ?)?이만(?: ?가볼게요| ?가보겠습니다)?"
    r"|좋은 ?(?:하루|밤|주말|저녁) ?(?:되세요|보내세요|보내십시오|보내)|再见|再見|拜拜了?|回头见|下次见|明天见|晚安"
    r"|先这样吧?|(?:祝你?)?一切顺利|들어가세요|들어가십시오|안녕히"
    r"|(?:좋은|즐거운) ?(?:하루|밤|주말|저녁)(?:요|이요)?|(?:다음|나중)에 ?(?:봐|뵈어요)|回见|走了|下了|拜"
)
_THANKS = (
    r"(?:many |ok |okay )?thanks?(?: you)?(?: (?:so|very) much| a (?:lot|million|bunch)| again)?|thank ?(?:you|u)"
    r"|thx|ty|cheers|(?:much |really )?appreciated?(?: it)?|i appreciate (?:it|that|your help)"
    r"|you(?: are|'re| have) (?:been )?(?:so |very |really )?(?:great|helpful|kind|the best|awesome)"
    r"|(?:that|this|it)(?:'s| is| was| has)?(?: been)?(?: really| very| so| super)?"
    r" (?:helped|helps|helpful|useful|great|perfect|all)"
    r"|great|perfect|good|okay|ok|k|got it|gotcha|i see|understood|i understand|cool|nice|awesome|lovely|excellent"
    r"|all good|no (?:problem|worries)|sounds good|(?:problem )?solved"
    r"|(?:very |so |all |much |crystal |that's )?(?:clear(?:er)?|helpful)(?: now)?"
    r"|(?:정말 |너무 |매우 |대단히 )?감사(?:합니다|해요|드립니다|드려요|했습니다|했어요|염|함다)?"
    r"|고마(?:워요?|웠어요|웠습니다)|고맙(?:습니다|네요?|다)|땡큐|ㄱㅅ|ㄳ"
    r"|덕분에(?: ?잘)?(?: ?(?:해결|처리|이해)(?:됐|되었|했)(?:어요|습니다|네요))?"
    r"|잘 ?(?:해결됐|해결되었|해결했|됐|되었|풀렸)(?:어요|습니다|네요)"
    r"|(?:잘 ?)?(?:알겠|알았)(?:습니다|어요?|네요|어)"
    r"|(?:많은 ?|큰 ?)?도움(?:이|이 많이| 많이)? ?(?:됐|되었|됬)(?:어요|습니다|네요)"
    r"|(?:잘 ?|다 ?)?이해(?:했|됐|되었)(?:어요|습니다|네요)|(?:아 ?)?(?:그렇군요|그렇구나|그렇네요)|네+|넵|넹|예"
    r"|ㅇㅋ|오케이|좋(?:아요|네요|습니다)|최고(?:예요|에요|네요|입니다)|친절하(?:시네요|네요)"
    r"|(?:非常|十分|太|真是|真的)?(?:谢谢|感谢|謝謝|感謝)(?:解答|指点|回复|告知|帮忙|帮助|耐心|提醒)?(?:你们?|您|啦|了|哦|呀|大家)*"
    r"|多谢(?:了|啦)?|辛苦(?:你|您)?(?:了|啦)|(?:真是|可)?帮(?:了)?(?:我)?(?:个)?大忙(?:了|啦)?|很?有(?:帮助|用)"
    r"|太好了|太棒了|(?:我)?(?:明白|知道|懂|了解|清楚|会)(?:了|啦|哒)?|收到|好(?:的|吧|嘞|呀)?|行|嗯+"
    r"|(?:问题|都)?(?:已经)?解决(?:了|啦)|没问题(?:了|啦)?|没事(?:了|啦)?"
    r"|没(?:有)?(?:别的|其他)?(?:的)?(?:问题|事)了|ok|brilliant|amazing|wonderful|fantastic|super|neat|sweet"
    r"|splendid|superb|much obliged|you (?:saved|made) my (?:day|life)"
    r"|you(?:'re| are) (?:a )?(?:star|lifesaver|legend|life saver|gem)"
    r"|(?:good|great|nice) (?:job|work|answer|to know)|well done|that works|will do|noted|감사용|감사히|ㄱㅅㄱㅅ"
    r"|굿+|굳+|잘 ?(?:봤|읽었|들었|배웠|처리됐)(?:어요|습니다)|(?:정말 |큰 )?힘이 ?(?:됐|되었)(?:어요|습니다)"
    r"|확인(?:했|하였)(?:어요|습니다)|谢了|谢咯|好滴|好嘞|行吧|可以了|妥了"
    r"|(?:很|非常|说得很|讲得很)(?:清楚|详细|明白|好|棒)|厉害|不错|辛苦|没毛病"
)
_GREETING = (
    r"good (?:morning|afternoon|evening|day)|(?:hi+|hey+|hello+|hallo|hiya|heya|yo|howdy|greetings|morning|hola)"
    r"|(?:is )?(?:there )?(?:any|some)(?:body|one)(?: (?:there|here|home|around|available|(?:i can|to) talk to))?"
    r"|are you (?:there|here|real|a bot|human|a robot)|how are you(?: doing)?(?: today)?|how(?:'s| is) it going"
    r"|what'?s up|sup|nice to meet you|pleased to meet you|who are you|what are you|what is this"
    r"|what can (?:you do|i ask(?: you)?|you help (?:me )?with)|can (?:you|u) help(?: me)?"
    r"|i need(?: some| your)? help|help(?: me)?|i have (?:a|some|one) questions?"
    r"|(?:can|may|could) i ask(?: you)?(?: a question| something)?|i(?:'m| am) new(?: here| to this)?"
    r"|(?:this is )?my first time(?: here| using this)?|first time (?:here|user|using this)"
    r"|안녕(?:하세요|하십니까|하신가요|하셔요|하심까|요)?|안뇽|ㅎㅇ|하이(?:요|루)?|헬로우?|여보세요"
    r"|반가(?:워요|워|웠어요)|반갑습니다|처음 ?뵙겠습니다|좋은 ?(?:아침|저녁|오후|점심)(?:이에요|입니다|이네요)?"
    r"|(?:거기 ?|여기 ?)?(?:(?:누구|아무도|누가) ?(?:있어요|있나요|없나요|없어요|계세요)|계세요|계신가요|계십니까)"
    r"|(?:넌|너는?|당신은?|니가|여기는?)? ?"
    r"(?:누구세요|누구야|누구니|누구신가요|뭐야|뭐 하는 ?(?:거|곳)(?:예요|에요|야|인가요))"
    r"|(?:뭐|뭘|무엇을|무슨 ?걸?) ?(?:할 ?수|물어볼 ?수|도와줄 ?수|물어봐도)? ?"
    r"(?:있어요?|있나요|있니|돼요|되나요|물어볼까요)"
    r"|도와 ?(?:주세요|주실 ?수 ?있나요|줘요?)|도움이 ?필요(?:해요|합니다)"
    r"|(?:질문|궁금한 ?(?:거|게|것이?|점이?))(?:이)? ?(?:있어요|있습니다|있는데요?|하나요?)"
    r"|질문 ?(?:좀 ?)?(?:해도|할게요|드려도)? ?(?:되나요|돼요|될까요|하나만요|드립니다|좀요)?"
    r"|(?:여기 ?)?처음 ?(?:써|와|이용해|사용해)? ?"
    r"(?:봐요|봅니다|봤어요|왔어요|왔습니다|이용합니다|이에요|입니다|인데요?)"
    r"|(?:你|您|妳|大家)好|哈[喽啰罗]|嗨|喂|(?:早上|上午|中午|下午|晚上)好|早安?"
    r"|(?:有人)?在(?:吗|嗎|么|不在|不|线吗)|有人(?:吗|嗎|么)|你(?:是|叫)(?:谁|什么|啥|机器人吗)"
    r"|你(?:能|会|可以)(?:做|干|帮我)?(?:些|点)?(?:什么|啥|做什么)|(?:我)?(?:可以|能)?问(?:你|些|点)?(?:什么|啥)"
    r"|(?:我)?(?:想|要)?(?:请问|问)(?:一下|个问题|你)?|(?:我)?有(?:个|一个|点)?(?:问题|事)(?:想问|要问)?(?:一下)?"
    r"|帮帮我|(?:我)?需要(?:帮助|帮忙)|(?:我是)?第一次(?:来|用|使用)(?:这里|这个)?|我是新(?:来的|用户|手)"
    r"|打扰(?:一下|了)|幸会|what (?:are you able to do|do you (?:do|know)|is this (?:for|about)?)"
    r"|how does (?:this|it) work|how do i use (?:this|you|it)|잘 ?부탁(?:드립니다|드려요|드릴게요|해요|합니다)"
    r"|문의(?:드립니다|드려요|드릴게요|가 있습니다|가 있어요| ?좀 ?드릴게요)|굿모닝"
    r"|뭐 ?하는 ?(?:곳|데)(?:이에요|인가요|예요)|(?:这|你)(?:是)?(?:干什么|做什么|干嘛)(?:的)?|怎么用"
    r"|(?:能|可以)(?:咨询|请教)(?:一下)?|吃了吗"
)
_FILLER = (
    r"there|everyone|everybody|all|again|team|touchstone|bot|assistant|sir|madam|mate|guys|folks|friend|so|very"
    r"|really|just|please|pls|and|oh|ah|wow|well"
    r"|for (?:your|the|all your|all the)(?: [a-z]+)? "
    r"(?:help|time|answers?|patience|repl(?:y|ies)|explanation|info|information|response)"
    r"|for (?:that|this|everything|helping(?: me)?|now)|to you(?: all)?|today|a lot|much|now|then|yes|yep|yeah"
    r"|everything|that's all|정말|진짜|너무|많이|매우|아주|대단히|항상|늘|다들|여러분|선생님|상담사님?|챗봇|저기요?"
    r"|저는?|아+|오+|와+|우와|음+|그럼|이제|모두|역시"
    r"|(?:빠른 ?|친절한 ?|좋은 ?|자세한 ?)?(?:답변|설명|안내)(?:해 ?주셔서|해 ?주신 ?덕분에| ?덕분에|도| ?정말)?"
    r"|(?:도와|알려|가르쳐) ?(?:주셔서|줘서|주신 덕분에)|덕분에|오늘도?|요"
    # letters of laughter and tears, as `normalise` leaves them
    r"|[\u1112\u110f\u1172\u116e]+"
    r"|[啊呀哦呢吧啦了的哈嘛哟诶喔]+|非常|真的|很|太|(?:您|你)?(?:们)?的(?:帮助|帮忙|解答|回答|回复|耐心)|朋友|客服"
    r"|亲+|老师|您|你|那|今天|都|先|麻烦|请|혹시|매번|항상|늘|덕택에|(?:오늘|아까|방금)(?:도|은)?|님|쌤"
)

_PHRASES = tuple(
    (kind, re.compile(rf"(?:{normalise(pattern)})(?![a-z0-9])"))
    for kind, pattern in (("goodbye", _GOODBYE), ("thanks", _THANKS), ("greeting", _GREETING), ("", _FILLER))
)
"""Goodbyes before greetings: 안녕히 계세요 begins like 안녕."""

_INTRODUCES = re.compile(r"[^?？]{0,40}처음[^?？]{0,30}(?:입니다|이에요|예요|인데요|봐요|봅니다|됐어요|왔어요)")
_ASKS = re.compile(r"어떻게|얼마|언제|어디|무엇|무슨|뭐|뭘|몇|되나요|돼요|나요|까요|싶|주세요|알려|가요|필요")


def small_talk(message: str) -> SmallTalk | None:
    """Return what a message is that says nothing else; None when anything of it is left, or it is too long.

    A greeting before a question is therefore a question. Linear in the length of the message.
    """
    text = normalise(message)
    if len(text) > MOST_CHARS:
        return None
    kinds: set[str] = set()
    at = _skip(text, 0)
    while at < len(text):
        ends, kind = max(_matches(text, at), default=(at, ""))
        if ends == at:
            return "greeting" if "greeting" in kinds and _introduces(text[at:]) else None
        kinds.add(kind)
        at = _skip(text, ends)
    if "greeting" in kinds:
        return "greeting"
    if "thanks" in kinds:
        return "thanks"
    return "goodbye" if "goodbye" in kinds else None


def _matches(text: str, at: int) -> list[tuple[int, str]]:
    found = ((pattern.match(text, at), kind) for kind, pattern in _PHRASES)
    return [(match.end(), kind) for match, kind in found if match is not None]


def _skip(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _introduces(rest: str) -> bool:
    """Tell whether what follows a greeting says only who is speaking: 입찰 처음 해보는 업체입니다."""
    return _INTRODUCES.fullmatch(rest.rstrip(" .!~^")) is not None and _ASKS.search(rest) is None
