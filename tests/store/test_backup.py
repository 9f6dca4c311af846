"""Copies of a database: made in use, checked, kept few, and put back."""

import sqlite3
from pathlib import Path

import pytest

from app.store.backup import back_up, restore
from app.store.database import Database
from app.store.games import add_player
from app.store.inspection import mark_of
from app.store.unfit import CorruptDatabase, WouldOverwrite


async def fill(database: Database, first: int, last: int) -> None:
    for number in range(first, last):
        await database.write(lambda t, n=number: add_player(t, n.to_bytes(32), None, n, 0))  # type: ignore[misc]


def count_players(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM players").fetchone()[0])
    finally:
        connection.close()


async def test_a_copy_of_a_database_in_use_holds_all_that_was_confirmed(
    database: Database, tmp_path: Path
) -> None:
    await fill(database, 1, 50)
    copy = back_up(tmp_path / "2048.sqlite3", tmp_path / "backups", keep=3)
    await fill(database, 50, 60)
    assert count_players(copy) == 49


async def test_only_the_newest_copies_are_kept(database: Database, tmp_path: Path) -> None:
    copies = [back_up(tmp_path / "2048.sqlite3", tmp_path / "backups", keep=2) for _ in range(4)]
    assert sorted((tmp_path / "backups").iterdir()) == copies[-2:]


async def test_a_backup_is_put_into_an_empty_folder(database: Database, tmp_path: Path) -> None:
    await fill(database, 1, 10)
    copy = back_up(tmp_path / "2048.sqlite3", tmp_path / "backups", keep=1)
    target = tmp_path / "elsewhere" / "2048.sqlite3"
    restore(copy, target, force=False)
    assert count_players(target) == 9
    assert mark_of(target).exists()


def test_a_database_is_overwritten_only_by_force(tmp_path: Path, empty_database: bytes) -> None:
    copy, target = tmp_path / "copy.sqlite3", tmp_path / "target.sqlite3"
    copy.write_bytes(empty_database)
    target.write_bytes(empty_database)
    with pytest.raises(WouldOverwrite, match="--force"):
        restore(copy, target, force=False)
    restore(copy, target, force=True)


async def test_a_database_that_a_server_has_open_is_never_overwritten(
    database: Database, tmp_path: Path, empty_database: bytes
) -> None:
    await fill(database, 1, 5)
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(empty_database)
    with pytest.raises(WouldOverwrite, match="stop the server"):
        restore(copy, tmp_path / "2048.sqlite3", force=True)
    await fill(database, 5, 6)
    assert count_players(tmp_path / "2048.sqlite3") == 5


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000])
def test_what_is_no_backup_is_refused_and_changes_nothing(
    tmp_path: Path, empty_database: bytes, content: bytes
) -> None:
    copy, target = tmp_path / "copy.sqlite3", tmp_path / "target.sqlite3"
    copy.write_bytes(content)
    target.write_bytes(empty_database)
    with pytest.raises(CorruptDatabase):
        restore(copy, target, force=True)
    assert target.read_bytes() == empty_database


def test_a_damaged_database_can_be_replaced(tmp_path: Path, empty_database: bytes) -> None:
    copy, target = tmp_path / "copy.sqlite3", tmp_path / "target.sqlite3"
    copy.write_bytes(empty_database)
    target.write_bytes(b"nonsense" * 1000)
    restore(copy, target, force=True)
    assert count_players(target) == 0


def test_a_backup_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorruptDatabase):
        restore(tmp_path / "none.sqlite3", tmp_path / "target.sqlite3", force=False)
    assert not (tmp_path / "target.sqlite3").exists()
