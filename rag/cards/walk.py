"""Lists the files of a corpus folder without leaving it and without following folder links."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rag.cards.findings import Finding
from rag.errors import CorpusError

SKIPPED_FOLDERS = frozenset(("_templates", "node_modules"))
"""Folders that hold files to copy from or other people's packages; OKF section 2 of our reading rules."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something left out on purpose."""

    path: str
    """POSIX path below the corpus folder; a folder ends in a slash."""
    reason: str


@dataclass(slots=True)
class Tree:
    """What a walk met."""

    files: list[str] = field(default_factory=list)
    """Regular files by POSIX path below the root, spelled as on disk, sorted."""
    skipped: list[Skipped] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def is_markdown(path: str) -> bool:
    """Tell whether a file is markdown by its name."""
    return path.lower().endswith(".md")


def printable(path: str) -> str:
    """Return `path` with bytes that are no UTF-8 and control characters written as escapes."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def walk(root: Path) -> Tree:
    """List the files below `root`, which must be resolved.

    Dot files, dot folders, `_templates` and `node_modules` are skipped. A link to a file inside the root is
    read; links to folders and links that leave the root are not, so a loop cannot hold the walk.

    Raises:
        CorpusError: `root` itself is missing, no folder, or cannot be listed.
    """
    tree = Tree()
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(root / folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as exc:
            if not folder:
                raise _unusable(root, exc) from exc
            tree.findings.append(_unreadable(folder + "/", exc))
            continue
        pending += _sort_out(entries, folder, root, tree)
    tree.files.sort()
    return tree


def _sort_out(entries: list[os.DirEntry[str]], folder: str, root: Path, tree: Tree) -> Iterator[str]:
    for entry in entries:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if not entry.name.isprintable():
            message = "the name holds characters that are not printable UTF-8"
            tree.findings.append(Finding(printable(path), 0, "bad-name", "error", message, "Rename it."))
        elif entry.name.startswith(".") or entry.name in SKIPPED_FOLDERS:
            shown = path + "/" if entry.is_dir(follow_symlinks=False) else path
            tree.skipped.append(Skipped(shown, "hidden" if entry.name.startswith(".") else "not part of a bundle"))
        elif entry.is_symlink():
            _follow(entry, path, root, tree)
        elif entry.is_dir():
            yield path
        elif entry.is_file():
            tree.files.append(path)
        elif is_markdown(path):
            tree.findings.append(_special(path))


def _follow(entry: os.DirEntry[str], path: str, root: Path, tree: Tree) -> None:
    target = Path(os.path.realpath(entry.path))
    if not target.is_relative_to(root):
        message, remedy = (
            "the link leaves the corpus folder and is not followed",
            "Copy the file into the bundle.",
        )
        tree.findings.append(Finding(path, 0, "symlink", "warning", message, remedy))
    elif target.is_file():
        tree.files.append(path)
    elif target.is_dir():
        message, remedy = "a link to a folder is not followed", "Copy the folder, or link to its cards."
        tree.findings.append(Finding(path, 0, "symlink", "note", message, remedy))
    else:
        message, remedy = "the link leads nowhere", "Remove it or point it to a file."
        tree.findings.append(Finding(path, 0, "symlink", "warning", message, remedy))


def _special(path: str) -> Finding:
    return Finding(path, 0, "unreadable", "error", "it is neither a file nor a folder", "Replace it by a file.")


def _unreadable(path: str, exc: OSError) -> Finding:
    message = f"it cannot be read: {exc.strerror or exc}"
    return Finding(path, 0, "unreadable", "error", message, "Check its permissions.")


def _unusable(root: Path, exc: OSError) -> CorpusError:
    if isinstance(exc, FileNotFoundError):
        return CorpusError(f"The corpus folder {str(root)!r} does not exist; correct corpus.path or the argument.")
    if isinstance(exc, NotADirectoryError):
        return CorpusError(f"{str(root)!r} is a file; give the folder that holds the bundles or the cards.")
    return CorpusError(
        f"The corpus folder {str(root)!r} cannot be listed: {exc.strerror or exc}; check its permissions."
    )
