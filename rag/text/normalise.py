"""One form under which questions, keywords and cards are compared; what people see stays as written."""

import re
import unicodedata

from rag.types import Language

_REPLACED = {"Cf": "", "Cs": "", "Cc": " "}
"""What a character of a category becomes; all others stay."""

_SPACES = re.compile(r"\s+")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")


def normalise(text: str) -> str:
    """Return `text` under NFKC and case folding, without format and control characters, spaces folded.

    Zero-width characters, bidi marks, soft hyphens and byte order marks (category Cf) vanish; control
    characters become spaces; lone surrogates vanish. Idempotent. Empty in, empty out.
    """
    kept = "".join(_REPLACED.get(unicodedata.category(char), char) for char in text)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold())
    return _SPACES.sub(" ", folded).strip()


def language_of(text: str, *, default: Language = "en") -> Language:
    """Guess the language from the script: any Hangul is Korean, else any Han is Chinese, else `default`."""
    folded = unicodedata.normalize("NFKC", text)
    if _HANGUL.search(folded):
        return "ko"
    return "zh" if _HAN.search(folded) else default
