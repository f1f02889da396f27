"""Writes what a bench measured: tables for people, one JSON object for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from rag.evaluation.bench import Bench, ServeRun, SizeRun
from rag.evaluation.stages import RETRIEVAL, Spread
from rag.evaluation.synthetic import SEED


def to_text(bench: Bench) -> str:
    """Return the report for people."""
    return "\n".join([*_head(bench), *(line for run in bench.runs for line in _stages(run)), *_sizes(bench)]) + "\n"


def to_json(bench: Bench) -> str:
    """Return everything measured, ms, s and MB as the names say, with the ratios that the text shows."""
    value = asdict(bench)
    for run, written in zip(bench.runs, value["runs"], strict=True):
        at_p50, at_p95, in_cpu = run.serve.compared.quicker
        written["serve"]["times_quicker"] = {"p50": at_p50, "p95": at_p95, "cpu_p50": in_cpu}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _head(bench: Bench) -> list[str]:
    machine = bench.machine
    lines = [
        f"{machine.cpu}, {machine.cores} cores, {machine.memory_mb / 1024:.1f} GB, {machine.system}, "
        f"Python {machine.python}; load {machine.load:.1f} before, {bench.load_after:.1f} after.",
        f"Embedder {bench.embedder}, settings {bench.settings_hash}. No chat model is asked: answers are the cards' "
        "own words, the prompt is built beside. Times in ms, nearest rank.",
    ]
    if any(run.build for run in bench.runs):
        lines.append(
            f"Grown corpora hold the shipped cards and invented ones (seed {SEED}). Vectors of invented texts come "
            "from a seeded generator around the shipped cards' own; questions are embedded by the real model."
        )
    return lines


def _stages(run: SizeRun) -> list[str]:
    serve = run.serve
    times = serve.everywhere
    lines = [
        "",
        f"{serve.cards} cards, {times.questions} questions, {times.rounds} rounds:",
        "",
        "| stage | all bundles p50 | p95 | own bundle p50 | p95 |",
        "|---|---|---|---|---|",
    ]
    for stage, spread in times.stages:
        lines.append(f"| {stage} | {_cells(spread)} | {_cells(dict(serve.at_home.stages).get(stage))} |")
    return [*lines, "", *_comparison(serve)]


def _comparison(serve: ServeRun) -> list[str]:
    found = serve.compared
    at_p50, at_p95, in_cpu = found.quicker
    rows: Sequence[tuple[str, Spread]] = (
        ("ours: retrieval beside embedding", found.ours),
        ("ours: both legs and their fusion", found.legs),
        ("- lexical leg", found.lexical),
        ("- vector leg", found.vector),
        ("plain: rank-bm25 and Chroma", found.plain),
        ("- get_scores over all cards", found.plain_bm25),
        ("- collection.query", found.plain_chroma),
        ("ours, processor time", found.ours_cpu),
        ("plain, processor time", found.plain_cpu),
    )
    return [
        f"Beside the plain loop, {found.questions} questions in turns, all bundles:",
        "",
        "| | p50 | p95 |",
        "|---|---|---|",
        *(f"| {name} | {spread.p50:.2f} | {spread.p95:.2f} |" for name, spread in rows),
        "",
        f"Ours is {at_p50:.1f} times as quick at p50, {at_p95:.1f} at p95, {in_cpu:.1f} in processor time, with the "
        f"evidence and the confidence that the plain loop lacks. The same work alone, both legs and their fusion, is "
        f"{found.plain.p50 / found.legs.p50:.1f} times as quick at p50, {found.plain.p95 / found.legs.p95:.1f} at p95; "
        f"the lexical leg {found.plain_bm25.p50 / found.lexical.p50:.1f} times as quick as get_scores.",
    ]


def _sizes(bench: Bench) -> list[str]:
    lines = [
        "",
        "| cards | vectors | open, s | first question | retrieval p95 | memory, MB | plain loop, MB | index, MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for run in bench.runs:
        serve = run.serve
        lines.append(
            f"| {serve.cards} | {serve.vectors} | {serve.everywhere.open_s:.2f} | {serve.everywhere.first_ms:.0f} "
            f"| {serve.everywhere.spread(RETRIEVAL).p95:.1f} "
            f"| {serve.before_mb:.0f} + {serve.everywhere.resident_mb - serve.before_mb:.0f} "
            f"| + {serve.compared.plain_memory_mb:.0f} | {serve.index_mb:.0f} |"
        )
    lines += [
        "",
        "Memory is what the process holds with its embedder, and what the open index adds, mapped files included.",
    ]
    built = [run.build for run in bench.runs if run.build]
    if built:
        lines += [
            "",
            "| cards | build, s | by step, s | vectors made | peak memory, MB | cards on disk, MB | vector cache, MB |",
            "|---|---|---|---|---|---|---|",
        ]
    for build in built:
        steps = ", ".join(f"{name} {seconds:.0f}" for name, seconds in build.steps_s)
        lines.append(
            f"| {build.cards} | {build.seconds:.0f} | {steps} | {build.made} "
            f"| {build.before_mb:.0f} + {build.peak_mb - build.before_mb:.0f} | {build.corpus_mb:.0f} "
            f"| {build.cache_mb:.0f} |"
        )
    return lines


def _cells(spread: Spread | None) -> str:
    return f"{spread.p50:.2f} | {spread.p95:.2f}" if spread else "– | –"
