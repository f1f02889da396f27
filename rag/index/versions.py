"""Index versions on disk: one folder each, never written after publication; CURRENT names the one that serves."""

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rag.errors import IndexBusy, IndexDamaged, IndexMissing, IndexUnusable
from rag.protocols import EmbedderIdentity
from rag.text.search_tokens import ANCHOR_YEAR

CURRENT = "CURRENT"
MANIFEST = "manifest.json"
FORMAT = 4
"""Layout of a version folder; raised when a reader of the old layout could misread a new one."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a version was made from and of."""

    version: str
    built_at: str
    """ISO 8601 with offset."""
    cards: int
    vectors: int
    embedder: EmbedderIdentity
    card_text: str
    """Version of the text pipeline."""
    corpus: str
    """Name of the corpus folder."""
    bundles: dict[str, int]
    """Cards of each bundle."""
    files: dict[str, int]
    """Size in bytes of each file a reader opens."""
    format: int = FORMAT
    anchor_year: int = ANCHOR_YEAR
    """Two-digit years were read as within five years after it, or else before; questions are read the same."""


def version_id(card_hashes: list[tuple[str, str]], embedder: EmbedderIdentity, card_text: str) -> str:
    """Return the name of the version these inputs give: 16 hex digits, same input same name."""
    stamp = json.dumps([sorted(card_hashes), asdict(embedder), card_text, FORMAT])
    return hashlib.sha256(stamp.encode()).hexdigest()[:16]


def current_version(index_folder: Path) -> str:
    """Return the version that serves.

    Raises:
        IndexMissing: nothing was published.
        IndexDamaged: CURRENT cannot be read.
    """
    try:
        return (index_folder / CURRENT).read_text(encoding="utf-8").strip()
    except FileNotFoundError as exc:
        raise IndexMissing("There is no index yet; run: python -m rag index") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise IndexDamaged(f"{CURRENT} of the index cannot be read; run: python -m rag index --rebuild") from exc


def read_manifest(index_folder: Path, version: str) -> Manifest:
    """Return the manifest of a version after checking that every file is there at its size.

    Raises:
        IndexDamaged: the folder, its manifest or one of its files is missing or of another size.
    """
    remedy = "run: python -m rag index --rebuild"
    folder = index_folder / version
    try:
        raw = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        embedder = EmbedderIdentity(**raw.pop("embedder"))
        manifest = Manifest(embedder=embedder, **raw)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as exc:
        raise IndexDamaged(f"Index version {version!r} has no readable manifest; {remedy}") from exc
    if manifest.format != FORMAT:
        raise IndexDamaged(
            f"Index version {version!r} has layout {manifest.format}, this program reads {FORMAT}; {remedy}"
        )
    for name, size in manifest.files.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != size:
            raise IndexDamaged(f"Index version {version!r}: {name} is missing or not of {size} bytes; {remedy}")
    return manifest


def versions(index_folder: Path) -> tuple[Manifest, ...]:
    """Return the manifests of all usable versions, newest first; damaged ones are left out."""
    found: list[Manifest] = []
    for path in index_folder.glob(f"*/{MANIFEST}"):
        try:
            found.append(read_manifest(index_folder, path.parent.name))
        except IndexDamaged:
            continue
    return tuple(sorted(found, key=lambda manifest: (manifest.built_at, manifest.version), reverse=True))


def publish(index_folder: Path, version: str) -> None:
    """Make a complete version the one that serves, atomically."""
    read_manifest(index_folder, version)
    _replace_text(index_folder / CURRENT, version + "\n")


def prune(index_folder: Path, keep: int) -> tuple[str, ...]:
    """Delete all but the `keep` newest versions and the one that serves; return the names deleted.

    Damaged versions go as well: a pruning that was killed leaves such halves.
    """
    kept = {manifest.version for manifest in versions(index_folder)[:keep]} | {current_version(index_folder)}
    gone = tuple(
        sorted(path.name for path in index_folder.glob("[0-9a-f]*") if path.is_dir() and path.name not in kept)
    )
    for version in gone:
        shutil.rmtree(index_folder / version, ignore_errors=True)
    return gone


@contextmanager
def builder_lock(index_folder: Path) -> Iterator[None]:
    """Hold the right to build; a killed holder's right lapses, and what it left half-made is deleted here.

    Raises:
        IndexBusy: another process holds it.
        IndexUnusable: the folder cannot be written.
    """
    import fcntl

    try:
        index_folder.mkdir(parents=True, exist_ok=True)
        lock = (index_folder / ".lock").open("a+", encoding="utf-8")
    except OSError as exc:
        raise IndexUnusable(
            f"The index cannot be written at {index_folder} ({exc.strerror}); "
            "data.path in config.yaml must name a folder this user may write."
        ) from exc
    with lock as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            raise IndexBusy(
                "Another process is building the index; wait for it or stop it. The old version goes on serving."
            ) from exc
        for leftover in index_folder.glob(".building-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        yield


@contextmanager
def staging(index_folder: Path, version: str) -> Iterator[Path]:
    """Give a hidden folder that becomes the version when the block ends well, and vanishes when it does not.

    A version of the same name is put aside first: for the moment between two renames it is not there.
    """
    folder = index_folder / f".building-{secrets.token_hex(8)}"
    replaced = folder.with_name(f"{folder.name}-replaced")
    folder.mkdir()
    try:
        yield folder
        _sync(folder)
        target = index_folder / version
        if target.exists():
            target.rename(replaced)
        folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(replaced, ignore_errors=True)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into a staged version."""
    text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def _replace_text(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.new")
    with temporary.open("w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    temporary.replace(path)


def _sync(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as handle:
                os.fsync(handle.fileno())
