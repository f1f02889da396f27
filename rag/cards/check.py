"""Checks a corpus folder against OKF and writes the findings a line each."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from rag.cards.findings import Finding, Severity
from rag.cards.reader import Bundle, Corpus, read_corpus
from rag.errors import CorpusError

_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found."""

    corpus: Corpus

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return _count(self.corpus.findings)["error"]

    def lines(self) -> Iterator[str]:
        """Yield the report: a line a finding, then a line a bundle. No line holds a control character."""
        for finding in self.corpus.findings:
            place = f"{finding.path}:{finding.line}" if finding.line else finding.path
            text = f"{place}: {finding.severity} {finding.kind}: {finding.message}. {finding.remedy}"
            yield visible(text)
        for bundle in self.corpus.bundles:
            yield visible(self._summary(bundle))
        if not self.corpus.bundles:
            yield visible(f"{self.corpus.root}: no bundle found; a bundle is a folder that holds .md files.")

    def _summary(self, bundle: Bundle) -> str:
        prefix = f"{bundle.path}/" if bundle.path else ""
        counts = _count(finding for finding in self.corpus.findings if finding.path.startswith(prefix))
        skipped = sum(skip.path.startswith(prefix) for skip in self.corpus.skipped)
        version = f"OKF {bundle.okf_version}" if bundle.okf_version else "no okf_version"
        found = ", ".join(_amount(counts[severity], severity) for severity in _SEVERITIES)
        return f"{bundle.name}: {_amount(len(bundle.cards), 'card')}, {version}, {found}, {skipped} skipped"


def check(path: Path) -> CheckReport:
    """Read the corpus or bundle at `path` and report. Raises `CorpusError` when it cannot be read at all."""
    return CheckReport(read_corpus(path, {}))


def run_check(path: Path, *, strict: bool, out: TextIO) -> int:
    """Write the report of `path` to `out` and return the exit code.

    0: done. 1: `strict`, and there is an error or no card at all. 2: `path` cannot be read.
    """
    try:
        report = check(path)
    except CorpusError as exc:
        print(visible(str(exc)), file=out)
        return 2
    for line in report.lines():
        print(line, file=out)
    return int(strict and (report.errors > 0 or not report.corpus.cards))


def visible(text: str) -> str:
    """Return `text` with control, invisible and line-breaking characters written as escapes."""
    return "".join(_escape(char) if unicodedata.category(char) in _UNSHOWN else char for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _count(findings: Iterable[Finding]) -> Counter[Severity]:
    return Counter(finding.severity for finding in findings)


def _amount(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
