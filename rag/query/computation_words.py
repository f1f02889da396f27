"""The words by which people ask for a date, a number of days, a time or their CRS score, in the three languages."""

import re

from rag.query.slots import DATE, PLACE, SPAN, TILL, TIME

_EN = """
a about actually add ago ahead after again am an and another any are as at back be been before between by
calendar calculate can come comes compute convert converted could count counting current currently date day days
deadline do does due earlier end ends exact exactly expire expires fall falls find following for from full
future get give go got has have hello hey hi how i if in into is it it's its just kindly know landing lands last
later left lie lies like local long many may me minus moment need next now number of off ok okay on or our out
over passed past place plain please plus prior quick remaining right say since so starting starts subtract tell
thank thanks that the then there these they this till time time's to today's total until up us want was we week
weekday were what what's whats when when's which will with work would year you your zone
"""
_KO = """
까지는 까지의 까지 부터는 부터 로부터 으로부터 에서는 에서 사이가 사이는 사이의 사이에 사이 동안 기준으로 기준
날로부터 날부터 몇월며칠 몇 월 며칠 몇일 일 언제쯤 언제 무슨 요일 날짜 날수 일수 기간 뒤에는 뒤에 뒤는 뒤가 뒤면
뒤 후에는 후에 후는 후면 후 이후 전에는 전에 전은 전이면 전 지나면 지난 되는 날은 날이 날 정확히 총 모두 전부 딱
남았는지 남았나요 남았어요 남았죠 남았지 남았어 남은 남았 남아 시 시각 시간으로는 시간으로 시간 현지 지금 현재
알려주세요 알려줘요 알려줘 알려 주세요 주실래요 계산해주세요 계산해줘 계산해 계산 좀 셀 세어 세면 이에요 예요
이예요 인가요 인지요 인지 이죠 이지 죠 지요 입니까 입니다 이야 야 인데 이나 나요 되나요 돼요 될까요 되요 되죠
됩니까 걸려요 걸리나요 있어요 있나요 있지 있는지 궁금해요 궁금합니다 해요 해 요 그러면 그럼 혹시 저기 안녕하세요
더하면 더한 빼면 뺀 하고 이랑 랑 그곳 거기 은 는 이 가 을 를 의 에 와 과 로 으로 면 도 만 때
"""
_ZH = """
请问 请 帮我 帮忙 麻烦 告诉我 告诉 我想知道 想知道 知道 计算一下 算一下 计算 算算 算 一下 一共 总共 总计 共 相差
相隔 间隔 之间 中间 期间 隔了 隔 差 从 自 起算 算起 开始 起 到 至 和 与 跟 距离 距 离 还有 还剩 剩下 剩 再过
过了 过 往后 往前 推 加上 加 减去 减 之后 以后 后 之前 以前 前 是几月几号 几月几号 几月几日 几号 几日 哪一天
哪天 多少号 什么日子 什么时候 星期几 周几 礼拜几 日期 多少天 几天 多少日 天数 多长时间 多久 几点钟 几点 几时
什么时间 时间 当地 那边 那里 现在 目前 当前 换算 换成 相当于 等于 对应 应该 会 就 的话 时 的 是 在 为 有 了 呢
啊 吗 吧 呀 哪 那 如果 要是 那么 您好 你好 谢谢 天
"""


def _pieces(text: str) -> str:
    return "|".join(re.escape(word) for word in sorted(text.split(), key=len, reverse=True))


FILLER = re.compile(
    rf"(?<={DATE})'s|[{DATE}{TILL}{SPAN}{TIME}{PLACE}\s.,;:!?~+'\"()。，、；：！？～“”…-]"
    rf"|(?<![a-z'])(?:{_pieces(_EN)})(?![a-z'])|{_pieces(_KO)}|{_pieces(_ZH)}"
)
"""One piece that may stand in a question for a date, a number of days or a time; longer pieces are tried first."""

