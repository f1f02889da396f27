"""How dates without a year, spans of time and times of day are written in the three languages."""

import re

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
YEARLESS = (
    re.compile(rf"(?<![a-z0-9]){_MONTH}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![0-9a-z:])"),
    re.compile(rf"(?<![0-9a-z:.])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}(?![a-z])"),
    re.compile(r"(?<!\d)(?P<month>\d{1,2}) ?[월月] ?(?P<day>\d{1,2}) ?[일日号號]"),
)
RELATIVE = {
    "the day after tomorrow": 2,
    "yesterday": -1,
    "tomorrow": 1,
    "today": 0,
    "right now": 0,
    "now": 0,
    "그저께": -2,
    "어제": -1,
    "오늘": 0,
    "지금": 0,
    "내일": 1,
    "모레": 2,
    "前天": -2,
    "昨天": -1,
    "今天": 0,
    "今日": 0,
    "现在": 0,
    "明天": 1,
    "后天": 2,
}
RELATIVE_DAY = re.compile("|".join(rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word for word in RELATIVE))

EN_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "sixty": 60, "ninety": 90, "a hundred": 100, "forty-five": 45}
KO_DAYS = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9, "열흘": 10,
    "보름": 15,
}  # fmt: skip
KO_NUMBERS = {
    "한": 1, "두": 2, "석": 3, "세": 3, "넉": 4, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열한": 11, "열두": 12, "열": 10,
}  # fmt: skip
UNITS = {
    "day": "days", "week": "weeks", "month": "months", "year": "years",
    "일": "days", "주": "weeks", "주일": "weeks", "개월": "months", "달": "months", "년": "years", "해": "years",
    "天": "days", "日": "days", "周": "weeks", "星期": "weeks", "月": "months", "年": "years",
}  # fmt: skip
SPANS = (
    re.compile(
        rf"(?<![\w.-])(?P<number>\d{{1,5}}|{'|'.join(sorted(EN_NUMBERS, key=len, reverse=True))})"
        r"[ -](?:calendar |full |whole )?(?P<unit>day|week|month|year)s?(?![a-z])"
    ),
    re.compile(rf"(?P<word>{'|'.join(KO_DAYS)})(?![가-힣]{{0,1}}장)"),
    re.compile(
        rf"(?<![가-힣\d.])(?P<number>\d{{1,5}}|{'|'.join(sorted(KO_NUMBERS, key=len, reverse=True))})"
        r" ?(?P<unit>주일|주|개월|달|일|년|해)(?!차|째|장)(?:간|동안)?"
    ),
    re.compile(r"(?<!\d)(?P<number>\d{1,5}) ?个?(?P<unit>星期|天|日|周|月|年)"),
)
HALF_YEAR = re.compile(r"반년|半年")
WORKING = re.compile(r"(?:business|working|work) days?|영업일|근무일|업무일|工作日|个工作天")
"""Spans that need a calendar of holidays, which is not modelled."""

TIMES = (
    re.compile(r"(?<![\d:])(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))? ?(?P<half>[ap])\.?m\b\.?"),
    re.compile(
        r"(?P<half>오전|오후|아침|저녁|밤|낮|새벽)? ?(?<!\d)(?P<hour>\d{1,2})시"
        r"(?: ?(?P<minute>\d{1,2})분| ?(?P<thirty>반))?"
    ),
    re.compile(
        r"(?P<half>上午|下午|早上|晚上|中午|凌晨)?(?<!\d)(?P<hour>\d{1,2})点(?:钟|(?P<minute>\d{1,2})分?|(?P<thirty>半))?"
    ),
    re.compile(r"(?<![\d:])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?![\d:])"),
)
NAMED_TIMES = {"noon": (12, 0), "midday": (12, 0), "midnight": (0, 0), "정오": (12, 0), "자정": (0, 0), "正午": (12, 0)}
NAMED_TIME = re.compile("|".join(rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word for word in NAMED_TIMES))
AFTERNOON = ("p", "오후", "저녁", "밤", "낮", "下午", "晚上", "中午")
MORNING = ("a", "오전", "아침", "새벽", "上午", "早上", "凌晨")
