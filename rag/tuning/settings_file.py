"""config.yaml as it stands on disk: read as one version, and looked at again between questions."""

import hashlib
import threading
from dataclasses import dataclass
from pathlib import Path

from rag.config import Settings, settings_in
from rag.errors import ConfigError
from rag.tuning.diff import changed_keys

FIXED = ("embedder.", "data.", "history.")
"""Beginnings of keys that are opened once: a running app cannot take over another value."""


@dataclass(frozen=True, slots=True)
class FileVersion:
    """One state of the file: its exact characters and what they mean."""

    text: str
    settings: Settings

    @property
    def sha256(self) -> str:
        """Hex digest of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_version(path: Path) -> FileVersion:
    """Return the file as it stands, line ends included. Raises `ConfigError` like `load_settings`."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError as exc:
        raise ConfigError(f"{path.name} not found at {path.parent}; restore it from the repository.") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(f"{path.name} cannot be read: {exc}") from exc
    return FileVersion(text, settings_in(text, path))


class SettingsFile:
    """Serves the last valid state of the file and says why a newer one does not serve. May be shared by threads.

    Raises:
        ConfigError: at opening, when the file is not valid.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._stamp = _stamp(path)
        self._version = read_version(path)
        self._problem = ""

    @property
    def version(self) -> FileVersion:
        """The state that serves."""
        return self._version

    @property
    def problem(self) -> str:
        """Why the file's present state is not in force, fit to show; empty when it is."""
        return self._problem

    def look(self) -> FileVersion:
        """Read the file again if it was written since the last look, and return the state that serves."""
        with self._lock:
            stamp = _stamp(self.path)  # before reading, so that a later write is seen at the next look
            if stamp != self._stamp:
                self._stamp = stamp
                self._problem = self._take_over()
            return self._version

    def _take_over(self) -> str:
        try:
            found = read_version(self.path)
        except ConfigError as exc:
            return str(exc)
        fixed = [key for key in changed_keys(self._version.settings, found.settings) if key.startswith(FIXED)]
        if fixed:
            return (
                f"{self.path.name} now holds another {', '.join(fixed)}. That takes a restart of the app; "
                "until then nothing of the edited file is in force."
            )
        self._version = found
        return ""


def _stamp(path: Path) -> tuple[int, int, int]:
    """What changes when a file is written or replaced; zeros when it is missing."""
    try:
        status = path.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_size, status.st_ino)
