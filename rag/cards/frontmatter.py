"""Splits a card file into frontmatter and body, and reads the frontmatter (OKF v0.2, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rag.cards.findings import Finding, Severity
from rag.cards.repair import quote_colons
from rag.cards.yaml_text import Written, YamlFault, YamlMapping, read_mapping

MAX_BLOCK_CHARS = 64_000
"""Longest frontmatter read; the longest in public bundles is under 10,000 characters."""


@dataclass(frozen=True, slots=True)
class Split:
    """A file's text, cut at its fences."""

    block: str | None
    """The lines between the fences; None without a fence on line 1 or without a closing one."""
    opened: bool
    """Line 1 is a fence."""
    body: str
    body_line: int
    """Line of the file on which the body starts; 1 is the first."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The fields of a file as written, and what is to be said about them."""

    fields: Mapping[str, Written]
    lines: Mapping[str, int]
    """Line of the file on which each top-level key stands."""
    findings: tuple[Finding, ...]


def split(text: str) -> Split:
    """Cut `text` (newlines LF) at its fences.

    A fence is a line of `---`, trailing white space allowed; the first must be line 1. Without a closed
    frontmatter the whole text is the body.
    """
    lines = text.split("\n")
    opened = lines[0].rstrip() == "---"
    if opened:
        for number, line in enumerate(lines[1:], start=1):
            if line.startswith("---") and line.rstrip() == "---":
                body = "\n".join(lines[number + 1 :])
                return Split("\n".join(lines[1:number]), True, body, number + 2)
    return Split(None, opened, text, 1)


def parse(block: str, path: str, *, severity: Severity = "error") -> Frontmatter | Finding:
    """Read the lines between the fences; every scalar keeps its spelling (`yes`, `010`, `2026-01-01`).

    An unquoted colon is repaired once, flagged `repaired`. `severity` is that of the finding that comes back
    when nothing can be read.
    """
    if len(block) > MAX_BLOCK_CHARS:
        message = f"the frontmatter has {len(block)} characters, at most {MAX_BLOCK_CHARS} are read"
        return Finding(path, 1, "too-long", severity, message, "Move the text below the frontmatter.")
    read = read_mapping(block, first_line=2)
    findings: list[Finding] = []
    if isinstance(read, YamlFault) and read.colon:
        mended, repairs = quote_colons(block)
        second = read_mapping(mended, first_line=2) if repairs else read
        if isinstance(second, YamlMapping):
            read = second
            findings += [_repaired(path, key, number + 2) for key, number in repairs]
    if isinstance(read, YamlFault):
        return _fault(path, read, severity)
    findings += [_duplicate(path, key, line) for key, line in read.duplicates]
    findings += [_cut(path, key, line) for key, line in read.cuts]
    return Frontmatter(read.fields, read.lines, tuple(findings))


def _fault(path: str, fault: YamlFault, severity: Severity) -> Finding:
    if fault.kind == "not-a-mapping":
        remedy = "Write `key: value` lines between the fences."
        return Finding(path, fault.line, "not-a-mapping", severity, fault.message, remedy)
    remedy = "Put the value in quotes." if fault.colon else "Correct the YAML at this line."
    return Finding(path, fault.line, "bad-yaml", severity, f"the frontmatter cannot be read: {fault.message}", remedy)


def _repaired(path: str, key: str, line: int) -> Finding:
    message = f"the value of {key!r} holds a colon without quotes; it was read as one text"
    return Finding(path, line, "repaired", "warning", message, "Put the value in quotes.")


def _duplicate(path: str, key: str, line: int) -> Finding:
    message = f"the key {key!r} stands twice; this last one counts"
    return Finding(path, line, "duplicate-key", "warning", message, "Keep one of them.")


def _cut(path: str, key: str, line: int) -> Finding:
    message = f"the value of {key!r} ends before ` #`, which starts a comment"
    return Finding(path, line, "title-cut", "warning", message, "Put the value in quotes if the # belongs to it.")
