"""Saves tried settings into config.yaml: all or nothing, never over a change that came from elsewhere."""

import os
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rag.config import Settings, settings_in
from rag.errors import ConfigError
from rag.tuning.change_log import ChangeLog, Entry
from rag.tuning.diff import changed_keys, changes
from rag.tuning.overrides import Value, with_overrides
from rag.tuning.settings_file import FileVersion, read_version
from rag.tuning.yaml_values import replace_values


@dataclass(frozen=True, slots=True)
class Order:
    """What to save, and on whose behalf."""

    values: Mapping[str, Value]
    """By dotted key."""
    who: str
    at: datetime
    """Aware."""
    undoes: str = ""
    """Id of the log entry that this reverts."""


def save(path: Path, base: FileVersion, order: Order, log: ChangeLog) -> FileVersion:
    """Write the ordered values into the settings file and the log; return the file as it is then.

    The file's other characters stay as they are, comments included. It is replaced in one step, so a reader finds
    the old or the new file and a kill leaves one of them. Two savers wait for each other.

    Args:
        path: The settings file; a symbolic link is followed, not replaced.
        base: The file as the person saw it who gave the order.
        order: What to save.
        log: Gets one entry, unless the file holds the values already.

    Raises:
        ConfigError: the file's values changed since `base` (names the keys), a value is out of range, or the file
            cannot be written. The file is then untouched.
    """
    try:
        with _one_at_a_time(log.path.with_suffix(".lock")):
            return _save_alone(path, base, order, log)
    except OSError as exc:
        raise ConfigError(
            f"{path.name} cannot be saved: {exc.strerror}. The file is untouched. "
            "Check that its folder and the data folder may be written."
        ) from exc


def _save_alone(path: Path, base: FileVersion, order: Order, log: ChangeLog) -> FileVersion:
    real = path.resolve()
    current = read_version(real)
    _refuse_conflict(base.settings, current.settings, path.name)
    wanted = with_overrides(current.settings, order.values)
    steps = changes(current.settings, wanted, order.values)
    if not steps:
        return current
    text = replace_values(current.text, {step.key: step.new for step in steps}, source=path.name)
    made = FileVersion(text, settings_in(text, real))
    if made.settings != wanted:
        raise ConfigError(f"{path.name} would not hold the wanted values afterwards; change it by hand.")
    log.settle(current.sha256)
    entry = Entry(uuid.uuid4().hex, order.at, order.who, steps, order.undoes, made.sha256)
    log.open(entry)
    _replace(real, text)
    with suppress(OSError):  # the file is saved; an entry left open is settled at the next save
        log.close(entry.entry_id, saved=True)
    return made


def revert(path: Path, base: FileVersion, entry: Entry, order: Order, log: ChangeLog) -> FileVersion:
    """Save the values from before an entry, as a new entry. Raises like `save`."""
    values = {change.key: change.old for change in entry.changes}
    return save(path, base, Order(values, order.who, order.at, undoes=entry.entry_id), log)


def overtaken(entry: Entry, settings: Settings) -> tuple[str, ...]:
    """Return the keys of an entry that no longer hold its value: reverting it would undo a later change too."""
    return tuple(change.key for change in entry.changes if _held(settings, change.key) != change.new)


def _held(settings: Settings, key: str) -> Value | None:
    """The value under a key of the log, or None when the settings have no such key any more."""
    section, _, name = key.partition(".")
    value: Value | None = getattr(getattr(settings, section, None), name, None)
    return value


def _refuse_conflict(base: Settings, current: Settings, name: str) -> None:
    keys = changed_keys(base, current)
    if keys:
        raise ConfigError(
            f"{name} was changed elsewhere in the meantime: {', '.join(keys)}. Nothing was written. "
            "Look at the new values, then save again."
        )


@contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Wait for the right to save; a killed holder's right lapses."""
    import fcntl

    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _replace(path: Path, text: str) -> None:
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        left.unlink(missing_ok=True)  # of a killed process: we hold the lock
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(number, "wb") as handle:
            handle.write(text.encode())
            handle.flush()
            os.fchmod(handle.fileno(), path.stat().st_mode & 0o7777)
            os.fsync(handle.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
