"""What of a question is kept: the number of a parcel or a case is masked before it is stored, searched or sent on."""

import re

from rag.importing.masking import WORDS, mask
from rag.query.referral import referral
from rag.text.normalise import language_of

_SHORT_NUMBER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{0,3}\d[\d-]{4,}\d(?![A-Za-z0-9])")
"""Six digits or more: a client or application number; in such a question it is nothing else."""


def kept(question: str) -> str:
    """Return the question as it may be kept; only one that asks after a parcel, a quote or a case is changed."""
    if referral(question) is None:
        return question
    language = language_of(question)
    return _SHORT_NUMBER.sub(WORDS[language]["number"], mask(question, language))
