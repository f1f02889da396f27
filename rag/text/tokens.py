"""Tokens of the lexical leg: words for alphabets, overlapping character pairs for Han, Kana and Hangul."""

import re
import threading
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

from rag.text.normalise import normalise

TOKENS_VERSION = "1"
"""Stamped into every index version: raise it when a change here gives other tokens."""

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3007\U00020000-\U0003134f"
_KANA = "\u3040-\u30ff"
_HANGUL = "\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f"
_RUN = re.compile(
    rf"(?P<han>[{_HAN}]+)|(?P<syllables>[{_KANA}]+|[{_HANGUL}]+)"
    rf"|(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_{_HAN}{_KANA}{_HANGUL}]+(?:['’][^\W\d_]+)?)"
)

_STOP = frozenset(
    "a an and any are as at be been but by can could did do does for from get had has have he her him his how i "
    "if in into is it its me my no not of on or our she should so some than that the their them then there they "
    "this to up us was we were what when where which who why will with would you your".split()
)
"""Small on purpose: a question such as "to be or not to be" may lose its tokens, a regulation never does."""

_stemmer = snowballstemmer.stemmer("english")
_stemmer_lock = threading.Lock()


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    with _stemmer_lock:  # the stemmer keeps the word it works on in itself
        return str(_stemmer.stemWord(word))


def tokenise(text: str) -> list[str]:
    """Return the tokens of any text, in order, with repetition.

    Han runs give single characters and character pairs, Kana and Hangul runs give pairs (a single character
    stays whole), Latin and other words are stemmed (Snowball English) after a small stop list, numbers lose
    their thousands commas. Particles and missing spaces therefore cost a Korean word only its edge pairs.
    """
    tokens: list[str] = []
    for match in _RUN.finditer(normalise(text)):
        run = match.group()
        if match.lastgroup == "han":
            tokens.extend(run)
            tokens.extend(a + b for a, b in pairwise(run))
        elif match.lastgroup == "syllables":
            tokens.extend((a + b for a, b in pairwise(run)) if len(run) > 1 else [run])
        elif match.lastgroup == "number":
            tokens.append(run.replace(",", ""))
        elif run not in _STOP:
            tokens.append(_stem(run.replace("’", "'")))
    return tokens


def unique_tokens(text: str) -> tuple[str, ...]:
    """Return each token of a question once, by first occurrence, so that a repeated word counts once."""
    return tuple(dict.fromkeys(tokenise(text)))
