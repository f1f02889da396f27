"""Guesses a card's language from its letters."""

import re

from rag.types import Language

_SAMPLE_CHARS = 4000
"""Enough to tell a script; the rest of a long card is of the same language."""

_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z]")


def guess_language(text: str) -> Language:
    """Return ko for Hangul, zh for Han, else en.

    One Hangul syllable or Han character weighs as three Latin letters, so that a Korean card full of English
    names stays Korean and an English card that quotes a Korean term stays English.
    """
    sample = text[:_SAMPLE_CHARS]
    if sample.isascii():
        return "en"
    hangul, han, latin = (len(script.findall(sample)) for script in (_HANGUL, _HAN, _LATIN))
    if hangul >= han and hangul * 3 > latin:
        return "ko"
    return "zh" if han * 3 > latin else "en"
