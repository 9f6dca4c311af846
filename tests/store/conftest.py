"""PostgreSQL for the tests that need it; SQLite is everybody's, in tests/conftest.py."""

from collections.abc import Iterator

import pytest
from sqlalchemy import make_url
from sqlalchemy.engine import URL

from app.store.database import Database, writer_engine
from app.store.migration import migrate
from app.store.tables import metadata
from tests.store.postgresql import postgresql_server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[URL]:
    """The URL of a database with the schema, on a real server."""
    with postgresql_server() as address:
        url = make_url(address)
        migrate(url)
        yield url


@pytest.fixture
def on_postgresql(postgresql: URL) -> Iterator[Database]:
    """An empty database on PostgreSQL."""
    engine = writer_engine(postgresql)
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    engine.dispose()
    database = Database(postgresql)
    yield database
    database.close()
