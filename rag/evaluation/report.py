"""Writes what an evaluation found: a summary for programs and one for people, the same on every run."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from rag.errors import ConfigError
from rag.evaluation.cases import Case
from rag.evaluation.metrics import Interval, sign_test
from rag.evaluation.scores import BundleScores, score_bundle

SUMMARY = "summary.json"
READABLE = "summary.md"
ALL_BUNDLES = "all"


@dataclass(frozen=True, slots=True)
class Report:
    """An evaluation: where it came from, its scores and its cases."""

    index_version: str
    settings_hash: str
    embedder: str
    threshold: float
    scores: tuple[BundleScores, ...]
    """One row a bundle, then one over all."""
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that came out otherwise than before."""

    id: str
    what: str
    """`ranking` (is the best card right), or `verdict` (was it rightly answered or refused)."""
    better: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two reports over the questions both hold."""

    shared: int
    flips: tuple[Flip, ...]
    p_ranking: float
    """Two-sided p-value that as lopsided a set of ranking flips is chance."""
    p_verdict: float


def make_report(
    cases: Sequence[Case], *, index_version: str, settings_hash: str, embedder: str, threshold: float
) -> Report:
    """Return the report of some cases."""
    names = list(dict.fromkeys(case.bundle for case in cases))
    rows = [score_bundle(name, [case for case in cases if case.bundle == name]) for name in names]
    if len(names) > 1:
        rows.append(score_bundle(ALL_BUNDLES, cases))
    return Report(index_version, settings_hash, embedder, threshold, tuple(rows), tuple(cases))


def compare(before: Sequence[Case], after: Sequence[Case]) -> Comparison:
    """Return which shared questions flipped, and whether that is more than noise (exact sign test)."""
    old = {case.id: case for case in before}
    pairs = [(old[case.id], case) for case in after if case.id in old]
    flips: list[Flip] = []
    for earlier, later in pairs:
        if later.kind == "answerable" and earlier.right_first != later.right_first:
            flips.append(Flip(later.id, "ranking", later.right_first))
        if _rightly(earlier) != _rightly(later):
            flips.append(Flip(later.id, "verdict", _rightly(later)))
    return Comparison(len(pairs), tuple(flips), _chance(flips, "ranking"), _chance(flips, "verdict"))


def write_report(folder: Path, report: Report) -> None:
    """Write `summary.json` and `summary.md`; no time and no place of this machine stands in them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SUMMARY).write_text(_to_json(report), encoding="utf-8")
    (folder / READABLE).write_text(to_markdown(report), encoding="utf-8")


def read_cases(path: Path) -> tuple[Case, ...]:
    """Return the cases of a summary written earlier. Raises `ConfigError` when it is none."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return TypeAdapter(tuple[Case, ...]).validate_python(raw["case_results"])
    except (OSError, ValueError, KeyError, TypeError) as exc:
        raise ConfigError(f"{path.name} is no report of `python -m rag eval`; make a new one.") from exc


def to_markdown(report: Report) -> str:
    """Return the report for people."""
    lines = [
        "# Evaluation",
        "",
        f"Index `{report.index_version}`, settings `{report.settings_hash}`, embedder {report.embedder}, "
        f"threshold {report.threshold:.2f}.",
        "",
        "How often the right card is found, over answerable questions (95 % bootstrap interval):",
        "",
        "| bundle | questions | hit@1 | hit@5 | recall@5 | MRR@10 | nDCG@10 | words hit@1 | meaning hit@1 |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in report.scores:
        fused = row.fused
        lines.append(
            f"| {row.bundle} | {fused.hit_1.count} | {_interval(fused.hit_1)} | {_interval(fused.hit_5)} "
            f"| {_number(fused.recall_5)} | {_number(fused.mrr_10)} | {_number(fused.ndcg_10)} "
            f"| {_number(row.bm25.hit_1.mean)} | {_number(row.vector.hit_1.mean)} |"
        )
    lines += [
        "",
        "How often it is right to refuse (`near` and `far` questions are not covered by any card):",
        "",
        "| bundle | covered refused | near refused | far refused | AUROC near | AUROC far "
        "| near / far refused at 5 % covered | answered from the right card |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in report.scores:
        found = row.refusal
        lines.append(
            f"| {row.bundle} | {_interval(found.covered_refused)} | {_interval(found.near_refused)} "
            f"| {_interval(found.far_refused)} | {_interval(found.auroc_near)} | {_interval(found.auroc_far)} "
            f"| {_number(found.near_at_5)} / {_number(found.far_at_5)} | {_number(found.answered_right)} |"
        )
    lines += [
        "",
        "How other questions fare (95 % Wilson interval):",
        "",
        "| bundle | ambiguous asked back | follow-up right first | follow-up right in five | comparison shows all |",
        "|---|---|---|---|---|",
    ]
    for row in report.scores:
        status = row.status
        cells = (status.ambiguous_asked_back, status.follow_up_first, status.follow_up_5, status.comparison_all)
        lines.append(f"| {row.bundle} | " + " | ".join(map(_interval, cells)) + " |")
    if report.scores:
        right = report.scores[-1].status.route_right
        lines += ["", f"Route chosen right, of {right.count} questions (95 % Wilson interval): {_interval(right)}."]
    return "\n".join(lines) + "\n"


def _rightly(case: Case) -> bool:
    return (case.answered and case.right_first) if case.covered else not case.answered


def _chance(flips: Sequence[Flip], what: str) -> float:
    kind = [flip.better for flip in flips if flip.what == what]
    return sign_test(sum(kind), len(kind) - sum(kind))


def _to_json(report: Report) -> str:
    value = asdict(report)
    value["case_results"] = value.pop("cases")
    return json.dumps(_rounded(value), ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n"


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"


def _interval(interval: Interval) -> str:
    if math.isnan(interval.mean):
        return "–"
    return f"{interval.mean:.2f} ({interval.low:.2f}–{interval.high:.2f})"
