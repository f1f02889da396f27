"""What kind of thing a question asks for, and whether a text states one: pages, people, a time of day, an amount."""

import re
from dataclasses import dataclass

from rag.text.dates import find_dates
from rag.text.money import find_amounts
from rag.text.normalise import normalise

_NUMBER = (
    r"(?:\d[\d,.]*|[일이삼사오육칠팔구십백천만]+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열"
    r"|[一二三四五六七八九十百千两]+)"
)
_NOT_YET = r"미정|추후|별도 ?공지|공지 ?(?:전|예정)|to be announced|待定|另行"
"""What a card says instead of an amount or a day is an answer, too."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of thing that can be asked for by its own words."""

    name: str
    """Stands in traces; screens have their own words for each."""
    question: re.Pattern[str]
    """Finds that a normalised question asks for it."""
    stated: re.Pattern[str]
    """Finds that a normalised text states one."""
    named: bool = False
    """It is asked of a named project only: elsewhere a period or a rule answers as well."""


def _kind(name: str, question: str, stated: str, *, named: bool = False) -> Kind:
    return Kind(name, re.compile(question), re.compile(stated), named)


KINDS = (
    _kind(
        "pages",
        r"몇 ?(?:쪽|페이지)|쪽수|페이지 ?수|how many pages|page limit|几页|多少页|页数",
        rf"{_NUMBER} ?(?:쪽|페이지|매|장|pages?|页)|쪽수|분량",
    ),
    _kind(
        "copies",
        r"몇 ?(?:부|권)(?!터)|how many copies|几份|多少份",
        rf"{_NUMBER} ?(?:부|권|책|copies|copy|份)",
    ),
    _kind(
        "people",
        r"몇 ?(?:명|사람|인)|인원 ?수?(?:는|가|은)? ?(?:몇|얼마)|인원 ?수(?:는|은|가)?\??$"
        r"|how many (?:people|persons|staff|members|employees)|几个?人|多少人",
        rf"{_NUMBER} ?(?:명|인|사람|여 ?명|people|persons?|staff|members|employees|人|名)",
    ),
    _kind(
        "points",
        r"몇 ?점|how many points|几分(?!钟)|多少分(?!钟)",
        rf"{_NUMBER} ?(?:점|points?|分)|\d ?(?::|대) ?[가-힣]* ?\d|\d ?(?:%|퍼센트)",
    ),
    _kind(
        "time of day",
        r"몇 ?시(?! ?간)|what time|几点|什么时间点",
        r"\d ?시(?!간)|\d{1,2}[:：]\d{2}|[ap]\.?m\b|오전|오후|정오|\d+[点时]|[一二三四五六七八九十]+点|noon|midnight",
    ),
    _kind(
        "budget",
        r"예산|사업비|(?:계약|용역|사업) ?금액|budget|预算",
        rf"(?:예산|사업비|금액|budget|预算)[^.\n]{{0,40}}\d|{_NOT_YET}",
        named=True,
    ),
    _kind(
        "quantity",
        r"(?:장비|기기|단말|서버|카메라|차량) ?(?:수량|대수)|몇 ?대(?! ?몇)"
        r"|how many (?:devices|cameras|servers|cars)|几台|多少台",
        rf"{_NUMBER} ?(?:대(?![상한비])|개(?![월년])|식(?![별])|기(?![간관능])|세트|sets?|devices|cameras|servers|台)",
    ),
    _kind(
        "amount",
        r"단가|수수료|비용(?:이|은|는)?(?: ?얼마|\??$)|돈(?:이|은)? ?얼마"
        r"|얼마(?:예요|에요|인가요|죠|짜리|드나요|내요)"
        r"|how much (?:does|is|do|money|will)|what.{0,12}(?:cost|fee|price)|多少钱|费用|收费",
        r"\d ?(?:원|만|억|천|달러|유로|엔|元|万|块|dollars?|cad|usd|eur|won)|[$€¥£]"
        r"|(?:수수료|보증금|상금|배상|이자|료|율|rate|fee|fine|费|率|罚)[^\n]{0,60}(?:%|퍼센트|percent|분의)"
        r"|무료|(?:료|비용|요금|금액|부담)[^.]{0,12}없|면제|배\b|free|no (?:fee|charge)|waive|免费|不收|倍|零"
        rf"|{_NOT_YET}",
    ),
    _kind(
        "deadline",
        r"(?:제안서|서류|입찰서?|접수|공고|제출|참가).{0,14}(?:언제까지|며칠까지|어느 ?날까지|마감)"
        r"|마감[일은]|deadline|due date|截止",
        rf"\d{{1,2}}월 ?\d{{1,2}}일|\d{{1,2}}/\d{{1,2}}|마감|기한|deadline|due date|截止|{_NOT_YET}",
        named=True,
    ),
    _kind(
        "phone number",
        r"(?:전화 ?번호|연락처)(?!.{0,4}(?:바[뀌꾸뀐꿔]|변경))"
        r"|(?:phone|telephone) number(?!.{0,5}chang)|电话号?码?(?:是|多少)",
        r"\d{2,4}[-) ]\d{3,4}|\+\d|(?<!\d)1\d{4}(?!\d)|전화|phone|电话",
    ),
    _kind("e-mail address", r"이메일 ?주소|메일 ?주소|e-?mail address|邮箱地址", r"@|이메일|e-?mail|邮箱"),
)


def kinds_asked(question: str, *, named: bool) -> tuple[str, ...]:
    """Return the names of the kinds that a question asks for, in the order of `KINDS`; most questions ask for none.

    Args:
        question: As asked.
        named: Whether it names a project or an agency that cards know.
    """
    text = normalise(question)
    return tuple(kind.name for kind in KINDS if kind.question.search(text) and (named or not kind.named))


def states(text: str, name: str, *, anchor_year: int) -> bool:
    """Tell whether a text states something of the kind with that name."""
    kind = next(kind for kind in KINDS if kind.name == name)
    if kind.stated.search(normalise(text)):
        return True
    if name in ("amount", "budget"):
        return bool(find_amounts(text))
    return name == "deadline" and bool(find_dates(text, anchor_year=anchor_year))
