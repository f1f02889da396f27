"""Where the screen's cases come from: a run of this app, or the last saved report."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from pages.components.ready import engine, evaluation_runs
from rag.config import Settings
from rag.evaluation.cases import Case
from rag.evaluation.labels import Labelled, load_labels
from rag.evaluation.report import SUMMARY, make_report
from rag.evaluation.runs import RunKey, labels_hash
from rag.evaluation.saved import SavedReport, read_saved
from rag.evaluation.scores import BundleScores
from rag.process import config_path


@dataclass(frozen=True, slots=True)
class Source:
    """Cases with what they were measured under."""

    key: str
    """Differs whenever the cases may differ."""
    index_version: str
    settings_hash: str
    cases: tuple[Case, ...]
    saved: bool
    """Whether they are those of the saved report."""

    @property
    def scores(self) -> tuple[BundleScores, ...]:
        """A row a bundle, then one over all when there are several."""
        return _scores(self.key, self.cases)


def report_path() -> Path:
    """Return where the last saved report is: beside the settings file."""
    return config_path().resolve().parent / "eval" / "reports" / SUMMARY


def saved_report() -> Source | None:
    """Return the saved report; None when there is none. Raises `ConfigError` when it cannot be read."""
    stamp = file_stamp(report_path())
    if not stamp:
        return None
    found = _report(str(report_path()), stamp)
    return Source(f"report {stamp}", found.index_version, found.settings_hash, found.cases, saved=True)


def labelled() -> tuple[Labelled, ...]:
    """Return the labelled questions. Raises `ConfigError` when there are none or they contradict the cards."""
    folder = config_path().resolve().parent / "eval" / "questions"
    stamps = tuple((path.name, file_stamp(path)) for path in sorted(folder.glob("*.yaml")))
    index = engine().index()
    return _labels(str(folder), stamps, index.manifest.version, index.cards.ids)


def run_key(settings: Settings, labels: Sequence[Labelled]) -> RunKey:
    """Return the key of a run that would be made now."""
    return RunKey(engine().index().manifest.version, settings.hash, labels_hash(labels))


def measured(settings: Settings, labels: Sequence[Labelled]) -> Source | None:
    """Return the finished run of some settings on the index that serves; None when there is none."""
    key = run_key(settings, labels)
    cases = evaluation_runs().get(key)
    return None if cases is None else Source(f"run {key}", key.index_version, key.settings_hash, cases, saved=False)


def known(settings: Settings, labels: Sequence[Labelled], report: Source | None) -> Source | None:
    """Return the run of some settings, or the saved report where it was made with them on this index."""
    run = measured(settings, labels)
    if run is not None or report is None:
        return run
    now = engine().index().manifest.version
    return report if (report.index_version, report.settings_hash) == (now, settings.hash) else None


def file_stamp(path: Path) -> int:
    """Return when a file was last written, in nanoseconds; 0 when there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@st.cache_data(max_entries=2, show_spinner=False)
def _report(path: str, stamp: int) -> SavedReport:
    return read_saved(Path(path))


@st.cache_data(max_entries=2, show_spinner=False)
def _labels(
    folder: str, stamps: tuple[tuple[str, int], ...], index_version: str, _ids: Sequence[str]
) -> tuple[Labelled, ...]:
    return load_labels(Path(folder), _ids)


@st.cache_data(max_entries=8, show_spinner=False)
def _scores(key: str, _cases: tuple[Case, ...]) -> tuple[BundleScores, ...]:
    return make_report(_cases, index_version="", settings_hash="", embedder="", threshold=0.0).scores
