"""The words with which people ask, in three languages: they say nothing of what is asked for."""

import re

from rag.text.normalise import normalise

_ASKING = re.compile(
    r"(?:알려|보여|말해|설명해|비교해|정리해|열거해|나열해|찾아) ?(?:줘요?|주세요|줄래요?|달라)?"
    r"|무엇(?:을|이|인가요?|입니까)?|뭐(?:야|예요|가|를)?|어떻게 ?(?:돼요?|되나요?|되어|다른가요?|달라요?)?"
    r"|얼마(?:야|예요|인가요?|나)?|언제(?:야|까지야|예요|인가요?)?|누가|누구|어느|어디(?:서|예요)?"
    r"|있나요?|있어요?|인가요?|하는|하나요?|해야 ?(?:해요?|하는|할|하나요?)|되나요?|모두|전부"
    r"|차이(?:는|를|점)?|비교|관점에서|측면에서|대해서?|관련"
    r"|\b(?:tell|show|list|explain|compare|give|please|many|much|describe)\b"
    r"|请问|告诉我|比较一下|比较|多少|什么|怎么样?|哪些|哪个|是否|有没有|吗|呢"
)


def without_asking(text: str) -> str:
    """Return text under `normalise` without the words of asking: `보안 요구사항을 알려줘` keeps `보안 요구사항을`."""
    return _ASKING.sub(" ", normalise(text))
