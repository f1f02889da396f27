"""`python -m rag import`: FAQ and policy records and dialogues into cards of a bundle."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from rag.cards.check import visible
from rag.config import load_settings
from rag.importing.cards import slug
from rag.importing.files import bundle_folder
from rag.importing.importer import Order, import_file


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `import` to the command line."""
    found = commands.add_parser("import", help="turn a JSONL file of records and dialogues into cards")
    found.add_argument("source", type=Path, help="JSONL: an article or a dialogue a line")
    found.add_argument("--bundle", required=True, metavar="B", help="the bundle the cards go to; new or old")
    found.add_argument("--language", choices=("en", "ko", "zh"), help="of a bundle without settings; default: guess")
    found.add_argument("--dry-run", action="store_true", help="only tell what would be done")
    found.set_defaults(run=_import)


def _import(options: argparse.Namespace) -> int:
    """Exit 1 when a line gave no card."""
    bundle: str = options.bundle
    if not bundle or slug(bundle) != bundle:
        remedy = f"; try {slug(bundle)}" if slug(bundle) else ""
        raise ValueError(f"--bundle {bundle!r}: use lower-case letters, digits and hyphens{remedy}.")
    settings = load_settings(options.config)
    known = settings.bundles.get(bundle)
    folder = bundle_folder(settings.corpus.path, bundle)
    language = known.language if known else options.language
    outcome = import_file(Order(options.source, folder, language, datetime.now(UTC), options.dry_run))
    for problem in outcome.problems:
        word = "broken" if problem.broken else "note"
        print(visible(f"{options.source.name}:{problem.line}: {word}: {problem.message}."))
    counts = outcome.counts
    print(
        f"{'Would import' if options.dry_run else 'Imported'} into {bundle}: {counts.get('new', 0)} new, "
        f"{counts.get('changed', 0)} changed, {counts.get('unchanged', 0)} unchanged, "
        f"{counts.get('kept', 0)} kept by hand, {outcome.repeated} repeated, {outcome.broken} broken."
    )
    if not options.dry_run and (counts.get("new") or counts.get("changed")):
        print("To answer from them: python -m rag index")
    return 1 if outcome.broken else 0
