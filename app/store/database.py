"""The database: how to reach it, and the two ways in, ``read`` and ``write``."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.store.transaction import Transaction
from app.store.unfit import UnwritableDatabase
from app.store.writer import Writer

_WRITER_PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "busy_timeout": 2000,
    "journal_size_limit": 16 * 1024 * 1024,
    "wal_autocheckpoint": 1000,
    "cache_size": -8000,
    "temp_store": "MEMORY",
    "trusted_schema": "OFF",
    "cell_size_check": "ON",
    "secure_delete": "ON",
}
_READER_PRAGMAS = {
    "foreign_keys": "ON",
    "busy_timeout": 1000,
    "wal_autocheckpoint": 0,
    "cache_size": -8000,
    "trusted_schema": "OFF",
    "query_only": "ON",
}
_MIGRATING_PRAGMAS = {**_WRITER_PRAGMAS, "foreign_keys": "OFF"}
"""A table that is made anew is dropped on the way, which must not take along what refers to its rows."""
_READ_BACK = {"journal_mode", "synchronous"}
_DURABLE = ("wal", 2)
"""What the two must answer: a pragma that cannot be had is no error of SQLite."""
_READERS = 8
_LONGEST_WAIT = 2
"""Seconds that a query waits for one of them to be free."""

T = TypeVar("T")


class BadDatabaseURL(ValueError):
    """The setting names no database that this product can use."""


def database_url(configured: str | None, data_dir: Path) -> URL:
    """Return the configured URL, or that of the SQLite file in the data folder.

    Raises ``BadDatabaseURL`` if it is no URL of an SQLite file or a PostgreSQL database.
    """
    if configured is None:
        return URL.create("sqlite", database=str(data_dir.absolute() / "2048.sqlite3"))
    try:
        url = make_url(configured)
    except (ArgumentError, ValueError) as error:
        raise BadDatabaseURL("it is not a database URL") from error
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadDatabaseURL(f"{url.get_backend_name()} is neither sqlite nor postgresql")
    if not _has_driver(url):
        raise BadDatabaseURL(f"{url.drivername} needs a driver that is not installed or does not fit")
    if url.get_backend_name() == "sqlite" and _in_memory(url):
        raise BadDatabaseURL("SQLite needs a file to keep games in")
    return url


def _has_driver(url: URL) -> bool:
    try:
        dialect = url.get_dialect()
        dialect.import_dbapi()
    except (ArgumentError, ImportError):
        return False
    return not dialect.is_async


def _in_memory(url: URL) -> bool:
    return not url.database or url.database.startswith("file:") or ":memory:" in url.database


def writer_engine(url: URL, *, migrating: bool = False) -> Engine:
    """Return an engine of one connection that may write and, on SQLite, checkpoint.

    Migrating may wait as long as it takes for the locks of PostgreSQL, and may make tables anew; serving
    may not.
    """
    engine = create_engine(url, pool_size=1, max_overflow=0, connect_args=_patience(url, migrating=migrating))
    if url.get_backend_name() == "sqlite":
        _prepare_sqlite(engine, _MIGRATING_PRAGMAS if migrating else _WRITER_PRAGMAS, "BEGIN IMMEDIATE")
    return engine


def reader_engine(url: URL) -> Engine:
    """Return an engine whose connections cannot write."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, pool_size=_READERS, max_overflow=0, pool_timeout=_LONGEST_WAIT)
        _prepare_sqlite(engine, _READER_PRAGMAS, "BEGIN")
        return engine
    return create_engine(
        url,
        pool_size=_READERS,
        max_overflow=0,
        pool_timeout=_LONGEST_WAIT,
        pool_pre_ping=True,
        execution_options={"postgresql_readonly": True},
        connect_args=_patience(url),
    )


class NotRead(Exception):
    """The database did not answer a query; it may be asked again later."""


class Database:
    """The one place through which everything reads and every change is made.

    Opening it starts the writer thread; ``close`` ends it after the work that is queued.
    """

    def __init__(self, url: URL) -> None:
        self._readers = reader_engine(url)
        self._writer = Writer(writer_engine(url), _write_ahead_log(url))

    async def write(self, use_case: Callable[[Transaction], T], *, erasing: bool = False) -> T:
        """Run a use case in one transaction and return its result after the commit.

        A caller who goes away does not undo it. What the use case raises undoes its changes alone
        and is raised here; ``writer.NotStored`` says that the commit failed. With ``erasing``, what
        it removed (if it returns anything true) is gone from the files of the database too before
        this returns, or, while a reader is in the way, with one of the next commits.
        """
        return await self._writer.submit(use_case, erasing=erasing)

    async def read(self, query: Callable[[Transaction], T]) -> T:
        """Run a query on a connection that cannot write. Raises ``NotRead`` if the database fails it."""
        return await asyncio.to_thread(self._read, query)

    def close(self) -> None:
        """Let go of the readers, finish the queued changes, and let go of the writer.

        In this order, because the last connection to a file of SQLite empties its log.
        """
        self._readers.dispose()
        self._writer.close()

    def _read(self, query: Callable[[Transaction], T]) -> T:
        try:
            with self._readers.begin() as connection:
                return query(Transaction(connection))
        except (SQLAlchemyError, self._readers.dialect.loaded_dbapi.Error) as error:
            raise NotRead(str(error)) from error


def _patience(url: URL, *, migrating: bool = False) -> dict[str, Any]:
    """Return how long a connection to PostgreSQL waits; for SQLite the pragmas say so."""
    if url.get_backend_name() == "sqlite":
        return {}
    waits = "" if migrating else "-c lock_timeout=2s -c statement_timeout=5s"
    return {"connect_timeout": 2, "options": waits}


def _write_ahead_log(url: URL) -> Path | None:
    return Path(f"{url.database}-wal") if url.get_backend_name() == "sqlite" else None


def _prepare_sqlite(engine: Engine, pragmas: dict[str, Any], begin: str) -> None:
    """Set the pragmas on every new connection and begin each transaction by this statement.

    The driver's own habit of beginning late would let a read turn into a write that fails at once.
    """

    @event.listens_for(engine, "connect")
    def connect(dbapi_connection: Any, _record: Any) -> None:
        dbapi_connection.isolation_level = None
        for name, value in pragmas.items():
            dbapi_connection.execute(f"PRAGMA {name} = {value}")
        for name in _READ_BACK & pragmas.keys():
            (found,) = dbapi_connection.execute(f"PRAGMA {name}").fetchone()
            if found not in _DURABLE:
                raise UnwritableDatabase(f"SQLite answers {name} with {found} and would not keep moves safe")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
