"""Lists the index versions on disk and switches between them."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rag.errors import IndexMismatch, IndexUnusable
from rag.index import versions
from rag.index.opening import check_fit
from rag.protocols import EmbedderIdentity


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version that is on disk whole."""

    version: str
    built_at: datetime
    """Aware."""
    cards: int
    bundles: tuple[tuple[str, int], ...]
    """(name, cards), by name."""
    mebibytes: float
    """Size of the files a reader opens, without the Chroma store."""
    serving: bool
    fits: bool
    """Built by the configured embedder and this program's text pipeline."""


def list_versions(index_folder: Path, configured: EmbedderIdentity) -> tuple[VersionLine, ...]:
    """Return the usable versions, newest first. Raises like `versions.current_version`."""
    serving = versions.current_version(index_folder)
    return tuple(_line(manifest, serving, configured) for manifest in versions.versions(index_folder))


def switch_version(index_folder: Path, version: str, configured: EmbedderIdentity) -> None:
    """Make a version on disk the one that serves.

    Raises:
        IndexBusy: a build is running; its version would replace this one.
        IndexDamaged: there is no such version, or it lacks a file.
        IndexMismatch: it was built by another embedder or text pipeline. The old version goes on serving.
    """
    with versions.builder_lock(index_folder):
        check_fit(versions.read_manifest(index_folder, version), configured)
        versions.publish(index_folder, version)


def _line(manifest: versions.Manifest, serving: str, configured: EmbedderIdentity) -> VersionLine:
    return VersionLine(
        version=manifest.version,
        built_at=datetime.fromisoformat(manifest.built_at),
        cards=manifest.cards,
        bundles=tuple(sorted(manifest.bundles.items())),
        mebibytes=sum(manifest.files.values()) / 2**20,
        serving=manifest.version == serving,
        fits=_fits(manifest, configured),
    )


def _fits(manifest: versions.Manifest, configured: EmbedderIdentity) -> bool:
    try:
        check_fit(manifest, configured)
    except IndexMismatch:
        return False
    return True


def building(index_folder: Path) -> bool:
    """Tell whether some process is building now."""
    try:
        with versions.builder_lock(index_folder):
            return False
    except IndexUnusable:
        return True