DATE_ASKED = re.compile(
    r"\b(?:what|which|when|date|day)\b|며칠|몇 ?일|언제|요일|날짜"
    r"|几号|几日|几月|哪一?天|什么时候|日期|星期几|周几|多少号"
)
ON = re.compile(
    rf"\b(?:from|after|since|plus|add|following|later|past|in|count)\b|\+|{SPAN} ?(?:뒤|후|이후|지나|되는|더)"
    rf"|[过起加后]|{SPAN} ?(?:之后|以后|后)"
)
BACK = re.compile(
    rf"{SPAN} (?:before|prior|ago|earlier|ahead of|back)\b|(?:minus|subtract|-) ?{SPAN}|{SPAN} ?(?:전|빼|뺀)"
    rf"|{SPAN} ?[之以]?前|(?:往前|减去?) ?(?:推)? ?{SPAN}"
)
DAYS_ASKED = re.compile(
    r"how many (?:\w+ )?days|number of (?:\w+ )?days|\bdays (?:between|until|till|from|left|to)\b|count (?:the )?days"
    r"|며칠|몇 ?일|날수|일수|多少天|几天|多少日|天数"
)
UNTIL = re.compile(r"\b(?:until|till|before|left|remaining|to)\b|까지|남|[离距到]|还有|还剩")
NOW_ASKED = re.compile(
    rf"\btime\b|{DATE}'s date|\b(?:date|day) (?:is it|today|{DATE})|몇 ?시|시각|시간|"
    rf"{DATE}[은이 ]{{0,2}}(?:며칠|몇 ?월|날짜|무슨 ?요일)"
    rf"|几点|几时|什么时间|时间|{DATE}是?(?:几号|几月|星期几|周几|日期)"
)
TIME_ASKED = re.compile(r"\b(?:time|what|convert|in)\b|몇 ?시|시간|시각|几点|几时|时间")
LAST_DAY_ASKED = re.compile(
    r"\blast (?:day|date)\b|\bdeadline\b|\bby (?:when|what|which)\b|\buntil when\b|\blatest\b|\bdue\b"
    r"|\bwhen (?:do|does|must|should|can|is|will)\b|\bwhat (?:date|day)\b"
    r"|마감|(?:며칠|몇 ?일|언제|날)까지|늦어도|기한|만료|며칠"
    r"|(?:哪一?天|几号|几月几[日号]|什么时候)(?:为止|截止|之?前|到期|过期)?|截止|最晚|最迟|为止|到期"
)
"""Asks for the day on which something ends."""

HOUR_ASKED = re.compile(r"\bwhat time\b|몇 ?시|几点")
"""Asks for the time of day a card states, not for a day to be counted."""

CRS = re.compile(
    r"\b(?:what(?:'s| is| would be| will be| would| will)|how (?:high|much) (?:is|would|will)|tell me|show me"
    r"|find(?: out)?|get|know|check|give me)\b[^?]{0,20}?\b(?:my|our) (?:\w+ ){0,2}?"
    r"(?:crs|express entry|comprehensive ranking)\b"
    r"(?: system)?(?: score| points| total| be)*\W*(?:$|with\b|if\b|at\b|given\b|now\b|for a\b|be\b|i\b)"
    r"|\b(?:calculate|compute|work out|figure out|estimate|add up|calc)\b (?:\w+ ){0,4}?"
    r"(?:crs|express entry (?:score|points))\b"
    r"|\bcrs(?: score| points)? calculator\b"
    r"|\bhow many crs points (?:do|would|will|can) i (?:have|get|score)(?: in total| now| altogether)?\W*$"
    r"|(?:내|제|나의|저의|우리) ?(?:crs|익스프레스 ?엔트리|이이) ?(?:점수|총점)?(?:가|는|은|를|이|좀)? ?(?:총 ?)?"
    r"(?:얼마|몇 ?점|계산|알려|알고|뽑아)"
    r"|crs ?(?:점수|총점)?(?:를|을|좀)? ?(?:계산\W*$|계산 ?(?:해|하고|좀)|계산기|뽑아)"
    r"|(?:计算|估算|测算|算)(?:一下|下|一算)?(?:我(?:们)?的?)? ?(?:crs|ee|快速通道)"
    r"|我(?:们)?的? ?(?:crs|ee|快速通道) ?(?:总分|分数|评分|得分|分)?(?:是|有|能|大概|会)*(?:多少|几分)"
    r"|crs ?(?:分数|评分|分)?(?:计算器|计算\W*$|帮我算)"
)
"""Asks for the asker's own CRS score, not for what a rule gives."""

NOT_MINE = re.compile(
    r"\bhow (?:is|are|does|do they)\b|\bmax(?:imum)?\b|\baverage\b|\bcut-?off\b|\bdrops?\b|\benough\b"
    r"|어떻게|방법|방식|기준|만점|최고|최대|평균|커트|怎么|如何|满分|最高|方法|平均|分数线"
)
"""Asks how scores are made up, or what others have."""
