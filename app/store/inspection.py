"""Looking at an SQLite database before it is trusted with games.

A database that was made once leaves a mark beside it, a file that holds nothing. With the mark and
without its tables a database has been lost, and is not silently begun anew.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from app.store.migration import alembic_config
from app.store.unfit import CorruptDatabase, LostDatabase, NewerSchema, UnfitDatabase, UnwritableDatabase

LARGEST_CHECKED = 256 * 1024 * 1024
"""Bytes: checking a larger file would hold up the start for too long."""
_PRIMARY_CODE = 0xFF
"""The bits of an SQLite error that tell its kind; the others tell more exactly which."""


def mark_of(path: Path) -> Path:
    """Return the file that marks a database as made."""
    return path.with_name(path.name + ".made")


def inspect(url: URL) -> None:
    """Raise the ``UnfitDatabase`` that tells why an SQLite database must not be used as it is.

    A database that was never made is fit: it will be made.
    """
    path = Path(str(url.database))
    made_once = mark_of(path).exists()
    if not path.exists() or path.stat().st_size == 0:
        if made_once:
            raise LostDatabase(f"{path} is {'empty' if path.exists() else 'gone'}; {_how_to_restore(path)}")
        return
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise UnwritableDatabase(f"{path} or its folder cannot be written; give its owner the right to")
    try:
        with closing(sqlite3.connect(path, timeout=2, isolation_level=None)) as connection:
            _check(connection, path, made_once=made_once)
    except sqlite3.DatabaseError as error:
        raise _meaning(error, path) from error


def mark_as_made(url: URL) -> None:
    """Leave the mark of a database that now has its tables."""
    mark = mark_of(Path(str(url.database)))
    if not mark.exists():
        mark.touch()


def _check(connection: sqlite3.Connection, path: Path, *, made_once: bool) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if made_once and "games" not in tables:
        raise LostDatabase(f"{path} has no games in it any more; {_how_to_restore(path)}")
    if path.stat().st_size <= LARGEST_CHECKED:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise CorruptDatabase(f"{path} is damaged ({' '.join(found.split())}); {_how_to_restore(path)}")
    if "alembic_version" in tables:
        known = {script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
        unknown = {version for (version,) in connection.execute("SELECT * FROM alembic_version")} - known
        if unknown:
            raise NewerSchema(f"{path} was changed by a later version; run that version, or restore a backup")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")


def _meaning(error: sqlite3.DatabaseError, path: Path) -> UnfitDatabase:
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & _PRIMARY_CODE:
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return UnwritableDatabase(f"{path} cannot be written ({error}); give its owner the right to")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return UnwritableDatabase(f"{path} cannot be written ({error}); see to its disk")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return UnwritableDatabase(f"{path} is in use by another program; end that first")
        case _:
            return CorruptDatabase(f"{path} is damaged ({error}); {_how_to_restore(path)}")


def _how_to_restore(path: Path) -> str:
    return f"restore a backup with: web2048 restore BACKUP --force, or remove {mark_of(path)} to begin anew"
