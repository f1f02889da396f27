"""What one process opens once and everything in it shares: the settings file, the engine, the history."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from rag.engine import Engine, open_engine
from rag.history.store import HistoryStore, open_history
from rag.tuning.settings_file import SettingsFile

ROOT = Path(__file__).resolve().parents[1]
CONFIG_VARIABLE = "TOUCHSTONE_CONFIG"
"""Names another settings file than the one beside app.py."""

Value = TypeVar("Value")


def config_path() -> Path:
    """Return the settings file in force."""
    return Path(os.environ.get(CONFIG_VARIABLE) or ROOT / "config.yaml")


class Opened:
    """What belongs to one settings file, each thing opened at its first use; may be shared by threads.

    Raises:
        ConfigError: the file is not valid.
    """

    def __init__(self, config: Path) -> None:
        self.file = SettingsFile(config)
        self._engine = _Once(lambda: open_engine(self.file.version.settings, file=self.file))
        self._history = _Once(self._open_history)

    def engine(self) -> Engine:
        """Return the engine. Raises `EmbedderError` when it cannot be opened; the next call tries again."""
        return self._engine.get()

    def history(self) -> HistoryStore:
        """Return the conversation store. Raises `HistoryError` like `engine`."""
        return self._history.get()

    def close(self) -> None:
        """Give the store's connections back; what is opened for the file afterwards is opened anew."""
        with _LOCK:
            for config in [config for config, opened in _OPENED.items() if opened is self]:
                del _OPENED[config]
        self._history.close(HistoryStore.close)

    def _open_history(self) -> HistoryStore:
        settings = self.file.version.settings
        return open_history(settings.history.url or f"sqlite:///{settings.data.path / 'history.sqlite'}")


_LOCK = threading.Lock()
_OPENED: dict[Path, Opened] = {}


def opened() -> Opened:
    """Return what this process shares under the settings file in force. Raises `ConfigError` like `Opened`."""
    config = config_path()
    with _LOCK:
        if config not in _OPENED:
            _OPENED[config] = Opened(config)
        return _OPENED[config]


class _Once(Generic[Value]):
    """Opens a thing at its first use, once for all threads; a failure is not remembered."""

    def __init__(self, open_it: Callable[[], Value]) -> None:
        self._open_it = open_it
        self._lock = threading.Lock()
        self._value: Value | None = None

    def get(self) -> Value:
        with self._lock:
            if self._value is None:
                self._value = self._open_it()
            return self._value

    def close(self, close: Callable[[Value], None]) -> None:
        with self._lock:
            if self._value is not None:
                close(self._value)
                self._value = None
