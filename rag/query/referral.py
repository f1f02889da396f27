"""Tells by written rules whether a question asks for what only an office can look up: a parcel, a quote, a case."""

import re
from typing import Literal

from rag.text.normalise import normalise

Referral = Literal["parcel", "quote", "case"]

_NUMBER = (
    r"(?:(?<![a-z0-9])[a-z]{2} ?\d{3} ?\d{3} ?\d{3} ?[a-z]{2}(?![a-z0-9])"
    r"|(?<![\d,.])\d{10,}(?![\d,.])|\[(?:number|번호|单号)\])"
)
"""A parcel's number, or what stands for one that was masked."""

_PARCEL = re.compile(
    rf"^(?=.*{_NUMBER})(?=.*(?:track|parcel|package|shipment|where|arriv|status|look up"
    r"|조회|어디|배송|소포|택배|등기|송장"
    r"|추적|单号|运单|查|快递|包裹|物流|到哪))"
    r"|(?<!how do i )(?<!how can i )(?<!how to )(?<!can i )(?<!should i )"
    r"\b(?:track|locate|where(?:'s| is| are)) (?:my|our|this|the) (?:\w+ )?(?:parcel|package|shipment|mail item)\b"
    r"(?!.*\b(?:lost|missing|rule|allowed)\b)"
    r"|(?:내|제|우리) ?(?:소포|택배|등기|우편물|ems)(?:가|는|은|이)? ?(?:지금 ?)?"
    r"(?:어디(?:에|쯤|까지|야|예요|있)|언제 ?(?:와|오나|도착))"
    r"|(?:송장|운송장|등기) ?번호(?:로)?.{0,12}조회해"
    r"|我的?(?:那个)?(?:快递|包裹|邮件|件)(?:现在)?(?:到哪|在哪|到了没|什么时候到)"
    r"|(?:查|查查|查询|看看)(?:一下|下)?(?:这个|我的?|一个)?(?:单号|运单|快递到哪|物流信息)"
)
_QUOTE = re.compile(
    r"\bhow much (?:is it|does it cost|would it cost|will it cost|do you charge|for)?.{0,4}(?:to )?"
    r"(?:ship|send|mail|post)"
    r"(?:ing)?\b.{0,40}\b(?:from|to|kg|kilos?|grams?|lbs?)\b"
    r"|\b(?:shipping|freight|courier) (?:quote|rate|cost|price)s?\b|\bpostage (?:to|for)\b"
    r"|\d ?(?:kg|g|킬로|키로|그램).{0,24}(?:보내|부치|요금|운임).{0,8}(?:얼마|비용|요금)"
    r"|(?:택배비|배송비|운임|국제우편 ?요금|ems ?요금)(?:이|은|는|가)? ?(?:얼마|견적|알려|계산)"
    r"|寄[^，。]{0,14}[到去往][^，。]{0,12}(?:多少钱|运费|邮费|怎么收费)"
    r"|(?:运费|邮费|快递费)(?:是|要|大概|现在)*(?:多少钱|报价)"
    r"|\d ?(?:公斤|千克|斤|kg)[^，。]{0,12}(?:多少钱|运费多少|邮费多少)"
)
_CASE = re.compile(
    r"(?<!how do i check )(?<!how can i check )(?<!where do i check )(?<!how to check )(?<!how do i )(?<!how can i )"
    r"(?<!where do i )(?<!where can i )(?<!how to )(?:"
    r"\b(?:status|progress) (?:of|on|for) (?:my|our) (?:\w+ ){0,3}"
    r"(?:application|case|file|visa|permit|profile|passport)\b"
    r"|\b(?:check|show|tell me|look up|what(?:'s| is)) (?:my|our) (?:\w+ ){0,3}"
    r"(?:application|case|file|visa|permit|passport)"
    r"(?:'s)? (?:status|progress)\b"
    r"|\b(?:has|is|was) my (?:\w+ ){0,2}(?:application|visa|permit) (?:been )?(?:approved|refused|decided|ready)\b)"
    r"|\buci\b\W{0,3}(?:is |number )?\W{0,3}(?:\d[\d-]{3,}|number\])"
    r"|\bapplication (?:number|no\.?)\W{0,3}(?:is )?\W{0,1}(?:[a-z]?\d{4,}|number\])"
    r"|(?:내|제) ?(?:[가-힣]+ ){0,2}?[가-힣]*(?:신청|접수|민원|비자|여권|심사)[가-힣 ]{0,6}"
    r"(?:진행 ?상[황태]|처리 ?상태|(?:결과|상태|진행) ?(?:조회|확인|알려|봐))"
    r"|접수 ?번호\W{0,3}(?:[a-z]{0,3}\d{4,}|번호\])|(?<!\d)\d{6} ?- ?[1-8]\d{6}(?!\d)"
    r"|(?:查|看|查询)(?:一下|下)?我的?(?:[一-鿿]{0,4})(?:签证|申请|护照|案件|材料)(?:[一-鿿]{0,3})(?:进度|状态|结果)"
    r"|我的(?:[一-鿿]{0,4})(?:签证|申请|护照)(?:[一-鿿]{0,3})(?:进度|批了没|到哪一步|办好了没)"
    r"|\[(?:id number|신분증번호|证件号)\]"
)


def referral(question: str) -> Referral | None:
    """Return what is asked for that no card holds, or None.

    A question about a rule, such as how a parcel is tracked or what a lost one is worth, is none of these.
    """
    text = normalise(question)
    if _CASE.search(text):
        return "case"
    if _PARCEL.search(text):
        return "parcel"
    return "quote" if _QUOTE.search(text) else None
