"""The words around an amount that say about, formally, at least and at most; each is looked for in a short window."""

import re

_WINDOW = 20
"""Longest mark before an amount, in characters; `approximately` has 13."""

_BRACKET = r"(?: ?\([^()\n]{0,20}\))?"
"""A note between an amount and its mark: 1억원(부가세 포함) 내외."""

_ABOUT_BEFORE = re.compile(
    r"(?:(?<![가-힣])(?:약|대략|어림잡아|얼추)|(?<![A-Za-z])(?ai:about|around|approximately|approx\.?|roughly|nearly)"
    r"|大约|大約|将近|接近|(?<![大合预预違违签簽条條契節节公制])[约約]|(?<![\w\]~∼〜≈])[~∼〜≈](?! )) {0,2}$"
)
_ABOUT_AFTER = re.compile(
    rf"{_BRACKET} {{0,2}}(?:내외(?!국)|정도|가량|안팎|전후|남짓|쯤|左右|上下|(?ai:or so)(?![A-Za-z]))"
)
_FORMAL_BEFORE = re.compile(r"(?:일금|(?<![가-힣])금|(?<![一-鿿])金) {0,2}$")
_CLOSING = re.compile(r"(?P<space> {0,2})(?:정|整|正)(?![가-힣一-鿿])")
_PARTICLES_AFTER_CLOSING = re.compile(r"(?P<space> {0,2})정(?=[을은이의에과와임으])(?!이[상하내])")


def about_before(text: str, start: int) -> int | None:
    """Return where a mark such as 약, 约, `about` or ~ begins that ends right before `start`."""
    match = _ABOUT_BEFORE.search(text, max(0, start - _WINDOW), start)
    return match.start() if match else None


def about_after(text: str, end: int) -> int | None:
    """Return where a mark such as 내외, 정도 or 左右 ends that follows `end`, a note in brackets between at most."""
    match = _ABOUT_AFTER.match(text, end)
    return match.end() if match else None


def formal_before(text: str, start: int) -> int | None:
    """Return where 일금 or 금 begins that ends right before `start`; the 금 of 벌금 is none."""
    match = _FORMAL_BEFORE.search(text, max(0, start - _WINDOW), start)
    return match.start() if match else None


def closing_after(text: str, end: int, *, may_be_spaced: bool) -> int | None:
    """Return where the closing 정 or 整 of a formal amount ends; the 정 of 정도 closes nothing."""
    match = _CLOSING.match(text, end) or _PARTICLES_AFTER_CLOSING.match(text, end)
    return match.end() if match and (may_be_spaced or not match["space"]) else None
