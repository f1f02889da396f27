"""Places people name when they ask for the time, and the time zones they are in."""

import re
from collections.abc import Mapping
from functools import cache

from rag.types import Language

_SCRIPTS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile("[a-z]"),
    "ko": re.compile("[가-힣]"),
    "zh": re.compile("[\u4e00-\u9fff]"),
}

_ZONES: Mapping[str, str] = {
    "Asia/Seoul": "seoul|busan|korea|south korea|korean|kst|서울|부산|인천|한국|대한민국|首尔|釜山|韩国",
    "Asia/Shanghai": "beijing|shanghai|guangzhou|shenzhen|china|chinese|베이징|북경|"
    "상하이|상해|중국|北京|上海|广州|深圳|中国",
    "Asia/Hong_Kong": "hong kong|hongkong|홍콩|香港",
    "Asia/Taipei": "taipei|taiwan|타이베이|대만|台北|台湾",
    "Asia/Tokyo": "tokyo|osaka|japan|jst|도쿄|동경|오사카|일본|东京|大阪|日本",
    "Asia/Singapore": "singapore|싱가포르|싱가폴|新加坡",
    "Asia/Ho_Chi_Minh": "hanoi|ho chi minh city|saigon|vietnam|하노이|호치민|베트남|河内|胡志明市|越南",
    "Asia/Bangkok": "bangkok|thailand|방콕|태국|曼谷|泰国",
    "Asia/Manila": "manila|philippines|마닐라|필리핀|马尼拉|菲律宾",
    "Asia/Jakarta": "jakarta|자카르타|雅加达",
    "Asia/Kolkata": "delhi|new delhi|mumbai|india|ist|델리|뉴델리|뭄바이|인도|新德里|孟买|印度",
    "Asia/Dubai": "dubai|abu dhabi|두바이|아부다비|迪拜",
    "Europe/Moscow": "moscow|모스크바|莫斯科",
    "Europe/London": "london|uk|england|britain|런던|영국|伦敦|英国",
    "Europe/Paris": "paris|france|파리|프랑스|巴黎|法国",
    "Europe/Berlin": "berlin|frankfurt|munich|germany|베를린|프랑크푸르트|뮌헨|독일|柏林|法兰克福|德国",
    "Europe/Madrid": "madrid|spain|마드리드|스페인|马德里|西班牙",
    "Europe/Rome": "rome|milan|italy|로마|밀라노|이탈리아|罗马|米兰|意大利",
    "Africa/Cairo": "cairo|egypt|카이로|이집트|开罗|埃及",
    "America/Toronto": "ottawa|toronto|montreal|quebec city|ontario|오타와|토론토|몬트리올|渥太华|多伦多|蒙特利尔",
    "America/Vancouver": "vancouver|victoria bc|british columbia|밴쿠버|温哥华",
    "America/Edmonton": "calgary|edmonton|alberta|캘거리|에드먼턴|에드먼튼|卡尔加里|埃德蒙顿",
    "America/Winnipeg": "winnipeg|manitoba|위니펙|温尼伯",
    "America/Regina": "regina|saskatoon|saskatchewan|리자이나|里贾纳",
    "America/Halifax": "halifax|nova scotia|핼리팩스|哈利法克斯",
    "America/St_Johns": "st johns|st. john's|newfoundland|圣约翰斯",
    "America/New_York": "new york|washington|washington dc|boston|atlanta|뉴욕|"
    "워싱턴|보스턴|애틀랜타|纽约|华盛顿|波士顿",
    "America/Chicago": "chicago|houston|dallas|시카고|휴스턴|댈러스|芝加哥|休斯敦",
    "America/Denver": "denver|덴버|丹佛",
    "America/Los_Angeles": "los angeles|san francisco|seattle|los angles|로스앤젤레스|"
    "샌프란시스코|시애틀|洛杉矶|旧金山|西雅图",
    "Pacific/Honolulu": "honolulu|hawaii|호놀룰루|하와이|檀香山|夏威夷",
    "America/Mexico_City": "mexico city|멕시코시티|墨西哥城",
    "America/Sao_Paulo": "sao paulo|상파울루|圣保罗",
    "Australia/Sydney": "sydney|melbourne|canberra|시드니|멜버른|캔버라|悉尼|墨尔本|堪培拉",
    "Australia/Brisbane": "brisbane|gold coast|브리즈번|골드코스트|布里斯班|黄金海岸",
    "Australia/Perth": "perth|퍼스|珀斯",
    "Pacific/Auckland": "auckland|wellington|new zealand|오클랜드|웰링턴|뉴질랜드|奥克兰|惠灵顿|新西兰",
    "UTC": "utc|gmt|협정 세계시|协调世界时",
}
"""A country with one zone stands for it; Canada, the United States and Australia have several and do not."""

OFFERED: tuple[str, ...] = tuple(_ZONES)
"""Time zones a form offers, in this order."""


@cache
def place_pattern() -> re.Pattern[str]:
    """Return what finds a place in normalised text, the longest name first."""
    names = sorted(zone_of_name(), key=len, reverse=True)
    latin = "|".join(re.escape(name) for name in names if name.isascii())
    other = "|".join(re.escape(name) for name in names if not name.isascii())
    return re.compile(rf"(?<![a-z])(?:{latin})(?![a-z])|(?:{other})")


@cache
def zone_of_name() -> Mapping[str, str]:
    """Return the time zone of each known name."""
    return {name: zone for zone, names in _ZONES.items() for name in names.split("|")}


def place_name(zone: str, language: Language) -> str:
    """Return what people call a time zone's first city in a language; its own name where none is known."""
    names = [name for name, of in zone_of_name().items() if of == zone]
    found = next((name for name in names if _SCRIPTS[language].match(name)), "")
    if language == "en":
        return found.title() if len(found) > 3 else found.upper() or zone
    return found or zone
