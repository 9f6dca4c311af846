"""Copies of an SQLite database: made while it is in use, checked before they count."""

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from app.store.inspection import mark_of
from app.store.unfit import CorruptDatabase, UnfitDatabase, WouldOverwrite

_PREFIX = "2048-"
_SUFFIX = ".sqlite3"


def back_up(source: Path, folder: Path, keep: int) -> Path:
    """Copy a database into a folder, remove all but the ``keep`` newest copies, and return the copy.

    The copy appears under its name only when it is complete, checked and on the disk. Raises
    ``CorruptDatabase`` if the copy does not pass the check, ``OSError`` if the folder cannot be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{_PREFIX}{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}{_SUFFIX}"
    _copy(source, target)
    for old in sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"))[:-keep]:
        old.unlink()
    return target


def restore(backup: Path, target: Path, *, force: bool) -> None:
    """Put a backup in the place of a database that no server has open.

    Raises ``CorruptDatabase`` if the backup does not pass the check, ``WouldOverwrite`` if there is
    a database and ``force`` is not set, or a server still has it open.
    """
    _check(backup)
    if target.exists() and target.stat().st_size:
        if not force:
            raise WouldOverwrite(f"{target} exists; add --force to put the backup in its place")
        _close_for_good(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    for left_over in ("-wal", "-shm"):
        target.with_name(target.name + left_over).unlink(missing_ok=True)
    _copy(backup, target)
    mark_of(target).touch()


def _copy(source: Path, target: Path) -> None:
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        try:
            with _opened(source) as original, _opened(partial) as copy:
                original.backup(copy)
        except sqlite3.DatabaseError as error:
            raise UnfitDatabase(f"{source} cannot be copied to {target.parent}: {error}") from error
        _check(partial)
        _flush(partial)
        partial.replace(target)
        _flush(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def _check(path: Path) -> None:
    if not path.is_file():
        raise CorruptDatabase(f"{path} is not there")
    try:
        with _opened(path) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            connection.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.DatabaseError as error:
        raise CorruptDatabase(f"{path} is no backup of this game ({error})") from error
    if found != "ok":
        raise CorruptDatabase(f"{path} is damaged ({found})")


def _close_for_good(path: Path) -> None:
    """Leave WAL mode, which SQLite allows only while nobody else has the file open."""
    with contextlib.suppress(sqlite3.DatabaseError), _opened(path) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master")
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise WouldOverwrite(f"{path} is in use; stop the server first") from error


def _opened(path: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(path, timeout=5, isolation_level=None))


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
