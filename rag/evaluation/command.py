"""`python -m rag eval` and `python -m rag calibrate`: measure on labelled questions, fit the confidence to them."""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rag.cards.check import visible
from rag.config import Settings, load_settings
from rag.engine import Engine, open_engine
from rag.errors import ConfigError
from rag.evaluation.beir import BeirScores, score_beir
from rag.evaluation.calibration import PARTS, Calibration, calibrate
from rag.evaluation.cases import Case, ask_all
from rag.evaluation.conversations.measure import measure_conversations
from rag.evaluation.labels import load_labels
from rag.evaluation.readme import write_numbers
from rag.evaluation.report import SUMMARY, Report, compare, make_report, read_cases, to_markdown, write_report
from rag.tuning.change_log import open_change_log
from rag.tuning.overrides import Value
from rag.tuning.saving import Order, save
from rag.tuning.settings_file import read_version

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ROOT / "eval" / "questions"
REPORTS = ROOT / "eval" / "reports"
README = ROOT / "README.md"
REFUSED_SHARE = 0.07
"""Covered questions the suggested threshold may refuse: a refusal costs a click, a wrong answer a fee."""


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `eval` and `calibrate` to the command line."""
    found = commands.add_parser("eval", help="measure retrieval and refusal on labelled questions")
    found.add_argument("--beir", type=Path, action="append", metavar="DIR", help="measure a BEIR folder instead")
    found.add_argument(
        "--conversations",
        type=Path,
        action="append",
        metavar="DIR",
        help="measure follow-ups, comparisons and abstention on a BEIR folder with conversations instead",
    )
    found.add_argument(
        "--misses", action="store_true", help="with --conversations: print the questions that went wrong"
    )
    found.add_argument("--limit", type=int, metavar="N", help="at most N queries of each folder")
    found.add_argument("--compare", type=Path, metavar="REPORT", help="summary.json of before: print what flipped")
    found.add_argument("--reports", type=Path, default=REPORTS, metavar="DIR", help="where the report is written")
    found.add_argument("--readme", action="store_true", help="only write README's numbers from the report")
    found.add_argument(
        "--check", action="store_true", help="with --readme: exit 1 when README's numbers are not the report's"
    )
    found.set_defaults(run=_eval)
    fit = commands.add_parser(
        "calibrate", help="fit the confidence to the labelled questions, write it to the settings"
    )
    fit.add_argument("--force", action="store_true", help="overwrite values that were set by hand")
    fit.add_argument("--dry-run", action="store_true", help="only print")
    fit.set_defaults(run=_calibrate)


def _eval(options: argparse.Namespace) -> int:
    if options.readme:
        return write_numbers(README, options.reports / SUMMARY, check=options.check)
    settings = load_settings(options.config)
    engine = open_engine(settings, say=_say)
    if options.beir:
        _print_beir([score_beir(path, engine.embedder, _cache(settings), limit=options.limit) for path in options.beir])
        return 0
    if options.conversations:
        _print_conversations(options, engine, settings)
        return 0
    before = read_cases(options.compare) if options.compare else None
    report = _measure(engine, settings)
    write_report(options.reports, report)
    print(to_markdown(report))
    if before is not None:
        _print_comparison(before, report.cases)
    return 0


def _measure(engine: Engine, settings: Settings) -> Report:
    identity = engine.embedder.identity
    return make_report(
        _cases(engine, settings),
        index_version=engine.index().manifest.version,
        settings_hash=settings.hash,
        embedder=f"{identity.name} {identity.revision}",
        threshold=settings.confidence.threshold,
    )


def _cases(engine: Engine, settings: Settings) -> tuple[Case, ...]:
    labels = load_labels(QUESTIONS, engine.index().cards.ids)
    return ask_all(labels, engine, settings, progress=_progress)


def _print_beir(rows: Sequence[BeirScores]) -> None:
    print("| set | documents | queries | nDCG@10 words | meaning | score fusion | RRF |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        legs = (row.bm25, row.vector, row.score_fusion, row.rrf)
        print(
            f"| {row.name} | {row.documents} | {row.queries} | " + " | ".join(f"{s.ndcg_10:.3f}" for s in legs) + " |"
        )


def _print_conversations(options: argparse.Namespace, engine: Engine, settings: Settings) -> None:
    for path in options.conversations:
        lines = measure_conversations(
            path, settings, engine.embedder, misses=options.misses, limit=options.limit, say=_say
        )
        for line in lines:
            print(visible(line))


def _print_comparison(before: Sequence[Case], after: Sequence[Case]) -> None:
    found = compare(before, after)
    print(f"\nAgainst the report before, over {found.shared} questions:")
    for what, chance in (("ranking", found.p_ranking), ("verdict", found.p_verdict)):
        flips = [flip for flip in found.flips if flip.what == what]
        better = sum(flip.better for flip in flips)
        said = "more than noise" if chance < 0.05 else "may be noise"
        print(f"{what}: {better} better, {len(flips) - better} worse (p = {chance:.3f}, {said})")
        for flip in flips:
            print(f"  {'+' if flip.better else '-'} {flip.id}")


def _calibrate(options: argparse.Namespace) -> int:
    settings = load_settings(options.config)
    if not (options.dry_run or options.force or _as_fitted(settings)):
        raise ConfigError(
            "The confidence values of config.yaml were set by hand since the last fit, or never fitted; "
            "look with --dry-run, overwrite with --force."
        )
    engine = open_engine(settings, say=_say)
    fit = calibrate(_cases(engine, settings), refused_share=REFUSED_SHARE)
    _print_fit(fit)
    if options.dry_run:
        return 0
    today = datetime.now(UTC)
    values: dict[str, Value] = {"confidence.open_intercept": fit.intercept, "confidence.threshold": fit.threshold}
    values |= {f"confidence.{name}": value for name, value in fit.coefficients}
    values["confidence.fitted"] = f"{today.date()} data {fit.data_hash} values {_values_hash(values)}"
    log = open_change_log(settings.data.path)
    save(options.config, read_version(options.config), Order(values, "python -m rag calibrate", today), log)
    print(f"Written to {options.config.name}.")
    return 0


def _print_fit(fit: Calibration) -> None:
    print(f"{fit.questions} questions, data {fit.data_hash}; out of sample, each bundle judged by the others:")
    for name, found in (("near", fit.auroc_near), ("far", fit.auroc_far)):
        print(f"AUROC {name} {found.mean:.3f} ({found.low:.3f}-{found.high:.3f})")
    print("confidence   questions   covered (95 % interval)")
    for band in fit.reliability:
        share = f"{band.right.mean:.2f} ({band.right.low:.2f}-{band.right.high:.2f})" if band.right.count else "-"
        print(f"{band.low:.1f} to {band.high:.1f}   {band.right.count:>9}   {share}")
    print(f"open_intercept {fit.intercept}, " + ", ".join(f"{name} {value}" for name, value in fit.coefficients))
    print(f"threshold {fit.threshold} refuses {REFUSED_SHARE:.0%} of covered questions")


def _as_fitted(settings: Settings) -> bool:
    values = {
        f"confidence.{name}": getattr(settings.confidence, name) for name in ("open_intercept", "threshold", *PARTS)
    }
    return settings.confidence.fitted.endswith(f"values {_values_hash(values)}")


def _values_hash(values: dict[str, Value]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]


def _cache(settings: Settings) -> Path:
    folder = settings.data.path / "index"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "embeddings.sqlite"


def _progress(done: int, total: int) -> None:
    if done == total or not done % 100:
        _say(f"{done}/{total} questions")


def _say(line: str) -> None:
    print(line, file=sys.stderr)
