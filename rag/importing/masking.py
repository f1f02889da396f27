"""Replaces personal data by words: e-mail addresses, id numbers, telephone and parcel numbers, stated names."""

import re
from collections.abc import Mapping

from rag.importing.names import NAME
from rag.types import Language

_NOT_MONEY = r"(?! ?(?:元|块|圆|円|원|만|억|万|亿|won|KRW|CNY|USD|RMB))"
"""A long number with a currency or a magnitude behind it is an amount."""

_EMAIL = re.compile(r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+[@＠][A-Za-z0-9.-]*\.[A-Za-z]{2,}")
_ID = re.compile(
    r"(?<!\d)\d{6}[ -]?(?:19|20)\d\d[01]\d[0-3]\d[ -]?\d{3}[\dXx](?!\d)"  # China, GB 11643
    r"|(?<!\d)\d{6} ?- ?[1-8]\d{6}(?!\d)"  # Korea, resident registration number
    r"|(?<![A-Za-z0-9])[EGMRS]\d{8}(?![A-Za-z0-9])"  # passports of both
)
_PHONE_ABROAD = re.compile(r"[+＋]\d{1,3}(?:[ .()-]{0,2}\d){7,11}(?!\d)")
_PARCEL = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}(?![A-Za-z0-9])"  # UPU S10
    rf"|(?<![A-Za-z0-9])(?=(?:[A-Za-z]*[0-9]){{6}})[A-Za-z0-9]{{13,}}(?![A-Za-z0-9]){_NOT_MONEY}"
    r"|(?<!\d)(?!(?:(?:19|20)\d\d[ -]){2})\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,4})?(?!\d)"  # in fours; years are not
)
_PHONE = re.compile(
    r"(?<!\d)(?:(?:00)?86[ -]?)?1[3-9]\d(?:[ .-]?\d{4}){2}(?!\d)"  # China, mobile
    r"|(?<!\d)01[016-9]\d{7,8}(?!\d)"  # Korea, mobile
    r"|(?<!\d)0\d{1,3}[ .-]\d{3,4}[ .-]?\d{4}(?!\d)"  # both, with an area code
    r"|[(（]0\d{1,3}[)）][ -]?\d{3,4}[ -]?\d{4}(?!\d)"
)
_LONG_NUMBER = re.compile(rf"(?<!\d)(?!400\d{{7}}(?!\d))\d{{10,}}(?!\d){_NOT_MONEY}")
"""Ten digits or more; a Chinese 400 number is a company's public line."""

_IN_ORDER = (
    (_EMAIL, "email"),
    (_ID, "id"),
    (_PHONE_ABROAD, "phone"),
    (_PARCEL, "number"),
    (_PHONE, "phone"),
    (_LONG_NUMBER, "number"),
)
"""The narrower form first, so that a number gets the better word."""

WORDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {"email": "[邮箱]", "id": "[证件号]", "phone": "[电话]", "number": "[单号]", "name": "[姓名]"},
    "ko": {"email": "[이메일]", "id": "[신분증번호]", "phone": "[전화번호]", "number": "[번호]", "name": "[이름]"},
    "en": {"email": "[e-mail]", "id": "[id number]", "phone": "[phone]", "number": "[number]", "name": "[name]"},
}
"""What stands for each sort of personal data."""


def mask(text: str, language: Language) -> str:
    """Return `text` with personal data replaced by `WORDS`; masking again changes nothing.

    Found by form alone: a name only where it is stated as one (姓名：, 我叫, 성명:, name:), a short local number
    (8 digits) or an address in the street not at all. Amounts, dates, times and public lines of up to 8 digits
    (12305, 1588-1234) stay. An address of a page that holds a long number is masked there too.
    """
    words = WORDS[language]
    while True:
        masked = text
        for pattern, sort in _IN_ORDER:
            masked = pattern.sub(words[sort], masked)
        masked = NAME.sub(words["name"], masked)
        if masked == text:
            return text
        text = masked  # what was taken out may have hidden the start of another number


def reaches_person(text: str) -> bool:
    """Tell whether `text` holds an e-mail address, an id number or a telephone number."""
    return any(pattern.search(text) for pattern, sort in _IN_ORDER if sort != "number")
