"""Turns a folder's sections into a bundle of OKF cards with an index of its own, so that the product can be asked."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from rag.cards.script import guess_language
from rag.config import BundleSettings, CorpusSettings, DataSettings, Settings
from rag.engine import Engine
from rag.errors import CorpusError
from rag.evaluation.conversations.folder import ConversationSet, Metadata, Section
from rag.index.build import Progress
from rag.protocols import Embedder
from rag.types import Language

BUNDLE = "asked"
"""Its name inside the index; the folder's own name may hold what a bundle's must not."""

SAMPLE = 20
"""Sections that the language is guessed from."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder's sections as the product serves them."""

    engine: Engine
    settings: Settings
    documents: Mapping[str, str]
    """Document by card id."""


def open_bundle(
    found: ConversationSet,
    folder: Path,
    settings: Settings,
    embedder: Embedder,
    *,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Bundle:
    """Write the cards below `folder`, build their index and return what answers from it.

    Vectors made once stay in `folder`. The bundle writes down no open questions; agencies look as in the configured
    bundle of its language that says so.

    Raises:
        CorpusError: the cards cannot be written, or none of them can be read back.
        IndexBusy, IndexUnusable, EmbedderError: from the build.
    """
    documents = {f"{BUNDLE}/{_name(at)}": section.document for at, section in enumerate(found.sections)}
    corpus = folder / "okf"
    try:
        shutil.rmtree(corpus, ignore_errors=True)
        (corpus / BUNDLE).mkdir(parents=True)
        for at, section in enumerate(found.sections):
            text = _card(section, found.metadata.get(section.document))
            (corpus / BUNDLE / f"{_name(at)}.md").write_text(text, encoding="utf-8")
    except OSError as exc:
        raise CorpusError(f"The cards of {found.name!r} cannot be written to {folder.name!r}: {exc}.") from exc
    served = settings.model_copy(
        update={
            "corpus": CorpusSettings(path=corpus),
            "data": DataSettings(path=folder),
            "bundles": {BUNDLE: _bundle_settings(found, settings)},
        }
    )
    engine = Engine(served, embedder, None)
    engine.build(keep=1, rebuild=False, report=report)
    return Bundle(engine, served, documents)


def _name(at: int) -> str:
    """Return a file name in the corpus's order, which ties are broken by."""
    return f"{at:06d}"


def _card(section: Section, metadata: Metadata | None) -> str:
    head: dict[str, object] = {"type": "Document", "title": section.title}
    if metadata:
        head |= {"agency": metadata.agency, "project": metadata.project}
        head |= {key: list(names) for key, names in metadata.aliases.items()}
    block = yaml.safe_dump(head, allow_unicode=True, sort_keys=False)
    return f"---\n{block}---\n\n{section.text}\n"


def _bundle_settings(found: ConversationSet, settings: Settings) -> BundleSettings:
    language = _language(found)
    patterns = (bundle.agency_pattern for bundle in settings.bundles.values() if bundle.language == language)
    return BundleSettings(
        title=found.name,
        label=found.name[:24],
        summary="",
        language=language,
        official_site="https://example.org",
        contact="",
        disclaimer="",
        agency_pattern=next(filter(None, patterns), "") if found.metadata else "",
    )


def _language(found: ConversationSet) -> Language:
    return guess_language("\n".join(section.text[:200] for section in found.sections[:SAMPLE]))
