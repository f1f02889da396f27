"""Splits running text into sentences: English, Korean and Chinese."""

import re

_END = re.compile(
    "[。！？｡]+[”’」』）)\"']*"  # full-width marks end a sentence without a space
    r"|[.!?…]+[\"'”’)\]」』）]*(?=\s|$)"
    r"|(?<=[가-힣][다요])[.](?=[가-힣A-Z])"  # a Korean ending without the space after it
)
_DATE = re.compile(r"\d{4}\.\s?\d{1,2}\.(?:\s?\d{1,2}\.)?")
_LAST_WORD = re.compile(r"[\w.&]*$")
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|[A-Z]")
_NEVER_LAST = re.compile(
    r"e\.g|i\.e|cf|vs?|viz|approx|mr|mrs|ms|dr|prof|st|messrs|inc|ltd|co|corp"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec",
    re.IGNORECASE,
)
"""Abbreviations that a further word follows."""

_BEFORE_NUMBER = re.compile(
    r"nos?|arts?|ss?|secs?|paras?|par|cl|regs?|rr?|figs?|pp?|vol|ch|sched|app|tel|ext", re.IGNORECASE
)
"""Abbreviations only before a number or bracket; elsewhere they may end a sentence ("No.")."""

_OPENER = re.compile(
    r"(an?|all|any|applicants|as|at|before|by|each|every|for|from|he|her|his|how|if|in|its?|no|on|once|only|she"
    r"|such|that|the|their|there|these|they|this|those|to|under|unless|until|we|what|when|where|who|your?)\b",
    re.IGNORECASE,
)
"""Words that open a sentence after `U.S.`, `p.m.` or a lone capital."""


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of `text` in order, each stripped; a line break always ends one.

    Nothing is changed inside a sentence. When in doubt the text is not cut: abbreviations ("s. 75", "e.g.",
    "No. 5", "U.S."), decimals, Korean dates (2026. 1. 5.) and list labels (가. 1.) stay with what follows.
    """
    return tuple(sentence for line in text.split("\n") for sentence in _split_line(line))


def _split_line(line: str) -> list[str]:
    inside_date = {position for date in _DATE.finditer(line) for position in range(*date.span())}
    sentences = []
    start = 0
    for match in _END.finditer(line):
        if match.start() in inside_date or not _ends(line, start, match):
            continue
        sentences.append(line[start : match.end()].strip())
        start = match.end()
    sentences.append(line[start:].strip())
    return [sentence for sentence in sentences if sentence]


def _ends(line: str, start: int, match: re.Match[str]) -> bool:
    rest = line[match.end() :].lstrip()
    if not rest or match[0][0] not in ".…":
        return True
    word = _word_before(line, start, match)
    if rest[0].islower() or _NEVER_LAST.fullmatch(word):
        return False
    if match[0] != ".":
        return True
    if _BEFORE_NUMBER.fullmatch(word) and (rest[0].isdecimal() or rest[0] in "(["):
        return False
    if _is_label(word) and not line[start : match.start()].removesuffix(word).strip():
        return False
    if _DOTTED.fullmatch(word):
        return _OPENER.match(rest) is not None
    return not (len(word) == 1 and "가" <= word <= "힣")


def _word_before(line: str, start: int, match: re.Match[str]) -> str:
    found = _LAST_WORD.search(line, start, match.start())
    return found[0] if found else ""


def _is_label(word: str) -> bool:
    return word.isdecimal() or (len(word) == 1 and word.isalpha())
