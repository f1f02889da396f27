"""Points at text a reader cannot see and at text that addresses a model instead of a person."""

import re

from rag.cards.findings import Finding, quote

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters but tab and newline
    "\u00ad\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0"
    "\U000e0000-\U000e007f]"  # tag characters: invisible ASCII
    "|(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d"  # a joiner that joins no emoji
)
_HINTS = (
    "instruction",
    "prompt",
    "you are now",
    "<|",
    "[inst]",
    "지시",
    "명령",
    "프롬프트",
    "指令",
    "指示",
    "提示",
)
_INSTRUCTION = re.compile(
    r"\b(ignore|disregard|forget|override)\b[^.\n]{0,40}\b(instructions?|prompts?)\b"
    r"|\b(system|developer) prompt\b|\byou are now\b[^.\n]{0,40}\b(assistant|model|mode|ai)\b"
    r"|<\|(im_start|im_end|system|user|assistant)\|>|\[/?inst\]"
    r"|(지시|명령|프롬프트)[^.\n]{0,20}(무시|잊)|시스템 ?프롬프트"
    r"|(忽略|无视|無視|忘记|忘記)[^。\n]{0,20}(指令|指示|提示)|系统提示|系統提示",
    re.IGNORECASE,
)


def check_text(text: str, path: str) -> list[Finding]:
    """Return at most one finding of each sort for a file's whole text, at its first place."""
    findings = []
    hidden = _HIDDEN.search(text)
    if hidden:
        message = f"the text holds characters no reader sees, first U+{ord(hidden[0]):04X}"
        line = _line(text, hidden.start())
        findings.append(Finding(path, line, "hidden-characters", "warning", message, "Remove them."))
    folded = text.casefold()
    if any(hint in folded for hint in _HINTS) and (found := _INSTRUCTION.search(text)):
        message = f"the text speaks to a model: {quote(found[0])}"
        remedy = "Check where the text came from; it is shown as data and never obeyed."
        line = _line(text, found.start())
        findings.append(Finding(path, line, "instruction-like", "warning", message, remedy))
    return findings


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
