"""`python -m rag bench`: how long each stage takes, in memory and on disk too, beside a plain loop; CRS trials."""

import argparse
import sys
import time
from pathlib import Path

from rag.compute.crs_tables import MARCH_2025
from rag.compute.crs_trial import try_profiles
from rag.config import load_settings
from rag.evaluation.bench import Plan, run_bench
from rag.evaluation.bench_report import to_json, to_text
from rag.evaluation.command import QUESTIONS

ROUNDS = 3


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `bench` to the command line."""
    bench = commands.add_parser("bench", help="time every stage on labelled questions, beside a plain loop")
    bench.add_argument("--cards", type=int, nargs="+", default=[], metavar="N", help="also measure grown corpora")
    bench.add_argument("--rounds", type=_rounds, default=ROUNDS, metavar="N", help=f"per question (default {ROUNDS})")
    bench.add_argument("--questions", type=Path, default=QUESTIONS, metavar="DIR", help="labelled questions")
    bench.add_argument("--folder", type=Path, metavar="DIR", help="keep grown corpora there to measure them again")
    bench.add_argument("--json", type=Path, metavar="FILE", help="also write everything measured")
    bench.add_argument(
        "--crs", type=_rounds, metavar="N", help="instead: score N random CRS profiles and look for any beyond its caps"
    )
    bench.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    if options.crs:
        return _try_crs(options.crs)
    if options.json and not options.json.parent.is_dir():
        raise ValueError(f"--json: there is no folder {options.json.parent}; make it first.")
    plan = Plan(load_settings(options.config), options.questions, options.rounds)
    found = run_bench(plan, options.cards, options.folder, say=_say)
    sys.stdout.write(to_text(found))
    if options.json:
        options.json.write_text(to_json(found), encoding="utf-8")
    return 0


def _try_crs(count: int) -> int:
    """Score random profiles; 1 when one left a cap or its two derivations differ."""
    started = time.perf_counter()
    trial = try_profiles(count, MARCH_2025)
    took_s = time.perf_counter() - started
    sys.stdout.write(
        f"{trial.profiles} random profiles by the {MARCH_2025.rule_set.name}: "
        f"{trial.lowest} to {trial.highest} points, {len(trial.breaches)} beyond a cap "
        f"or with two derivations that differ, {took_s:.0f} s.\n"
    )
    for profile in trial.breaches[:10]:
        sys.stdout.write(f"  {dict(profile)}\n")
    return int(bool(trial.breaches))


def _rounds(text: str) -> int:
    rounds = int(text)
    if rounds < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {rounds}")
    return rounds


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
