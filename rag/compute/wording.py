"""Says an outcome in words: the number with its rules, or that there is none and why."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from rag.compute.labels import labels
from rag.compute.types import Attested, Outcome, Refused, RuleSet, Unattested
from rag.types import Language

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "points": "{} points",
        "days": "{} days",
        "expired": "{}, by rules that are no longer in force.",
        "plain": "{}.",
        "rules": "{name}, in force from {first} to {last}. {notice}",
        "open rules": "{name}, in force from {first} on. {notice}",
        "checked": "Checked by {}.",
        "failed": (
            "{executor} failed its attestation, so no number is shown. The second derivation disagrees on: {what}."
        ),
    },
    "ko": {
        "points": "{}점",
        "days": "{}일",
        "expired": "{}(더는 시행되지 않는 규칙 기준).",
        "plain": "{}.",
        "rules": "{name}({first}~{last} 시행). {notice}",
        "open rules": "{name}({first}부터 시행). {notice}",
        "checked": "{} 대조를 마쳤습니다.",
        "failed": "{executor} 계산이 대조를 통과하지 못해 숫자를 보여 드리지 않습니다. 두 계산이 다른 항목: {what}.",
    },
    "zh": {
        "points": "{}分",
        "days": "{}天",
        "expired": "{}（所依据的规则已不再有效）。",
        "plain": "{}。",
        "rules": "{name}，有效期{first}至{last}。{notice}",
        "open rules": "{name}，自{first}起有效。{notice}",
        "checked": "已由{}核对。",
        "failed": "{executor}未通过核对，因此不显示数字。两次计算不一致之处：{what}。",
    },
}
_WEEKDAYS: Mapping[Language, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "ko": tuple("월화수목금토일"),
    "zh": tuple("一二三四五六日"),
}
_DATE: Mapping[Language, str] = {
    "en": "{weekday}, {year}-{month:02}-{day:02}",
    "ko": "{year}년 {month}월 {day}일({weekday})",
    "zh": "{year}年{month}月{day}日（星期{weekday}）",
}


def tell(outcome: Outcome, language: Language = "en") -> str:
    """Return one to four sentences. Only an attested outcome's text holds the number; expiry stands right beside it."""
    match outcome:
        case Attested(receipt, attestation):
            number = tell_number(str(receipt.result), receipt.unit, language, expired=receipt.expired)
            rules = _rules_of(receipt.rule_set, language) if receipt.rule_set else ""
            return " ".join(part for part in (number, rules, tell_check(attestation.attester, language)) if part)
        case Unattested(executor, attestation):
            return tell_failure(executor, attestation.mismatches, language)
        case Refused(problems):
            return " ".join(labels(language).text(problem.message) for problem in problems)


def tell_number(result: str, unit: str, language: Language, *, expired: bool) -> str:
    """Return the sentence with the number; that its rules expired stands in the same sentence."""
    return _WORDS[language]["expired" if expired else "plain"].format(result_words(result, unit, language))


def tell_rules(name: str, first: str, last: str, notice: str, language: Language) -> str:
    """Return a rule set's name, its period (`last` is empty while no end is known) and its notice."""
    names = labels(language)
    words = _WORDS[language]["rules" if last else "open rules"]
    return words.format(name=names.text(name), first=first, last=last, notice=names.text(notice)).strip()


def tell_check(attester: str, language: Language) -> str:
    """Return who compared the number with a second derivation."""
    return _WORDS[language]["checked"].format(attester)


def tell_failure(executor: str, mismatches: Sequence[str], language: Language) -> str:
    """Return what is said of a failed attestation; it names what differs and holds no number."""
    what = ", ".join(labels(language).text(mismatch) for mismatch in mismatches)
    return _WORDS[language]["failed"].format(executor=executor, what=what)


def _rules_of(rules: RuleSet, language: Language) -> str:
    last = rules.effective_to.isoformat() if rules.effective_to else ""
    return tell_rules(rules.name, rules.effective_from.isoformat(), last, rules.notice, language)


def result_words(result: str, unit: str, language: Language) -> str:
    """Return a result as it is read: `427 points`, a date with its weekday, an instant with its offset from UTC."""
    if unit:
        return _WORDS[language][unit].format(result)
    try:
        read = datetime.fromisoformat(result)
    except ValueError:
        return result
    day = date_words(read.date(), language)
    if len(result) == len("2026-11-30"):
        return day
    offset = f"UTC{result[19:]}" if len(result) > len("2026-11-30T12:00:00") else ""
    return f"{day} {read:%H:%M} {offset}".strip()


def date_words(day: date, language: Language) -> str:
    """Return a date with its weekday: `Wednesday, 2026-11-18`."""
    weekday = _WEEKDAYS[language][day.weekday()]
    return _DATE[language].format(weekday=weekday, year=day.year, month=day.month, day=day.day)
