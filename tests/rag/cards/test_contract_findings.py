from io import StringIO
from pathlib import Path

import pytest

from rag.cards.check import run_check
from rag.cards.reader import read_corpus

CARD = """---
type: Attested Computation
title: Now
runtime: python
parameters:
- {name: zone, type: zone, required: true}
executor:
  resource: clock-now
attester:
  resource: clock-second-derivation
---
Tells the time.
"""


def write(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in CARD
    (folder / "b").mkdir()
    (folder / "b" / "now.md").write_text(CARD.replace(old, new, 1) if old else CARD, encoding="utf-8")
    return folder


def test_a_contract_that_fits_its_code_is_no_finding(tmp_path: Path) -> None:
    assert read_corpus(write(tmp_path), {}).findings == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("clock-now", "clock-then", 7, "executor.resource: 'clock-then' is not registered; write one of "),
        ("clock-second-derivation", "nobody", 9, "attester.resource: 'nobody' does not attest 'clock-now'; write"),
        ("type: zone", "type: integer", 5, "parameters.zone: 'clock-now' takes no integer of this name (takes: zone"),
        ("runtime: python", "runtime: sql", 4, "runtime: Input should be 'python'"),
        ("runtime: python\n", "", 1, "runtime: Field required"),
    ],
)
def test_a_contract_that_does_not_fit_is_found_by_key_and_line_and_the_card_stands(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    corpus = read_corpus(write(tmp_path, old, new), {})
    (finding,) = corpus.findings
    assert (finding.kind, finding.severity, finding.path) == ("bad-contract", "warning", "b/now.md")
    assert finding.message.startswith(said)
    assert not finding.message.endswith(".")
    assert finding.line == line
    assert len(corpus.cards) == 1


def test_the_check_command_reports_it(tmp_path: Path) -> None:
    out = StringIO()
    assert run_check(write(tmp_path, "clock-now", "os.system"), strict=True, out=out) == 0
    assert "b/now.md:7: warning bad-contract: executor.resource: 'os.system' is not registered" in out.getvalue()
    assert "until then nothing is computed from this card." in out.getvalue()


def test_a_card_of_another_type_needs_no_contract(tmp_path: Path) -> None:
    assert read_corpus(write(tmp_path, "Attested Computation", "Fact"), {}).findings == ()
