"""Reads the files OKF reserves, `index.md` and `log.md`; they are never cards (OKF v0.2: 3.1, 8, 9)."""

import re
from dataclasses import dataclass
from datetime import date

from rag.cards.findings import Finding, quote
from rag.cards.frontmatter import Frontmatter, Split, parse, split

RESERVED = frozenset(("index.md", "log.md"))
"""Reserved names, exact case, at every level."""

KNOWN_VERSIONS = frozenset(("0.1", "0.2", "0.3"))

_README_STEM = re.compile(
    "readme|changelog|contributing|licen[sc]e|code[_-]of[_-]conduct|security|notice|authors|agents|claude",
    re.IGNORECASE,
)
_HEADING = re.compile(r"##[ \t]+(.*?)[ \t#]*")


@dataclass(frozen=True, slots=True)
class ReservedFile:
    """An index or a log."""

    okf_version: str | None
    """Only a bundle's root index may declare it; None elsewhere and when absent."""
    body: str
    body_line: int
    findings: tuple[Finding, ...]


def is_readme_like(name: str) -> bool:
    """Tell whether a file by this name is for people who visit the repository, such as README.ko.md."""
    return _README_STEM.fullmatch(name.split(".")[0]) is not None


def read_reserved(text: str, path: str, *, name: str, is_root: bool) -> ReservedFile:
    """Read an index or log; what breaks the rules of sections 8 and 9 is reported and tolerated."""
    parts = split(text)
    findings: list[Finding] = []
    version = None
    if parts.opened:
        version, findings = _read_frontmatter(parts, path, name=name, is_root=is_root)
    if name == "log.md":
        findings += _check_log(parts, path)
    return ReservedFile(version, parts.body, parts.body_line, tuple(findings))


def _read_frontmatter(parts: Split, path: str, *, name: str, is_root: bool) -> tuple[str | None, list[Finding]]:
    if parts.block is None:
        message, remedy = "the frontmatter has no closing `---` line", "Add one."
        return None, [Finding(path, 1, "unclosed-frontmatter", "warning", message, remedy)]
    read = parse(parts.block, path, severity="warning")
    if isinstance(read, Finding):
        return None, [read]
    findings = list(read.findings)
    version = _version(read) if is_root and name == "index.md" else None
    if version is not None and version not in KNOWN_VERSIONS:
        message = f"okf_version {quote(version)} is not known; the bundle is read as OKF 0.2"
        line = read.lines.get("okf_version", 1)
        findings.append(Finding(path, line, "bad-field", "note", message, "Check the version."))
    others = [key for key in read.fields if version is None or key != "okf_version"]
    if others:
        allowed = "only `okf_version`" if is_root and name == "index.md" else "no frontmatter"
        message = f"{name} may hold {allowed} here, found {quote(', '.join(others))}"
        line = read.lines.get(others[0], 1)
        findings.append(Finding(path, line, "frontmatter-in-reserved", "note", message, "Remove these keys."))
    return version, findings


def _version(read: Frontmatter) -> str | None:
    value = read.fields.get("okf_version")
    return value.strip() if isinstance(value, str) and value.strip() else None


def _check_log(parts: Split, path: str) -> list[Finding]:
    findings = []
    fence = ""
    for number, line in enumerate(parts.body.split("\n"), start=parts.body_line):
        if line.lstrip().startswith(("```", "~~~")):
            mark = line.lstrip()[:3]
            fence = "" if fence == mark else fence or mark
        heading = None if fence else _HEADING.fullmatch(line)
        if heading and not _is_day(heading[1]):
            message = f"the log heading {quote(heading[1])} is not a day"
            remedy = "Write it as YYYY-MM-DD."
            findings.append(Finding(path, number, "bad-log-heading", "warning", message, remedy))
    return findings


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
