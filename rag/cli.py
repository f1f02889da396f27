"""The command line: `python -m rag check | index | search | ask | eval | calibrate | bench | import`."""

import argparse
import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rag.cards.check import run_check, visible
from rag.config import Settings, load_settings
from rag.engine import Engine, build, difference, index_is_ready, open_embedder, open_engine
from rag.errors import IndexUnusable, RagError
from rag.evaluation import bench_command
from rag.evaluation.command import add_commands
from rag.importing import command as import_command
from rag.index.build import KEEP, Progress
from rag.index.build_lines import Failure, Report, to_line
from rag.pipeline import ALL, Question
from rag.types import COMPUTING, UNSEARCHED, Delta, Done, Event, Failed, Status, Trace
from rag.wire import Json, event_to_json, search_to_json

ROOT = Path(__file__).resolve().parent.parent
REDRAW_S = 0.1
"""Seconds between two redraws of the progress line."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code: 0 done, 1 found wanting, 2 could not run."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None when the caller closed it
            stream.reconfigure(encoding="utf-8", errors="replace")
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        print(end="", flush=True)  # a reader that went away is noticed here, not while Python ends
        return code
    except (RagError, ValueError) as exc:
        print(f"rag: {exc}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("rag: stopped; nothing was lost.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rag", description="Grounded answers from OKF cards.")
    parser.add_argument("--config", type=Path, default=ROOT / "config.yaml", help="settings file")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="read a bundle or a folder of bundles and list what is wrong")
    check.add_argument("path", type=Path, nargs="?", help="default: corpus.path of the settings file")
    check.add_argument("--strict", action="store_true", help="exit 1 when there is an error")
    check.set_defaults(run=_check)

    index = commands.add_parser("index", help="build the index version that the corpus gives and publish it")
    index.add_argument("--check", action="store_true", help="only compare: exit 1 when disk and index differ")
    index.add_argument("--keep", type=int, default=KEEP, metavar="N", help=f"versions to keep (default {KEEP})")
    index.add_argument("--rebuild", action="store_true", help="write the version anew even if it is there")
    index.add_argument("--json", action="store_true", help="progress and outcome as JSON lines on standard output")
    index.set_defaults(run=_index)

    for name, run, what in (
        ("search", _search, "retrieval only"),
        ("ask", _ask, "answer with its sources, or a refusal"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("question", help="- reads one question a line from standard input")
        command.add_argument("--bundle", default=ALL, metavar="B", help=f"a bundle's name (default {ALL})")
        command.add_argument("--json", action="store_true", help="JSON lines instead of text; always with -")
        command.set_defaults(run=run)
    add_commands(commands)
    bench_command.add_command(commands)
    import_command.add_commands(commands)
    return parser


def _check(options: argparse.Namespace) -> int:
    path: Path = options.path or load_settings(options.config).corpus.path
    return run_check(path, strict=options.strict, out=sys.stdout)


def _index(options: argparse.Namespace) -> int:
    if options.json:
        return _index_for_machines(options)
    settings = load_settings(options.config)
    if options.check:
        return _compare(settings)
    embedder = open_embedder(settings, os.environ, say=_say)
    line = _ProgressLine()
    try:
        built = build(settings, embedder, keep=options.keep, rebuild=options.rebuild, report=line.draw)
    finally:
        line.end()
    found = built.difference
    print(
        f"Index {built.version}: {built.cards} cards ({len(found.new)} new, {len(found.changed)} changed, "
        f"{len(found.deleted)} deleted, {found.unchanged} unchanged), {built.embedded} texts embedded, "
        f"{built.seconds:.1f} s."
    )
    if built.findings:
        print(f"{built.findings} findings; see: python -m rag check")
    return 0


def _index_for_machines(options: argparse.Namespace) -> int:
    def say(report: Report) -> None:
        print(to_line(report), flush=True)

    try:
        settings = load_settings(options.config)
        if options.check:
            found = difference(settings)
            say(found)
            return 0 if found.none else 1
        embedder = open_embedder(settings, os.environ, say=_say)
        say(build(settings, embedder, keep=options.keep, rebuild=options.rebuild, report=say))
    except (RagError, ValueError) as exc:
        say(Failure(type(exc).__name__, str(exc)))
        return 2
    return 0


def _compare(settings: Settings) -> int:
    found = difference(settings)
    for word, ids in (("new", found.new), ("changed", found.changed), ("deleted", found.deleted)):
        for card_id in ids:
            print(visible(f"{word} {card_id}"))
    try:
        index_is_ready(settings)
    except IndexUnusable as exc:
        print(exc)
        return 1
    print(
        f"{found.unchanged} unchanged" + ("; the index is up to date." if found.none else "; run: python -m rag index")
    )
    return 0 if found.none else 1


def _search(options: argparse.Namespace) -> int:
    def answer(engine: Engine, text: str) -> None:
        trace = engine.retrieve(Question(text, options.bundle))
        result = search_to_json(trace, options.bundle, engine.index().cards.get)
        if options.json or options.question == "-":
            _print_json(result)
            return
        print(_decision(trace))
        for hit in trace.fused[: len(trace.evidence) or 5]:
            words = f"bm25 #{hit.bm25.rank} {hit.bm25.score:.2f}" if hit.bm25 else "bm25 -"
            near = f"vector #{hit.vector.rank} {hit.vector.score:.3f}" if hit.vector else "vector -"
            print(visible(f"{hit.rank:>3}  {hit.card_id}  {hit.score:.4f}  ({words}, {near})"))

    return _each_question(options, answer)


def _ask(options: argparse.Namespace) -> int:
    def answer(engine: Engine, text: str) -> None:
        for event in engine.ask(Question(text, options.bundle)):
            if options.json or options.question == "-":
                _print_json(event_to_json(event))
            else:
                _print_event(event)

    return _each_question(options, answer)


def _each_question(options: argparse.Namespace, answer: Callable[[Engine, str], None]) -> int:
    settings = load_settings(options.config)
    engine = open_engine(settings, say=_say)
    engine.index()
    questions: Iterable[str] = (
        (line.rstrip("\r\n") for line in sys.stdin or ()) if options.question == "-" else (options.question,)
    )
    for text in questions:
        answer(engine, text)
    return 0


def _print_json(value: dict[str, Json]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


def _print_event(event: Event) -> None:
    match event:
        case Delta():
            print("\n".join(map(visible, event.content.split("\n"))), end="", flush=True)
        case Failed():
            print(f"\nrag: {event.message}", file=sys.stderr)
        case Done():
            print(f"\n\n{_decision(event.trace, event.status)}")
            for item in event.trace.evidence:
                if item.number in event.cited or not event.cited:
                    print(visible(f"[{item.number}] {item.card.title}  {item.card.link or item.card.card_id}"))
            closing = (event.closing.disclaimer, event.closing.contact, event.closing.official_site)
            print("\n".join(line for line in closing if line))


def _decision(trace: Trace, status: Status | None = None) -> str:
    """Return the status, the route and the confidence on one line; `status` is that of the answer, where given."""
    said = status or trace.verdict.status
    route = f"{trace.route.route}{' (escalated)' if trace.route.escalated else ''}" if trace.route else "-"
    if said in UNSEARCHED | COMPUTING:
        return f"{said}  route {route}"
    return f"{said}  route {route}  confidence {trace.confidence.value:.3f} (threshold {trace.verdict.threshold})"


def _say(line: str) -> None:
    print(line, file=sys.stderr)


class _ProgressLine:
    """One line on standard error, redrawn in a terminal, written once a step elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._step = ""
        self._drawn = 0.0

    def draw(self, progress: Progress) -> None:
        now = time.monotonic()
        last = progress.done == progress.total
        if self._live and progress.step == self._step and not last and now - self._drawn < REDRAW_S:
            return
        left = f", {progress.seconds_left:.0f} s left" if progress.seconds_left else ""
        text = f"{progress.step}: {progress.done}/{progress.total}{left}"
        if self._live:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif progress.step != self._step or last:
            print(text, file=sys.stderr, flush=True)
        self._step, self._drawn = progress.step, now

    def end(self) -> None:
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
