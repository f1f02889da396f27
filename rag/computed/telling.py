"""Says a computation in words: the number first, then its rules, its factors and what would change it."""

from collections.abc import Iterator, Mapping

from rag.computation_types import Computation, ShownLever, ShownPart, ShownReceipt
from rag.compute.labels import Labels, labels
from rag.compute.wording import tell_check, tell_failure, tell_number, tell_rules
from rag.query.places import place_name
from rag.types import Language

MOST_LEVERS = 8
"""Changes told in words; all of them are in the values beside the text."""

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "needs": "I can compute this ({title}). It needs: {inputs}.",
        "ready": "I can compute this ({title}). Please look at the inputs first: {inputs}.",
        "problems": "This cannot be computed yet. {problems}",
        "inputs": "Computed from: {inputs}.",
        "factors": "By factor:",
        "factor": "- {factor}: {points} of {most}{marker}",
        "cap": "- {factor}: {points}{marker}",
        "levers": "What would change it:",
        "lever": "- {label}: {delta:+d} ({total})",
        "unattested lever": "- {label}: its attestation failed",
        "and": ", ",
        "is": "{name}: {value}",
        "year": "No year was given; this year was taken.",
        "today": "Counted from today's date.",
        "zone": "No place was given; your own time zone was taken.",
    },
    "ko": {
        "needs": "계산해 드릴 수 있습니다({title}). 필요한 것: {inputs}.",
        "ready": "계산해 드릴 수 있습니다({title}). 먼저 입력값을 확인해 주세요: {inputs}.",
        "problems": "아직 계산할 수 없습니다. {problems}",
        "inputs": "계산에 쓴 값: {inputs}.",
        "factors": "요소별 점수:",
        "factor": "- {factor}: {most}점 가운데 {points}점{marker}",
        "cap": "- {factor}: {points}점{marker}",
        "levers": "이렇게 바뀌면:",
        "lever": "- {label}: {delta:+d}점({total}점)",
        "unattested lever": "- {label}: 대조를 통과하지 못함",
        "and": ", ",
        "is": "{name}: {value}",
        "year": "연도가 없어 올해로 계산했습니다.",
        "today": "오늘 날짜를 기준으로 계산했습니다.",
        "zone": "장소가 없어 사용자의 시간대로 계산했습니다.",
    },
    "zh": {
        "needs": "可以为您计算（{title}）。需要：{inputs}。",
        "ready": "可以为您计算（{title}）。请先核对输入：{inputs}。",
        "problems": "还不能计算。{problems}",
        "inputs": "计算所用：{inputs}。",
        "factors": "各项得分：",
        "factor": "- {factor}：满分{most}，得{points}分{marker}",
        "cap": "- {factor}：{points}分{marker}",
        "levers": "如果改变：",
        "lever": "- {label}：{delta:+d}分（{total}分）",
        "unattested lever": "- {label}：未通过核对",
        "and": "，",
        "is": "{name}：{value}",
        "year": "没有写年份，按今年计算。",
        "today": "以今天的日期计算。",
        "zone": "没有写地点，按您所在的时区计算。",
    },
}


def tell_computation(found: Computation, language: Language) -> str:
    """Return an answer's whole text, with markers `[n]`; it holds a number only when that was attested."""
    if found.receipt is not None:
        return "\n\n".join(_computed(found, found.receipt, language))
    if found.state == "unattested":
        return tell_failure(found.executor, found.mismatches, language)
    words, names = _WORDS[language], labels(language)
    if found.problems:
        return words["problems"].format(problems=" ".join(problems_of(found, language)))
    asked = found.missing or tuple(found.given)
    inputs = words["and"].join(names.input(name) for name in asked)
    return words["needs" if found.missing else "ready"].format(title=title_of(found, language), inputs=inputs)


def title_of(found: Computation, language: Language) -> str:
    """Return what is computed, in the reader's language."""
    return labels(language).title(found.executor, found.title)


def problems_of(found: Computation, language: Language) -> tuple[str, ...]:
    """Return what is wrong with the inputs, a sentence each."""
    return tuple(labels(language).text(message) for _, message in found.problems)


def inputs_line(found: Computation, inputs: Mapping[str, str], language: Language) -> str:
    """Return inputs on one line: `Age: 31, Highest education: Doctorate`; an empty one is left out."""
    names, words = labels(language), _WORDS[language]
    kinds = {one.name: one.type for one in found.wanted}
    return words["and"].join(
        words["is"].format(name=names.input(name), value=_value(names, kinds.get(name, "choice"), text, language))
        for name, text in inputs.items()
        if text
    )


def _value(names: Labels, kind: str, text: str, language: Language) -> str:
    place = place_name(text, language) if kind == "zone" else text
    return names.value(kind, text) if place == text else f"{place} ({text})"


def assumptions_of(found: Computation, language: Language) -> str:
    """Return what was taken for granted, or nothing."""
    words = _WORDS[language]
    return " ".join(words[word] for word in found.assumed if word in words)


def _computed(found: Computation, receipt: ShownReceipt, language: Language) -> Iterator[str]:
    words = _WORDS[language]
    rules = receipt.rules
    number = tell_number(receipt.result, receipt.unit, language, expired=rules is not None and rules.expired)
    if rules is not None:
        told = tell_rules(rules.name, rules.effective_from, rules.effective_to, rules.notice, language)
        number = f"{number} {told}"
    yield f"{number} [1]"
    given = receipt.inputs if not receipt.breakdown else {name: receipt.inputs[name] for name in found.given}
    yield " ".join(
        part
        for part in (
            words["inputs"].format(inputs=inputs_line(found, given, language)),
            assumptions_of(found, language),
            tell_check(receipt.attester, language),
        )
        if part
    )
    if receipt.breakdown:
        yield "\n".join([words["factors"], *(_factor(part, language) for part in receipt.breakdown)])
    if found.levers:
        yield "\n".join([words["levers"], *(_lever(lever, language) for lever in found.levers[:MOST_LEVERS])])


def _factor(part: ShownPart, language: Language) -> str:
    marker = f" [{part.number}]" if part.number else ""
    words = _WORDS[language]["factor" if part.points >= 0 else "cap"]
    return words.format(factor=labels(language).text(part.factor), points=part.points, most=part.most, marker=marker)


def _lever(lever: ShownLever, language: Language) -> str:
    label = labels(language).text(lever.label)
    if lever.delta is None:
        return _WORDS[language]["unattested lever"].format(label=label)
    return _WORDS[language]["lever"].format(label=label, delta=lever.delta, total=lever.total)
