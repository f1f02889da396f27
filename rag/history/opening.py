"""Opens the history's database: its folder, its checks and its schema."""

import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, insert, inspect, make_url, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from rag.errors import HistoryError
from rag.history.failures import BUSY_TIMEOUT_MS, damaged, place, reporting, sqlite_code
from rag.history.migrating import can_migrate, migrate
from rag.history.tables import SCHEMA_VERSION, Row, StampRow

_RETRY_S = 0.02
"""Between tries to switch a held file to WAL; another opener is done in a few milliseconds."""

_CREATION_LOCK = 0x746F756368
"""Key of PostgreSQL's advisory lock; "touch" in ASCII, any number that others are unlikely to use."""

_BEGIN = "sqlite_begin"
"""Execution option: the words that open a SQLite transaction; empty opens none."""


def writing(engine: Engine) -> Engine:
    """Return the engine for transactions that write.

    On SQLite they take the write lock at their start: a transaction that reads first and writes later fails
    at once under contention instead of waiting (https://sqlite.org/rescode.html#busy_snapshot).
    """
    return engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})


def open_engine(url: str) -> Engine:
    """Return an engine on a checked database with the tables of this release; an empty one gets them.

    A SQLite file is read through once (`PRAGMA quick_check`) before anything is written to it.

    Raises:
        HistoryError: the URL cannot be used, the file is damaged or not ours, or its schema is another
            release's.
    """
    engine = _engine(_parsed(url))
    try:
        with reporting(engine):
            _prepare(engine)
    except HistoryError:
        engine.dispose()
        raise
    return engine


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError) as exc:
        raise HistoryError(
            "history.url is no database URL; write sqlite:///folder/history.sqlite, or leave it empty."
        ) from exc
    if parsed.get_backend_name() == "sqlite" and (parsed.database or ":memory:") == ":memory:":
        raise HistoryError(
            "history.url names no file: a history in memory is lost with the app. "
            "Write sqlite:///folder/history.sqlite, or leave it empty."
        )
    return parsed


def _engine(url: URL) -> Engine:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        _make_folder(Path(url.database or "").parent)
    try:
        engine = create_engine(url, pool_pre_ping=not sqlite)
    except ModuleNotFoundError as exc:
        raise HistoryError(
            f"history.url asks for {url.drivername!r}, whose driver {exc.name!r} is not installed; "
            "install it with pip, or leave history.url empty."
        ) from exc
    if sqlite:
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise HistoryError(
            f"The folder {str(folder)!r} of the history cannot be made: {exc.strerror}. "
            "Make it, or set history.url to a file in a folder that can be written."
        ) from exc


def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # Without its own BEGINs the sqlite3 module leaves our transactions to `_begin`.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    # Safe against a killed process in WAL mode; only a power cut may lose the last writes.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _begin(connection: Connection) -> None:
    statement = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if statement:
        connection.exec_driver_sql(statement)


def _prepare(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            finding = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if finding != "ok":
            raise HistoryError(damaged(engine, str(finding)))
    with writing(engine).begin() as connection:
        _check_or_create(connection)
    if engine.dialect.name == "sqlite":
        _switch_to_wal(engine)


def _switch_to_wal(engine: Engine) -> None:
    # This one statement fails at once on a held file, whatever busy_timeout says, so the waiting is ours.
    deadline = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            with engine.execution_options(**{_BEGIN: ""}).connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        except OperationalError as exc:
            if sqlite_code(exc) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_S)
        else:
            return


def _check_or_create(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Two first openers would both create the tables; BEGIN IMMEDIATE prevents that on SQLite only.
        connection.execute(select(func.pg_advisory_xact_lock(_CREATION_LOCK)))
    where = place(connection.engine)
    present = set(inspect(connection).get_table_names())
    if StampRow.__tablename__ in present:
        found = connection.execute(select(StampRow.version)).scalar()
        if found is not None and can_migrate(found):
            migrate(connection, found)
        elif found != SCHEMA_VERSION:
            raise HistoryError(
                f"The history {where} has schema version {found}; this release reads version "
                f"{SCHEMA_VERSION}. Start the release that wrote it, or set history.url to a new file."
            )
        return
    foreign = present & set(Row.metadata.tables)
    if foreign:
        raise HistoryError(
            f"The database {where} is another program's: it has {', '.join(sorted(foreign))} without a "
            "schema version. Set history.url to a new file."
        )
    Row.metadata.create_all(connection)
    connection.execute(insert(StampRow).values(version=SCHEMA_VERSION))
