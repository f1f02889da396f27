"""The last saved report, as far as the screens need it."""

import json
from dataclasses import dataclass
from pathlib import Path

from rag.errors import ConfigError
from rag.evaluation.cases import Case
from rag.evaluation.report import read_cases


@dataclass(frozen=True, slots=True)
class SavedReport:
    """What was measured, and with what."""

    index_version: str
    settings_hash: str
    threshold: float
    cases: tuple[Case, ...]


def read_saved(path: Path) -> SavedReport:
    """Return the report in a `summary.json`. Raises `ConfigError` when there is none or it is none of ours."""
    cases = read_cases(path)
    raw = json.loads(path.read_text(encoding="utf-8"))
    try:
        if not cases:
            raise ValueError("no cases")
        return SavedReport(str(raw["index_version"]), str(raw["settings_hash"]), float(raw["threshold"]), cases)
    except (KeyError, TypeError, ValueError) as exc:
        raise ConfigError(f"{path.name} is no report of `python -m rag eval`; make a new one.") from exc
