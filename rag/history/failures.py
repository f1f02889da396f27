"""The database's failures in words for a user: which store, what happened, what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rag.errors import HistoryError

BUSY_TIMEOUT_MS = 5000
"""How long a write waits for others; writes here take milliseconds, so five seconds mean a stuck writer."""


@contextmanager
def reporting(engine: Engine) -> Iterator[None]:
    """Turn a database failure inside the block into a `HistoryError` that names the store and the remedy."""
    try:
        yield
    except PoolTimeout as exc:
        raise HistoryError(f"The history {place(engine)} has no free connection; try again.") from exc
    except DBAPIError as exc:
        raise HistoryError(_explanation(exc, engine)) from exc


def place(engine: Engine) -> str:
    """Return the quoted file of a SQLite history, or the URL of another without its password."""
    return repr(engine.url.database if engine.dialect.name == "sqlite" else engine.url.render_as_string())


def damaged(engine: Engine, finding: str) -> str:
    """Return the words for a damaged file."""
    return (
        f"The history {place(engine)} is damaged or is no SQLite file ({' '.join(finding.split())}). "
        "Nothing was overwritten. Put a copy of it back, or move it away and a new one is started."
    )


def sqlite_code(failure: DBAPIError) -> int | None:
    """Return SQLite's primary result code, the low byte (https://sqlite.org/rescode.html); None elsewhere."""
    return failure.orig.sqlite_errorcode & 0xFF if isinstance(failure.orig, sqlite3.Error) else None


def _explanation(failure: DBAPIError, engine: Engine) -> str:
    code = sqlite_code(failure)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(engine, str(failure.orig))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return (
            f"The history {place(engine)} was held by another writer for over {BUSY_TIMEOUT_MS / 1000:g} s; "
            "try again, or end the program that holds it."
        )
    if code is not None:
        return (
            f"The history {place(engine)} cannot be used: {failure.orig}. "
            "Check that the file and its folder can be written and that the disk has room."
        )
    return f"The history {place(engine)} cannot be used: {failure.orig}. Check history.url and that the server runs."
