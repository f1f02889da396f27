"""Latin letters as Korean reads them aloud: 이알피 is ERP, 에이아이에스 is AIS."""

import re

_NAMES = {
    "에이치": "h",
    "더블유": "w",
    "에이": "a",
    "에프": "f",
    "제이": "j",
    "케이": "k",
    "아이": "i",
    "에스": "s",
    "브이": "v",
    "엑스": "x",
    "와이": "y",
    "제트": "z",
    "알": "r",
    "엘": "l",
    "엠": "m",
    "엔": "n",
    "비": "b",
    "씨": "c",
    "시": "c",
    "디": "d",
    "이": "e",
    "지": "g",
    "오": "o",
    "피": "p",
    "큐": "q",
    "티": "t",
    "유": "u",
}
"""Letter names of the National Institute of Korean Language's loanword orthography, and 씨 as people say it."""

_LETTER = "|".join(_NAMES)
_READ_ALOUD = re.compile(rf"(?<![가-힣])(?:{_LETTER}){{2,6}}")
_LETTERS = re.compile(_LETTER)
LEAST_SYLLABLES = 3
"""Of two syllables most readings are words: 이지, 비오, 시디."""


def with_letters(text: str) -> str:
    """Return text with each word that begins with letters read aloud given in Latin: `이알피 사업` is `erp 사업`."""
    return _READ_ALOUD.sub(_latin, text)


def _latin(match: re.Match[str]) -> str:
    read = match.group()
    if len(read) < LEAST_SYLLABLES:
        return read
    return "".join(_NAMES[name] for name in _LETTERS.findall(read))
