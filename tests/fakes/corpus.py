"""Small corpora on disk, and cards without a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from rag.index.build import KEEP, Built, Progress, build_index
from rag.index.opening import OpenIndex, open_index
from rag.protocols import Embedder
from rag.text.search_tokens import ANCHOR_YEAR
from rag.types import Card, Language

PARKING = "city/parking/permit-fee"
LIBRARY = "city/library/card-fee"
FERRY = "harbour/ferry/first-boat"


def write_card(corpus: Path, card_id: str, body: str, *, phrases: Sequence[str] = (), title: str = "") -> Path:
    """Write the file of a card and return its path."""
    path = corpus / f"{card_id}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    fields = {"type": "Fact", "title": title or path.stem.replace("-", " "), "phrases": list(phrases)}
    head = yaml.safe_dump(fields, allow_unicode=True, sort_keys=False)
    path.write_text(f"---\n{head}---\n\n{body}\n", encoding="utf-8")
    return path


def write_small_corpus(corpus: Path) -> None:
    """Write three cards in two bundles: five texts to embed, for each phrase is one."""
    write_card(
        corpus,
        PARKING,
        "A parking permit costs 30 euros a year.",
        phrases=["what does it cost to leave my car outside"],
    )
    write_card(corpus, LIBRARY, "A library card is free.", phrases=["do I have to pay for borrowing books"])
    write_card(corpus, FERRY, "The first ferry leaves at 6:10.")


def make_card(card_id: str, body: str = "A fact.", **changes: object) -> Card:
    """Return a card as the reader would give it, without a file."""
    bundle, topic, name = card_id.split("/")
    values: dict[str, object] = {
        "card_id": card_id,
        "bundle": bundle,
        "path": f"{card_id}.md",
        "type": "Fact",
        "title": name,
        "description": "",
        "body": body,
        "body_line": 4,
        "resource": None,
        "link": None,
        "language": "en",
        "topic": topic,
        "tags": (),
        "aliases": (),
        "phrases": (),
        "status": "stable",
        "trust": "unverified",
        "stale_after": None,
        "fictional": False,
        "content_hash": "0" * 64,
    }
    return Card(**(values | changes))  # type: ignore[arg-type]  # the dataclass refuses what it does not know


@dataclass(frozen=True)
class Site:
    """A corpus folder and the index folder built from it."""

    corpus: Path
    index: Path

    def build(
        self,
        embedder: Embedder,
        *,
        languages: Mapping[str, Language] | None = None,
        anchor_year: int = ANCHOR_YEAR,
        keep: int = KEEP,
        rebuild: bool = False,
        reports: list[Progress] | None = None,
    ) -> Built:
        """Build and publish; what the build reports is appended to `reports`."""
        kept: list[Progress] = [] if reports is None else reports
        return build_index(
            self.corpus,
            self.index,
            embedder,
            languages=dict(languages or {}),
            anchor_year=anchor_year,
            keep=keep,
            rebuild=rebuild,
            report=kept.append,
        )

    def open(self, embedder: Embedder) -> OpenIndex:
        """Open the version that serves."""
        return open_index(self.index, embedder.identity)

    @property
    def version_folders(self) -> set[str]:
        """Names of the version folders on disk, whole or not."""
        return {path.name for path in self.index.iterdir() if path.is_dir()}
