"""The signs, codes and words that make a number an amount of money, before it and after it."""

import re
from dataclasses import dataclass

_CODES = {
    "KRW": "KRW",
    "USD": "USD",
    "CAD": "CAD",
    "CNY": "CNY",
    "RMB": "CNY",
    "EUR": "EUR",
    "GBP": "GBP",
    "JPY": "JPY",
    "AUD": "AUD",
    "NZD": "NZD",
    "HKD": "HKD",
    "TWD": "TWD",
    "SGD": "SGD",
}
_DOLLARS = {"US": "USD", "CA": "CAD", "C": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "NT": "TWD"}
_SIGNS = (
    {
        "$": "",
        "US $": "USD",
        "¥": "",
        "₩": "KRW",
        "€": "EUR",
        "£": "GBP",
        "人民币": "CNY",
        "人民幣": "CNY",
        "人民币¥": "CNY",
    }
    | {f"{letters}$": currency for letters, currency in _DOLLARS.items()}
    | _CODES
    | {f"{code}$": currency for code, currency in _CODES.items()}
    | {f"{code}¥": "CNY" for code in ("CNY", "RMB")}
)
_KOREAN_WORDS = {
    "원": "KRW",
    "달러": "",
    "미국달러": "USD",
    "미국 달러": "USD",
    "미달러": "USD",
    "캐나다달러": "CAD",
    "캐나다 달러": "CAD",
    "유로": "EUR",
    "위안": "CNY",
    "엔": "JPY",
}
_HAN_WORDS = {
    "元": "",
    "圓": "",
    "圆": "",
    "块钱": "",
    "美元": "USD",
    "美金": "USD",
    "加元": "CAD",
    "加币": "CAD",
    "欧元": "EUR",
    "英镑": "GBP",
    "日元": "JPY",
    "港元": "HKD",
    "港币": "HKD",
    "韩元": "KRW",
    "韩币": "KRW",
    "人民币": "CNY",
}
_ENGLISH_WORDS = {
    "won": "KRW",
    "dollar": "",
    "dollars": "",
    "canadian dollars": "CAD",
    "us dollars": "USD",
    "u.s. dollars": "USD",
    "yuan": "CNY",
    "renminbi": "CNY",
    "yen": "JPY",
    "euro": "EUR",
    "euros": "EUR",
}
_WORDS = _KOREAN_WORDS | _HAN_WORDS | _ENGLISH_WORDS | _CODES


def _any_of(words: dict[str, str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_SIGN_BEFORE = re.compile(rf"(?P<sign>(?:(?<![A-Za-z])(?=[A-Za-z])|(?![A-Za-z]))(?ai:{_any_of(_SIGNS)})) {{0,2}}$")
_WORD_AFTER = re.compile(
    rf"(?P<space> {{0,2}})(?P<word>(?P<korean>{_any_of(_KOREAN_WORDS)})|(?P<han>{_any_of(_HAN_WORDS)})"
    rf"|(?ai:{_any_of(_ENGLISH_WORDS | _CODES)})(?![A-Za-z0-9_'’]))"
)
_LONGEST_SIGN = 12

_PARTICLE = re.compile(
    "$|[^가-힣]|(?:정|[은을이의에과와요])(?![가-힣])|정도|이[하상내며고나다라에었]|에[서게는도]|으로|까지|부터|보다|마다|밖에|씩"
    "|짜리|어치|가량|쯤|내외|안팎|미만|초과|정[은을이의에과와임]|입니|였|임|및|당 "
)
"""What ends 원 as a word of its own. 원서, 원칙, 원본, 원장 and 원화 are other words."""

_OTHER_HAN_WORD = re.compile("[化论論素旦件年月宵首气氣方次函组組老帅勋勳]")
"""What makes 元 the beginning of another word: 元素, 元旦, 一元化."""


@dataclass(frozen=True, slots=True)
class SignBefore:
    """A sign or code in front of a number."""

    start: int
    currency: str
    """ISO 4217, or empty where several currencies share the sign."""


@dataclass(frozen=True, slots=True)
class WordAfter:
    """A word or code behind a number."""

    end: int
    word: str
    currency: str
    """ISO 4217, or empty where several currencies share the word."""
    spaced: bool
    apart: bool
    """Whether it stands for itself: what follows is no letter, or a particle."""


def sign_before(text: str, start: int) -> SignBefore | None:
    """Return the sign that ends right before `start`, at most two spaces between."""
    match = _SIGN_BEFORE.search(text, max(0, start - _LONGEST_SIGN), start)
    return SignBefore(match.start(), _SIGNS[match["sign"].upper()]) if match else None


def word_after(text: str, end: int) -> WordAfter | None:
    """Return the word that begins right behind `end`, at most two spaces between."""
    match = _WORD_AFTER.match(text, end)
    if not match:
        return None
    word = match["word"]
    known = word.upper() if word.upper() in _CODES else word.lower()
    if match["korean"]:
        apart = _PARTICLE.match(text, match.end()) is not None
    else:
        apart = not (match["han"] and _OTHER_HAN_WORD.match(text, match.end()))
    return WordAfter(match.end(), known, _WORDS[known], bool(match["space"]), apart)
