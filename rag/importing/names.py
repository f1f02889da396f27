"""Finds people's names where a text says that one follows."""

import re

_ZH_SURNAME = (
    "(?:欧阳|司马|上官|诸葛|皇甫|尉迟|东方|慕容|"
    "[王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯董萧肖程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙段雷钱汤尹黎易常武乔贺赖龚文高])"
)
_ZH_LAST = "[^\\W\\d_a-zA-Z\uac00-\ud7a3的是想要在我你他她它了和有把寄快邮电手身地住号，来到说问您请先小也就]"
"""A third character that is hardly one of a name begins the next word."""

_ZH_NAME = f"{_ZH_SURNAME}[\u4e00-\u9fff]{_ZH_LAST}?"
_KO_SURNAME = "[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구]"
_KO_NAME = f"(?!정보|주소|전화|한글|영문|성별|주민){_KO_SURNAME}[가-힣]{{2}}"
_LATIN_NAME = "[A-Z][a-z]+(?:[ ·][A-Z][a-z]+){0,2}"

NAME = re.compile(
    f"(?:(?<=姓名[:：])|(?<=姓名[:：] ))(?:[\u4e00-\u9fff·]{{2,4}}|{_LATIN_NAME})"
    f"|(?:(?<=姓名)|(?<=姓名[是为叫 ])|(?<=我叫)|(?<=我叫 )|(?<=[件系]人[:：])){_ZH_NAME}"  # 收件人, 联系人
    f"|(?:(?<=성명[:：])|(?<=성명[:：] )|(?<=이름[:：])|(?<=이름[:：] ))(?:[가-힣]{{2,4}}|{_LATIN_NAME})"
    f"|(?:(?<=성명[은 ])|(?<=이름[은 ])|(?<=성명은 )|(?<=이름은 )){_KO_NAME}"
    f"|(?:(?<=我叫)|(?<=我叫 )|(?<=[Nn]ame:)|(?<=[Nn]ame: )|(?<=[Nn]ame is )){_LATIN_NAME}"
)
"""A name after the words that announce it. Chinese without a colon needs a common surname, so that 姓名要与 stays."""
