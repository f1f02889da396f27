"""Who changed which setting when, from what to what: an append-only file of JSON lines in the data folder.

JSON lines rather than a table of the history: appending never touches what was written, a person reads it with any
tool, it belongs to the config.yaml of this machine while the history may live in a shared PostgreSQL, and there are
a few lines a week. A change is two lines, one before the settings file is replaced and one after, so that a process
killed between them leaves neither a change without a name nor a name without a change: see `settle`.
"""

import json
import logging
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.tuning.diff import Change
from rag.tuning.overrides import Value

logger = logging.getLogger(__name__)

FILE = "changes.jsonl"
"""Below the data folder, for whoever saves settings: page or command."""

State = Literal["open", "saved", "broken-off"]
"""`open` is announced, its end not yet known."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One save."""

    entry_id: str
    at: datetime
    """Aware."""
    who: str
    changes: tuple[Change, ...]
    undoes: str
    """Id of the entry this one reverts, or empty."""
    file_after: str
    """sha256 of the settings file this save makes."""
    state: State = "open"


class ChangeLog:
    """Appends and reads entries. Writers hold the lock of `rag.tuning.saving`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self, file_now: str) -> tuple[Entry, ...]:
        """Return all entries, newest first, none of them open.

        Args:
            file_now: sha256 of the settings file; an open entry counts as saved when it made this file.
        """
        found: dict[str, Entry] = {}
        for line in self._lines():
            if isinstance(line, _Opening):
                found[line.id] = line.entry()
            elif line.id in found:
                found[line.id] = replace(found[line.id], state="saved" if line.saved else "broken-off")
        settled = (_settled(entry, file_now) if entry.state == "open" else entry for entry in found.values())
        return tuple(reversed(tuple(settled)))

    def open(self, entry: Entry) -> None:
        """Announce a save."""
        changes = [{"key": change.key, "from": change.old, "to": change.new} for change in entry.changes]
        self._append(
            {
                "id": entry.entry_id,
                "at": entry.at.isoformat(),
                "who": entry.who,
                "changes": changes,
                "undoes": entry.undoes,
                "file_after": entry.file_after,
            }
        )

    def close(self, entry_id: str, *, saved: bool) -> None:
        """Say how an announced save ended."""
        self._append({"id": entry_id, "saved": saved})

    def settle(self, file_now: str) -> None:
        """Close what a killed process left open: saved when the settings file is the one it was to make."""
        still_open = {line.id: line for line in self._lines() if isinstance(line, _Opening)}
        for line in self._lines():
            if isinstance(line, _Closing):
                still_open.pop(line.id, None)
        for left in still_open.values():
            self.close(left.id, saved=left.file_after == file_now)

    def _lines(self) -> Iterator["_Opening | _Closing"]:
        try:
            text = self.path.read_bytes().decode("utf-8", errors="replace")
        except FileNotFoundError:
            return
        for number, line in enumerate(text.split("\n")[:-1], start=1):  # a last line without its end is torn
            try:
                raw = json.loads(line)
                yield (_Closing if "saved" in raw else _Opening).model_validate(raw)
            except (ValueError, TypeError, ValidationError):
                logger.warning("%s, line %d is no entry; it is passed over.", self.path.name, number)

    def _append(self, line: Mapping[str, object]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as handle:
            torn = handle.seek(0, os.SEEK_END) > 0 and _last_byte(self.path) != b"\n"
            handle.write(b"\n" * torn + json.dumps(line, ensure_ascii=False).encode() + b"\n")
            handle.flush()
            os.fsync(handle.fileno())


def open_change_log(data: Path) -> ChangeLog:
    """Return the log in a data folder; the file is made by the first save."""
    return ChangeLog(data / FILE)


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True)
    id: str


class _Step(BaseModel):
    key: str
    old: Value = Field(alias="from")
    new: Value = Field(alias="to")


class _Opening(_Line):
    at: datetime
    who: str
    changes: tuple[_Step, ...]
    undoes: str = ""
    file_after: str

    def entry(self) -> Entry:
        changes = tuple(Change(step.key, step.old, step.new) for step in self.changes)
        return Entry(self.id, self.at, self.who, changes, self.undoes, self.file_after)


class _Closing(_Line):
    saved: bool


def _settled(entry: Entry, file_now: str) -> Entry:
    return replace(entry, state="saved" if entry.file_after == file_now else "broken-off")


def _last_byte(path: Path) -> bytes:
    with path.open("rb") as handle:
        handle.seek(-1, os.SEEK_END)
        return handle.read(1)
