"""Bringing a database to the newest schema, and telling whether it is there."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import URL

from app.resources import ROOT
from app.store.database import writer_engine
from app.store.unfit import NewerSchema


def migrate(url: URL) -> None:
    """Apply the migrations that the database lacks, each in one transaction.

    Raises ``sqlalchemy.exc.SQLAlchemyError`` if the database cannot be reached or written,
    ``NewerSchema`` if a later version has changed it.
    """
    engine = writer_engine(url, migrating=True)
    try:
        with engine.connect() as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise NewerSchema("the database was changed by a later version; run that version") from error
    finally:
        engine.dispose()


def is_current(url: URL) -> bool:
    """Tell whether the database has exactly the schema of this version of the product."""
    engine = writer_engine(url)
    try:
        with engine.connect() as connection:
            found = set(MigrationContext.configure(connection).get_current_heads())
    finally:
        engine.dispose()
    return found == set(ScriptDirectory.from_config(alembic_config()).get_heads())


def alembic_config() -> Config:
    """Return how Alembic finds the migrations."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations").replace("%", "%%"))
    return config
