"""Looking at a database before it is trusted."""

import sqlite3
from pathlib import Path

import pytest

from app.store.database import database_url
from app.store.inspection import inspect, mark_as_made, mark_of
from app.store.migration import migrate
from app.store.unfit import CorruptDatabase, LostDatabase, NewerSchema, UnwritableDatabase


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A database that was made and left in order."""
    url = database_url(None, tmp_path)
    migrate(url)
    mark_as_made(url)
    return tmp_path / "2048.sqlite3"


def look(path: Path) -> None:
    inspect(database_url(None, path.parent))


def test_a_database_in_order_is_fit(made: Path) -> None:
    look(made)


def test_a_place_without_a_database_is_fit_for_one(tmp_path: Path) -> None:
    look(tmp_path / "2048.sqlite3")


def test_a_database_that_is_gone_is_not_begun_anew(made: Path) -> None:
    made.unlink()
    with pytest.raises(LostDatabase, match="restore"):
        look(made)


def test_a_database_that_was_emptied_is_not_begun_anew(made: Path) -> None:
    made.write_bytes(b"")
    with pytest.raises(LostDatabase):
        look(made)


def test_a_database_without_its_tables_is_not_begun_anew(made: Path) -> None:
    made.unlink()
    sqlite3.connect(made).executescript("CREATE TABLE other (x); DROP TABLE other").connection.close()
    assert made.stat().st_size > 0
    with pytest.raises(LostDatabase):
        look(made)


def test_without_the_mark_an_empty_file_is_a_place_to_begin(made: Path) -> None:
    mark_of(made).unlink()
    made.write_bytes(b"")
    look(made)


def test_bytes_that_are_no_database_are_refused(made: Path) -> None:
    made.write_bytes(b"not a database at all, " * 100)
    with pytest.raises(CorruptDatabase, match="restore"):
        look(made)


def test_a_file_cut_in_half_is_refused(made: Path) -> None:
    content = made.read_bytes()
    made.write_bytes(content[: len(content) // 2])
    with pytest.raises(CorruptDatabase):
        look(made)


def test_a_page_of_garbage_is_refused(made: Path) -> None:
    content = bytearray(made.read_bytes())
    content[4096:8192] = bytes(range(256)) * 16
    made.write_bytes(content)
    with pytest.raises(CorruptDatabase):
        look(made)


def test_a_later_schema_is_refused(made: Path) -> None:
    with sqlite3.connect(made) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerSchema):
        look(made)


def test_a_database_that_another_program_holds_is_not_taken_for_damaged(made: Path) -> None:
    other = sqlite3.connect(made, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnwritableDatabase, match="in use"):
        look(made)
    other.close()


def test_each_reason_has_an_exit_code_of_its_own() -> None:
    reasons = (NewerSchema, CorruptDatabase, LostDatabase, UnwritableDatabase)
    assert [reason.code for reason in reasons] == [3, 4, 5, 6]
