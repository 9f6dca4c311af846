"""A transaction, and statements that are compiled once and run many times.

A move runs three statements in some tens of microseconds; compiling and wrapping them anew would
take most of its time. So the statements of the move are written with SQLAlchemy, compiled when the
module is loaded, and handed to the driver as text.
"""

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.engine.interfaces import DBAPICursor, Dialect
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.elements import ClauseElement

_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": psycopg.dialect(),  # type: ignore[no-untyped-call]
}


class Prepared:
    """A statement with named parameters, as text for each kind of database."""

    def __init__(self, statement: Executable) -> None:
        assert isinstance(statement, ClauseElement)  # noqa: S101 - every statement is one
        self.texts = {kind: str(statement.compile(dialect=dialect)) for kind, dialect in _DIALECTS.items()}


class Transaction:
    """What a use case works with: one connection inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._kind = connection.dialect.name
        self._cursor: DBAPICursor = connection.connection.cursor()

    def execute(self, prepared: Prepared, values: dict[str, Any]) -> DBAPICursor:
        """Run a prepared statement; the rows and their number are on the cursor it returns."""
        self._cursor.execute(prepared.texts[self._kind], values)
        return self._cursor

    def run(self, sql: str) -> None:
        """Run a statement that takes nothing and returns nothing."""
        self._cursor.execute(sql)
