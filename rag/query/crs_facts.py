"""Reads what a question says of a profile: age, education, language level, work in Canada."""

import re
from collections.abc import Mapping

_AGE = re.compile(
    r"(?:i'm|i am|aged?|age is) (\d{2})\b|\b(\d{2})(?: years old| ?y/?o\b|-year-old)|(\d{2}) ?(?:살|세|岁)"
)
_LEVEL = re.compile(r"\b(?:clb|nclc)(?: level)? ?(\d{1,2})(?!\d)")
_EDUCATION = (
    ("doctoral", re.compile(r"\bph\.?d\b|\bdoctora(?:te|l)\b|박사|博士")),
    ("masters", re.compile(r"\bmaster'?s?\b|석사|硕士")),
    ("two-credentials", re.compile(r"\btwo (?:degrees|credentials)\b|\bdouble degree\b|복수 ?학위|双学位")),
    ("bachelors", re.compile(r"\bbachelor'?s?\b|학사|本科|学士")),
    ("secondary", re.compile(r"\bhigh school\b|고졸|고등학교|高中")),
)
_CANADIAN = re.compile(
    r"(\d{1,2}) years? (?:of )?(?:canadian|work(?:ing)? in canada|experience in canada)"
    r"|캐나다(?:에서| 내)? ?(?:경력|경험|근무)(?:이|은)? ?(\d{1,2}) ?년|加拿大(?:工作)?(?:经验|经历)?(\d{1,2})年"
)


def crs_facts(text: str) -> Mapping[str, str]:
    """Return inputs of the CRS score that a normalised question states, each only where it states one value."""
    found: dict[str, str] = {}
    for name, pattern in (("age", _AGE), ("first_language", _LEVEL), ("canadian_work_years", _CANADIAN)):
        values = {next(filter(None, match.groups())) for match in pattern.finditer(text)}
        if len(values) == 1:
            found[name] = values.pop()
    degrees = [word for word, pattern in _EDUCATION if pattern.search(text)]
    if len(degrees) == 1:
        found["education"] = degrees[0]
    return found
